// What can be chosen when an avatar becomes a file: the format, and ways in which real files differ without looking different.
// The defaults make the files that Doppel ships; the rest serves the test family.
import type { Part } from "../model";
import { type Expression, presetExpressions } from "./expressions";
import { NO_TURN, type Turn } from "./placement";

export type AvatarFormat = "glb" | "vrm0" | "vrm1";

/** A node between the scene and the hips. */
export interface NodeAbove {
  readonly name: string;
  readonly turn?: Turn;
  readonly scale?: number;
}

export interface WriteOptions {
  /** VRM 0.x faces -Z as its readers expect, the others +Z. Default `vrm1`. */
  readonly format?: AvatarFormat;
  /** Name of a bone's node; default the bone's own. */
  readonly nodeName?: (bone: string) => string;
  /** From the scene down to the hips; default one that changes nothing. What stands in the world stays there. */
  readonly above?: readonly NodeAbove[];
  /** Turn of a bone's own axes in the world at rest, on top of what `above` turns; default none. The body does not move. */
  readonly axes?: (bone: string) => Turn;
  /** Places as 16-bit numbers, whose scale is undone by the inverse bind matrices alone; default false. */
  readonly isQuantized?: boolean;
  /** Mesh that holds a part; parts of one mesh become its primitives. Default the part's own name. */
  readonly meshOf?: (part: Part) => string;
  /** Name of a channel's target; default the channel's own. */
  readonly targetName?: (channel: string) => string;
  /** Where the names of targets stand; default `meshes` (`extras.targetNames`). */
  readonly namesOn?: "meshes" | "primitives" | "accessors";
  /** VRM only; default `presetExpressions`. */
  readonly expressions?: readonly Expression[];
  /** VRM's own look-at; default `bone` where the avatar has both eye bones, else `expression`. */
  readonly lookAt?: "bone" | "expression";
}

export type Choices = Required<Omit<WriteOptions, "lookAt">> & Pick<WriteOptions, "lookAt">;

export function choicesOf(options: WriteOptions): Choices {
  return {
    format: "vrm1",
    nodeName: (bone) => bone,
    above: [{ name: "Root" }],
    axes: () => NO_TURN,
    isQuantized: false,
    meshOf: (part) => part.name,
    targetName: (channel) => channel,
    namesOn: "meshes",
    expressions: presetExpressions,
    ...options,
  };
}
