// The element that the stage draws into: follows its size, and says when the graphics unit is lost.
// It draws nothing itself.
import { Stage } from "./stage";

export interface StageElement {
  /** To be put where the views belong. */
  readonly element: HTMLElement;
  readonly stage: Stage;
}

/**
 * @param onLost called when the graphics unit was reset; three.js draws again by itself when it is back
 * @throws Error where the browser has no WebGL 2
 */
export function createStageElement(onLost: () => void): StageElement {
  const element = document.createElement("div");
  element.className = "stage-holder";
  const canvas = document.createElement("canvas");
  canvas.className = "stage-canvas";
  element.append(canvas);
  canvas.addEventListener("webglcontextlost", onLost);
  const stage = new Stage(canvas, element);
  canvas.addEventListener("webglcontextrestored", () => stage.invalidate());
  const observer = new ResizeObserver(() => {
    const { clientWidth, clientHeight } = element;
    if (clientWidth > 0 && clientHeight > 0) stage.resize(clientWidth, clientHeight, devicePixelRatio);
  });
  observer.observe(element);
  return { element, stage };
}
