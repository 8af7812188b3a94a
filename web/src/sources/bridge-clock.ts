// The bridge's clock as the page's clock sees it, from the round trips of pings: the quickest of the last ones is believed.
// It sends nothing.

/** Round trips that are remembered; a clock that drifts is followed within that many pings. */
const REMEMBERED = 16;

export class BridgeClock {
  private readonly trips: { readonly delay: number; readonly offset: number }[] = [];

  /** Seconds to be added to the page's clock for the bridge's; NaN before the first answer. */
  get offset(): number {
    let best = Number.POSITIVE_INFINITY;
    let offset = Number.NaN;
    for (const trip of this.trips) {
      if (trip.delay >= best) continue;
      best = trip.delay;
      offset = trip.offset;
    }
    return offset;
  }

  /** Seconds of the quickest round trip; NaN before the first answer. */
  get roundTrip(): number {
    return this.trips.length === 0 ? Number.NaN : Math.min(...this.trips.map(({ delay }) => delay));
  }

  /** @param sent,received on the page's clock; `bridgeTime` on the bridge's. All in seconds. */
  answered(sent: number, received: number, bridgeTime: number): void {
    const delay = received - sent;
    if (!(delay >= 0) || !Number.isFinite(bridgeTime)) return;
    this.trips.push({ delay, offset: bridgeTime - (sent + received) / 2 });
    if (this.trips.length > REMEMBERED) this.trips.shift();
  }

  reset(): void {
    this.trips.length = 0;
  }
}
