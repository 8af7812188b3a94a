// Reads the head of a Motive CSV export: what is stated about the take, and which columns belong to which bone, body or marker.
// It reads no frame and knows no unit's meaning beyond its length.

import { quoted, RecordingError } from "../recording";
import { type EulerOrder, eulerOrders } from "./quaternion";

export type MotiveKind = "bone" | "body" | "marker";

/** The columns of one bone, body or marker; -1 where there is none. */
export interface MotiveGroup {
  readonly kind: MotiveKind;
  /** As in the file, such as `Dancer:Hip`. */
  readonly name: string;
  readonly id: string;
  /** What the row Parent says, "" without one. */
  readonly parent: string;
  /** Columns of X, Y, Z, W. */
  readonly rotation: number[];
  /** Columns of X, Y, Z. */
  readonly position: number[];
}

export interface MotiveHeader {
  /** Format Version, such as `1.23`. */
  readonly version: string;
  readonly takeName: string;
  /** Frames a second of the export; NaN where it is not stated. */
  readonly frameRate: number;
  /** Metres; NaN where it is not stated. */
  readonly metresPerUnit: number;
  readonly isLocal: boolean;
  /** Null for quaternions. */
  readonly eulerOrder: EulerOrder | null;
  readonly groups: readonly MotiveGroup[];
  /** Kinds of columns that are not read, each once. */
  readonly ignored: readonly string[];
  /** Name of each column for messages. */
  readonly columnNames: readonly string[];
  /** Index of the first line of frames. */
  readonly firstRow: number;
}

const unitLengths: Readonly<Record<string, number>> = {
  meters: 1,
  metres: 1,
  decimeters: 0.1,
  centimeters: 0.01,
  centimetres: 0.01,
  millimeters: 0.001,
  millimetres: 0.001,
  inches: 0.0254,
  feet: 0.3048,
};
/** Lines in which the row that begins with `Frame` has to be found. */
const LONGEST_HEAD = 40;

/** Cells of a line; quotes hold commas together. */
export function csvCells(line: string): string[] {
  if (!line.includes('"')) return line.split(",").map((cell) => cell.trim());
  const cells: string[] = [];
  let cell = "";
  let isQuoted = false;
  for (let index = 0; index < line.length; ++index) {
    const letter = line.charAt(index);
    if (letter === '"') {
      const isDoubled = isQuoted && line.charAt(index + 1) === '"';
      if (isDoubled) {
        cell += letter;
        index += 1;
      } else isQuoted = !isQuoted;
    } else if (letter === "," && !isQuoted) {
      cells.push(cell.trim());
      cell = "";
    } else cell += letter;
  }
  cells.push(cell.trim());
  return cells;
}

/** True for the text of a Motive export, whatever the file is called. */
export function isMotiveCsv(text: string): boolean {
  return /^\uFEFF?\s*"?Format Version"?\s*,/i.test(text.slice(0, 200));
}

function kindOf(type: string): MotiveKind | null {
  if (/marker(?!set bone)/i.test(type)) return "marker";
  if (/bone/i.test(type)) return "bone";
  return /^rigid body$/i.test(type) ? "body" : null;
}

function statements(cells: readonly string[]): Map<string, string> {
  const stated = new Map<string, string>();
  for (let index = 0; index + 1 < cells.length; index += 2)
    stated.set((cells[index] ?? "").toLowerCase(), cells[index + 1] ?? "");
  return stated;
}

function orderOf(file: string, type: string): EulerOrder | null {
  const plain = type.replace(/[^a-z]/gi, "").toUpperCase();
  if (plain === "" || plain === "QUATERNION") return null;
  const order = eulerOrders.find((each) => each === plain);
  if (order !== undefined) return order;
  throw new RecordingError(
    file,
    "line 1, Rotation Type",
    `expected Quaternion or an order such as XYZ, found ${quoted(type)}`,
  );
}

interface NameRows {
  readonly types: readonly string[];
  readonly names: readonly string[];
  readonly ids: readonly string[];
  readonly parents: readonly string[];
  /** Rotation, Position, Error... */
  readonly kinds: readonly string[];
  readonly axes: readonly string[];
}

/** The rows between the statements and the frames: by their label in the second cell, or by their place where they have none. */
function nameRows(file: string, lines: readonly string[], frameRow: number): NameRows {
  const rows = lines
    .slice(1, frameRow)
    .map(csvCells)
    .filter((cells) => cells.some((cell) => cell !== ""));
  const kinds = rows.pop();
  const labelled = (label: string) => rows.find((cells) => cells[1]?.toLowerCase() === label);
  const types = labelled("type") ?? rows[0];
  const names = labelled("name") ?? rows[1];
  if (types === undefined || names === undefined || kinds === undefined) {
    throw new RecordingError(
      file,
      `line ${frameRow + 1}`,
      "expected rows of types, names and quantities above it; export with header information",
    );
  }
  return {
    types,
    names,
    kinds,
    ids: labelled("id") ?? rows[2] ?? [],
    parents: labelled("parent") ?? [],
    axes: csvCells(lines[frameRow] ?? ""),
  };
}

const axisIndex: Readonly<Record<string, number>> = { X: 0, Y: 1, Z: 2, W: 3 };

function groupsOf(rows: NameRows): { groups: MotiveGroup[]; ignored: string[]; columnNames: string[] } {
  const groups: MotiveGroup[] = [];
  const byKey = new Map<string, MotiveGroup>();
  const ignored = new Set<string>();
  const columnNames = ["Frame", "Time"];
  for (let column = 2; column < rows.axes.length; ++column) {
    const type = rows.types[column] ?? "";
    const name = rows.names[column] ?? "";
    const id = rows.ids[column] ?? "";
    const quantity = (rows.kinds[column] ?? "").toLowerCase();
    const axis = axisIndex[(rows.axes[column] ?? "").toUpperCase()] ?? -1;
    columnNames[column] = [name, rows.kinds[column], rows.axes[column]].filter(Boolean).join(" ");
    const kind = kindOf(type);
    if (kind === null) {
      if (type !== "") ignored.add(type);
      continue;
    }
    if (axis < 0 || (quantity !== "rotation" && quantity !== "position")) continue;
    const key = `${type}\n${name}\n${id}`;
    let group = byKey.get(key);
    if (group === undefined || (group[quantity][axis] ?? -1) >= 0) {
      const parent = rows.parents[column] ?? "";
      group = { kind, name, id, parent, rotation: [-1, -1, -1, -1], position: [-1, -1, -1] };
      byKey.set(key, group);
      groups.push(group);
    }
    if (quantity === "rotation" || axis < 3) group[quantity][axis] = column;
  }
  return { groups, ignored: [...ignored], columnNames };
}

function checkColumns(file: string, group: MotiveGroup, isEuler: boolean, line: number): void {
  const complete = (columns: readonly number[], count: number) =>
    columns.slice(0, count).every((column) => column >= 0);
  const place = `line ${line}, ${group.name}`;
  const hasRotation = group.rotation.some((column) => column >= 0);
  if (hasRotation && !complete(group.rotation, isEuler ? 3 : 4)) {
    throw new RecordingError(file, place, `expected columns X, Y, Z${isEuler ? "" : ", W"} of its rotation`);
  }
  const hasPosition = group.position.some((column) => column >= 0);
  if (hasPosition && !complete(group.position, 3))
    throw new RecordingError(file, place, "expected columns X, Y, Z of its position");
}

/**
 * @param lines the whole file
 * @throws RecordingError with line and expectation
 */
export function readMotiveHeader(file: string, lines: readonly string[]): MotiveHeader {
  const first = csvCells(lines[0] ?? "");
  if (first[0]?.toLowerCase() !== "format version") {
    throw new RecordingError(file, "line 1", `expected Format Version, found ${quoted(first[0])}`);
  }
  const stated = statements(first);
  const frameRow = lines.slice(0, LONGEST_HEAD).findIndex((line) => /^\s*"?frame"?\s*,/i.test(line));
  if (frameRow < 0) {
    throw new RecordingError(
      file,
      "",
      `expected a row that begins with Frame in the first ${LONGEST_HEAD} lines`,
    );
  }
  const eulerOrder = orderOf(file, stated.get("rotation type") ?? "");
  const { groups, ignored, columnNames } = groupsOf(nameRows(file, lines, frameRow));
  for (const group of groups) checkColumns(file, group, eulerOrder !== null, frameRow + 1);
  if (groups.length === 0) {
    throw new RecordingError(
      file,
      `line ${frameRow + 1}`,
      "expected columns of bones, rigid bodies or markers",
    );
  }
  const rate = Number(stated.get("export frame rate") ?? stated.get("capture frame rate") ?? Number.NaN);
  return {
    version: stated.get("format version") ?? "",
    takeName: stated.get("take name") ?? "",
    frameRate: rate > 0 ? rate : Number.NaN,
    metresPerUnit: unitLengths[(stated.get("length units") ?? "").toLowerCase()] ?? Number.NaN,
    isLocal: /^local/i.test(stated.get("coordinate space") ?? ""),
    eulerOrder,
    groups,
    ignored,
    columnNames,
    firstRow: frameRow + 1,
  };
}
