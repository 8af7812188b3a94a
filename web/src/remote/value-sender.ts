// Sends a slider's values as fast as they are answered and no faster: of those that come meanwhile the newest goes next.
// It knows no connection.

export class ValueSender<Value> {
  /** By property: the newest value that waits; undefined while none does. */
  private readonly underWay = new Map<string, { next: Value | undefined }>();

  /** @param send resolves when the value was answered */
  constructor(private readonly send: (property: string, value: Value) => Promise<unknown>) {}

  put(property: string, value: Value): void {
    const under = this.underWay.get(property);
    if (under !== undefined) under.next = value;
    else void this.run(property, value);
  }

  /** A value of the property is on its way: what is heard of it meanwhile is older. */
  isBusy(property: string): boolean {
    return this.underWay.has(property);
  }

  private async run(property: string, first: Value): Promise<void> {
    const under: { next: Value | undefined } = { next: first };
    this.underWay.set(property, under);
    while (under.next !== undefined) {
      const value = under.next;
      under.next = undefined;
      await this.send(property, value);
    }
    this.underWay.delete(property);
  }
}
