// Bytes of an avatar file -> AvatarDescription: the reader's front door, alike in a worker of the page and in Node.
// Nothing is drawn and no image is decoded; three.js loads the same bytes for that.
import type {
  AvatarDescription,
  ChannelRoute,
  ExpressionDescription,
  FaceRoutes,
} from "./avatar-description";
import { findRoutes, type MeshNames } from "./channel-routes";
import { CHANNEL_NAMES } from "./channel-table";
import { openContainer, type UriResolver } from "./container";
import type { Decoders } from "./decoders";
import { readExpressions } from "./expressions";
import { faceBonePivots, headUpOf, movingFaceBones } from "./face-bones";
import { footSoles } from "./foot-soles";
import { readGeometry } from "./geometry-accessors";
import { readHumanoid } from "./humanoid";
import { type JsonObject, objectAt, objectsAt, textOr } from "./json-values";
import { readLicence } from "./licence";
import { type LookAt, lookAtRoute, readLookAt } from "./look-at";
import { readMorphSlots } from "./morph-slots";
import { type NodeTree, readNodeTree } from "./node-tree";
import { ReadError } from "./read-error";
import { ankleHeight, restHeight } from "./rest-height";
import { withRestShape } from "./rest-shape";
import { type FaceBoneName, faceBoneOfNodes, readSkins, type SkinMatrices } from "./skins";
import { findSubstitutes } from "./substitutes";
import { readMapping, type TargetMapping, withMapped } from "./target-mapping";
import { readVertexBuffers } from "./vertex-buffers";
import { readVrmJson } from "./vrm-json";
import { reductionOf } from "./vrm-reduction";

export interface ReadOptions {
  /** Name for messages and for the description; the last part of a path. */
  readonly file: string;
  readonly decoders?: Decoders;
  /** For a .gltf with buffers in files of their own. */
  readonly resolveUri?: UriResolver;
  /** Targets mapped to channels by hand; default none. */
  readonly mapping?: TargetMapping;
}

function namesOfMeshes(json: JsonObject): MeshNames {
  const names = objectsAt(json.meshes, "meshes").map((mesh) => [textOr(mesh.name)]);
  for (const node of objectsAt(json.nodes, "nodes")) {
    if (typeof node.mesh === "number") names[node.mesh]?.push(textOr(node.name));
  }
  return (mesh) => {
    const owners = (names[mesh] ?? []).filter((name) => name !== "");
    return { label: owners[0] ?? `mesh ${mesh}`, owners };
  };
}

function ownMatricesOf(tree: NodeTree, nodeFaceBones: Int8Array): (node: number) => SkinMatrices {
  return (node) => ({
    matrices: Float64Array.from(tree.nodes[node]?.world as Float64Array),
    faceBones: Int8Array.of(nodeFaceBones[node] as number),
    matrixNodes: Int32Array.of(node),
  });
}

function reducedChannels(
  expressions: readonly ExpressionDescription[],
  lookAt: LookAt,
  moving: ReadonlySet<FaceBoneName>,
): Record<string, ChannelRoute> {
  const channels: Record<string, ChannelRoute> = {};
  for (const channel of CHANNEL_NAMES) {
    const route = channel.startsWith("eyeLook")
      ? lookAtRoute(channel, lookAt, expressions, moving)
      : reductionOf(channel, expressions)?.route;
    if (route !== undefined) channels[channel] = route;
  }
  return channels;
}

async function describeAvatar(bytes: Uint8Array, options: ReadOptions): Promise<AvatarDescription> {
  const container = await openContainer(bytes, options.resolveUri);
  const { json } = container;
  const vrm = readVrmJson(json, container.isBinary);
  const isVrm = vrm.format === "vrm0" || vrm.format === "vrm1";
  const tree = readNodeTree(json, vrm.format);
  const geometry = await readGeometry(container, options.decoders ?? {});
  const humanoid = readHumanoid(vrm, json, tree);
  const nodeFaceBones = faceBoneOfNodes(tree, humanoid);
  const skins = readSkins(json, geometry, tree, nodeFaceBones);
  const { slots, slotOf } = readMorphSlots(json, geometry);
  const own = ownMatricesOf(tree, nodeFaceBones);
  const buffers = readVertexBuffers(json, geometry, tree, skins, own, slotOf);

  const meshNames = namesOfMeshes(json);
  const expressions = readExpressions(vrm, json, slotOf);
  const lookAt = readLookAt(vrm);
  const pivots = faceBonePivots(tree, humanoid);
  const moving = movingFaceBones(buffers, pivots);
  const mapped = readMapping(options.mapping ?? {}, slots);
  const found = findRoutes(slots, expressions, meshNames, mapped.taken);
  const reduced = isVrm && Object.keys(found.channels).length === 0;
  const named = reduced ? reducedChannels(expressions, lookAt, moving) : found.channels;
  const channels = withMapped(named, mapped, slots);
  const routes: FaceRoutes = { slotCount: slots.length, expressions, channels };
  const owners = (mesh: number) => meshNames(mesh).owners;
  const sources = { slots, expressions, lookAt, moving, isVrm, owners };
  const substitutes = findSubstitutes(channels, sources);
  const shape = withRestShape(json, { routes, substitutes, slots, buffers }, slotOf);
  const ankle = ankleHeight(tree.nodes, humanoid, shape.buffers);
  const feet = {
    ...(ankle === null ? {} : { ankleHeight: ankle }),
    soles: footSoles(tree.nodes, humanoid, shape.buffers),
  };
  const licence = readLicence(vrm, json);
  return {
    file: options.file,
    format: vrm.format,
    name: licence.title || options.file.replace(/\.[^.]*$/, ""),
    height: restHeight(shape.buffers),
    ...feet,
    generator: textOr(objectAt(json.asset, "asset").generator),
    licence,
    nodes: tree.nodes,
    humanoid,
    faceBonePivots: pivots,
    headUp: headUpOf(tree, humanoid),
    slots: shape.slots,
    meshNames: objectsAt(json.meshes, "meshes").map((_, mesh) => meshNames(mesh).label),
    routes,
    substitutes,
    reduced,
    findings: found.findings,
    unknownTargets: mapped.unknown,
    buffers: shape.buffers,
  };
}

/** Reads a GLB, glTF or VRM file. Throws `ReadError`, and nothing else, for whatever is wrong with the file. */
export async function readAvatar(bytes: Uint8Array, options: ReadOptions): Promise<AvatarDescription> {
  try {
    return await describeAvatar(bytes, options);
  } catch (error) {
    if (error instanceof ReadError) throw error.inFile(options.file);
    throw error;
  }
}

/** The description without its geometry, light enough to be posted and kept. */
export function stripGeometry(description: AvatarDescription): AvatarDescription {
  return { ...description, buffers: [] };
}
