// Takes files dropped anywhere and links pasted anywhere, and shows that they are welcome.
// What a file is, the actions find out.
import { useLayoutEffect, useState } from "preact/hooks";
import { useApp, useText } from "./context";
import { Icon } from "./icons";

const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes("Files") ?? false;

export function DropLayer() {
  const text = useText();
  const { actions, wall } = useApp();
  const [over, setOver] = useState(false);
  // Before the first paint: a file dropped at once must not be opened by the browser instead.
  useLayoutEffect(() => {
    let depth = 0;
    const enter = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      depth++;
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      depth = Math.max(0, depth - 1);
      if (depth === 0) setOver(false);
    };
    const hover = (event: DragEvent) => {
      if (hasFiles(event)) event.preventDefault();
    };
    const drop = (event: DragEvent) => {
      depth = 0;
      setOver(false);
      const files = [...(event.dataTransfer?.files ?? [])];
      // A part of the page that takes files of its own has taken them.
      if (files.length === 0 || event.defaultPrevented) return;
      event.preventDefault();
      void wall.actions.drop(files);
    };
    const paste = (event: ClipboardEvent) => {
      const target = event.target;
      if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) return;
      const pasted = event.clipboardData?.getData("text") ?? "";
      if (!pasted.includes("#p=")) return;
      event.preventDefault();
      void actions.openLink(pasted);
    };
    addEventListener("dragenter", enter);
    addEventListener("dragleave", leave);
    addEventListener("dragover", hover);
    addEventListener("drop", drop);
    addEventListener("paste", paste);
    return () => {
      removeEventListener("dragenter", enter);
      removeEventListener("dragleave", leave);
      removeEventListener("dragover", hover);
      removeEventListener("drop", drop);
      removeEventListener("paste", paste);
    };
  }, [actions, wall]);
  if (!over) return null;
  return (
    <div class="drop-layer">
      <div class="drop-card">
        <Icon name="drop" />
        <strong>{text("drop.hint")}</strong>
        <ul class="drop-kinds">
          {text("drop.detail")
            .split(" · ")
            .map((kinds) => (
              <li key={kinds}>{kinds}</li>
            ))}
        </ul>
      </div>
    </div>
  );
}
