// How avatars copy one that leads them, as properties of the leader: `transfer[0].hipOffset` and so on, in the order in which they came.
// It changes nothing.
import type { Transfer } from "../state/cast";

/** As in the panel. The same for each axis, metres. */
const MOST_OFFSET = 10;

const NAME = /^transfer\[(\d+)\]\.(\w+)$/;

/** Rows of the table of properties; `i` stands for a number from 0. */
export const transferProperties = [
  {
    name: "transfer[i].hipOffset",
    type: "vector",
    unit: "m",
    minimum: -MOST_OFFSET,
    maximum: MOST_OFFSET,
    default: [0, 0, 0],
    seed: true,
  },
  { name: "transfer[i].syncRootScale", type: "boolean", default: false, seed: true },
  { name: "transfer[i].transferHeadScale", type: "boolean", default: false, seed: true },
] as const;

const fields = ["hipOffset", "syncRootScale", "transferHeadScale"] as const;
export type TransferField = (typeof fields)[number];

export interface TransferName {
  readonly index: number;
  readonly field: TransferField;
}

/** Null: it is another property's name. */
export function transferName(property: string): TransferName | null {
  const [, index, name] = NAME.exec(property) ?? [];
  const field = fields.find((known) => known === name);
  return index === undefined || field === undefined ? null : { index: Number(index), field };
}

export const transferNames = (transfers: readonly Transfer[]): readonly string[] =>
  transfers.flatMap((_, index) => fields.map((field) => `transfer[${index}].${field}`));

/** By property. */
export function transferValues(transfers: readonly Transfer[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    transfers.flatMap((transfer, index) =>
      fields.map((field) => [`transfer[${index}].${field}`, transfer[field]] as const),
    ),
  );
}

/** What it is that a field takes, for people. */
export const expectedOf = (field: TransferField): string =>
  field === "hipOffset" ? "three numbers, x, y and z" : "true or false";

/** Numbers outside the range become its nearer end. Undefined: of another type. */
export function takenTransfer(field: TransferField, value: unknown): boolean | readonly number[] | undefined {
  if (field !== "hipOffset") return typeof value === "boolean" ? value : undefined;
  if (!Array.isArray(value) || value.length !== 3 || !value.every(Number.isFinite)) return undefined;
  return value.map((axis: number) => Math.min(Math.max(axis, -MOST_OFFSET), MOST_OFFSET));
}
