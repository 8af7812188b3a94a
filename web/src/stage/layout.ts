// Where on the canvas each picture goes: side by side, cut along one line, or in a grid. CSS pixels, origin at the lower left.
// Numbers only; it draws nothing.

/** Gap between two pictures, CSS pixels. The grid of the page's overlay has the same. */
export const VIEW_GAP = 2;

export interface Rectangle {
  readonly left: number;
  readonly bottom: number;
  readonly width: number;
  readonly height: number;
}

/** One picture: what the camera fills, and the part of it that is drawn. */
export interface Picture {
  readonly viewport: Rectangle;
  readonly scissor: Rectangle;
}

const atLeastOne = (pixels: number) => Math.max(1, Math.round(pixels));

/** Two pictures beside each other, parted at `divider`, a share of the width. */
export function sidePictures(width: number, height: number, divider: number): [Picture, Picture] {
  const [left, right] = parted(width, height, divider);
  return [
    { viewport: left, scissor: left },
    { viewport: right, scissor: right },
  ];
}

/** Two pictures in one place: the first is seen at the left of `divider`, the second at its right. */
export function cutPictures(width: number, height: number, divider: number): [Picture, Picture] {
  const viewport = { left: 0, bottom: 0, width, height };
  const [left, right] = parted(width, height, divider);
  return [
    { viewport, scissor: left },
    { viewport, scissor: right },
  ];
}

function parted(width: number, height: number, divider: number): [Rectangle, Rectangle] {
  const end = Math.round(divider * width - VIEW_GAP / 2);
  const start = end + VIEW_GAP;
  return [
    { left: 0, bottom: 0, width: atLeastOne(end), height },
    { left: start, bottom: 0, width: atLeastOne(width - start), height },
  ];
}

/** Cells of a grid, row by row from the upper left. */
export function gridPictures(width: number, height: number, columns: number, rows: number): Picture[] {
  const cellWidth = (width - VIEW_GAP * (columns - 1)) / columns;
  const cellHeight = (height - VIEW_GAP * (rows - 1)) / rows;
  return Array.from({ length: columns * rows }, (_, index) => {
    const column = index % columns;
    const row = Math.floor(index / columns);
    const left = Math.round(column * (cellWidth + VIEW_GAP));
    const top = Math.round(row * (cellHeight + VIEW_GAP));
    const right = Math.round(column * (cellWidth + VIEW_GAP) + cellWidth);
    const lower = Math.round(row * (cellHeight + VIEW_GAP) + cellHeight);
    const cell = {
      left,
      bottom: height - lower,
      width: atLeastOne(right - left),
      height: atLeastOne(lower - top),
    };
    return { viewport: cell, scissor: cell };
  });
}
