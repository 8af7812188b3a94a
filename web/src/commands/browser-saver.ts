// Hands files and texts to the user: a download, or the clipboard.
// Over plain http there is no clipboard; then it says so and the page shows the text to copy by hand.
import type { Saver } from "./ports";

export const browserSaver: Saver = {
  save(name, content) {
    const blob = typeof content === "string" ? new Blob([content], { type: "application/json" }) : content;
    const address = URL.createObjectURL(blob);
    const link = document.createElement("a");
    link.href = address;
    link.download = name;
    link.click();
    // The download has begun when the click returns; the address is free in the next task.
    setTimeout(() => URL.revokeObjectURL(address));
  },
  async copy(text) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      return false;
    }
  },
};
