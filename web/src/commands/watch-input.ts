// Keeps the panel's watch on the input that performers send: recordings and live values that move.
// Previews, sliders and the idle animation say nothing of a performer and are not watched.
import { publishFloors } from "../state/panel";
import type { Store } from "../state/store";

export function watchInput(store: Store): void {
  const { panel, playback, previewing, live } = store;
  let source = "";
  playback.subscribe(({ kind, name }) => {
    const next = `${kind} ${name}`;
    // Sliders by hand interrupt a source and do not change it.
    if (next === source || kind === "manual") return;
    source = next;
    panel.watch.clear();
    publishFloors(panel);
  });
  live.onFrame(() => {
    const { kind, playing } = playback.value;
    if (!playing || previewing.value >= 0 || (kind !== "recording" && kind !== "live")) return;
    if (panel.watch.look(live.input, live.clock)) publishFloors(panel);
  });
}
