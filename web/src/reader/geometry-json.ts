// Reduces a glTF document to what geometry hangs on: meshes, their accessors, inverse bind matrices; all of it checked.
// Textures, materials and animations do not come through: they cannot matter to what is measured, nor fail.
import type { GltfContainer } from "./container";
import { GeometryChecks, MESHOPT, MESHOPT_RATIFIED } from "./geometry-checks";
import { arrayAt, countAt, isObject, type JsonObject, objectAt, objectsAt, textOr } from "./json-values";
import { ReadError } from "./read-error";
import { MODE_TRIANGLES } from "./triangles";

export const DRACO = "KHR_draco_mesh_compression";

const READ_EXTENSIONS = new Set([
  DRACO,
  MESHOPT,
  MESHOPT_RATIFIED,
  "KHR_mesh_quantization",
  "VRM",
  "VRMC_vrm",
]);
/** Extensions that change how a surface looks or what a file says about itself, not where a vertex is. */
const LOOK_EXTENSION =
  /^(KHR_(materials|texture|lights|xmp|animation|node_visibility)|EXT_(texture|materials|lights)|MSFT_(texture|packing)|VRMC_)/;

const READ_VERSION = /^2\./;
const GEOMETRY_ATTRIBUTE = /^(POSITION|(JOINTS|WEIGHTS)_\d+)$/;

function checkExtensions(json: JsonObject): void {
  arrayAt(json.extensionsRequired, "extensionsRequired").forEach((name, index) => {
    const text = textOr(name);
    if (READ_EXTENSIONS.has(text) || LOOK_EXTENSION.test(text)) return;
    throw new ReadError(
      "unsupported-extension",
      `extensionsRequired[${index}]`,
      `the extension "${text}" is not supported`,
    );
  });
}

function reduceDraco(
  checks: GeometryChecks,
  value: unknown,
  attributes: JsonObject,
  place: string,
): JsonObject {
  const draco = objectAt(value, place);
  const ids = Object.entries(objectAt(draco.attributes, `${place}.attributes`))
    .filter(([name]) => name in attributes)
    .map(([name, id]) => [name, countAt(id, `${place}.attributes.${name}`)] as const);
  const bufferView = checks.useView(draco.bufferView, `${place}.bufferView`);
  return { bufferView, attributes: Object.fromEntries(ids) };
}

function reduceTarget(
  checks: GeometryChecks,
  value: JsonObject,
  vertexCount: number,
  place: string,
): JsonObject {
  if (value.POSITION === undefined) return {};
  const index = checks.useAccessor(value.POSITION, `${place}.POSITION`, ["VEC3"]);
  if (checks.accessorCount(index) !== vertexCount) {
    throw new ReadError("out-of-range", `${place}.POSITION`, `expected ${vertexCount} deltas, one a vertex`);
  }
  return { POSITION: index };
}

function reduceAttributes(
  checks: GeometryChecks,
  source: JsonObject,
  decoded: JsonObject | undefined,
  place: string,
): Record<string, number> {
  const attributes: Record<string, number> = {};
  for (const [name, value] of Object.entries(source)) {
    if (!GEOMETRY_ATTRIBUTE.test(name)) continue;
    const types = name === "POSITION" ? ["VEC3"] : ["VEC4"];
    const isDecoded = decoded !== undefined && name in decoded;
    attributes[name] = checks.useAccessor(value, `${place}.${name}`, types, isDecoded);
  }
  const { POSITION } = attributes;
  if (POSITION === undefined) return {};
  const vertexCount = checks.accessorCount(POSITION);
  for (const [name, index] of Object.entries(attributes)) {
    if (checks.accessorCount(index) === vertexCount) continue;
    throw new ReadError("out-of-range", `${place}.${name}`, `expected ${vertexCount} entries`);
  }
  return attributes;
}

function reducePrimitive(checks: GeometryChecks, primitive: JsonObject, place: string): JsonObject {
  const draco = objectAt(primitive.extensions, `${place}.extensions`)[DRACO];
  const dracoPlace = `${place}.extensions.${DRACO}`;
  const decoded = isObject(draco) ? objectAt(draco.attributes, `${dracoPlace}.attributes`) : undefined;
  const source = objectAt(primitive.attributes, `${place}.attributes`);
  const attributes = reduceAttributes(checks, source, decoded, `${place}.attributes`);
  const mode = countAt(primitive.mode, `${place}.mode`, MODE_TRIANGLES);
  const position = attributes.POSITION;
  if (position === undefined) return { attributes, targets: [], mode };
  const vertexCount = checks.accessorCount(position);
  const targets = objectsAt(primitive.targets, `${place}.targets`).map((target, index) =>
    reduceTarget(checks, target, vertexCount, `${place}.targets[${index}]`),
  );
  const reduced: Record<string, unknown> = { attributes, targets, mode };
  if (primitive.indices !== undefined) {
    const isDecoded = decoded !== undefined;
    reduced.indices = checks.useAccessor(primitive.indices, `${place}.indices`, ["SCALAR"], isDecoded);
  }
  if (decoded !== undefined) {
    reduced.extensions = { [DRACO]: reduceDraco(checks, draco, attributes, dracoPlace) };
  }
  return reduced;
}

export function checkVersion(json: JsonObject): void {
  const version = textOr(objectAt(json.asset, "asset").version);
  if (READ_VERSION.test(version)) return;
  throw new ReadError("unsupported-version", "asset.version", `expected "2.0", found "${version}"`);
}

/** Name under which buffer `index` is handed to the parser. */
export function bufferName(index: number): string {
  return `buffer-${index}.bin`;
}

export interface ReducedDocument {
  readonly json: JsonObject;
  readonly usesDraco: boolean;
  readonly usesMeshopt: boolean;
}

/** Throws `ReadError`. Indices of accessors, meshes, primitives and targets are those of the file. */
export function reduceToGeometry(container: GltfContainer): ReducedDocument {
  const { json } = container;
  checkVersion(json);
  checkExtensions(json);
  const checks = new GeometryChecks(container);
  const meshes = objectsAt(json.meshes, "meshes").map((mesh, index) => ({
    primitives: objectsAt(mesh.primitives, `meshes[${index}].primitives`).map((primitive, position) =>
      reducePrimitive(checks, primitive, `meshes[${index}].primitives[${position}]`),
    ),
  }));
  objectsAt(json.skins, "skins").forEach((skin, index) => {
    if (skin.inverseBindMatrices === undefined) return;
    checks.useAccessor(skin.inverseBindMatrices, `skins[${index}].inverseBindMatrices`, ["MAT4"]);
  });
  const usesDraco = meshes.some((mesh) =>
    mesh.primitives.some((primitive) => primitive.extensions !== undefined),
  );
  return reducedDocument(container, checks, meshes, usesDraco);
}

/** A document of nothing but the accessors that were checked, and these meshes. */
export function reducedDocument(
  container: GltfContainer,
  checks: GeometryChecks,
  meshes: readonly JsonObject[],
  usesDraco: boolean,
): ReducedDocument {
  const { usesMeshopt } = checks;
  const extensions = [...(usesDraco ? [DRACO] : []), ...(usesMeshopt ? [MESHOPT] : [])];
  const reduced = {
    asset: { version: "2.0" },
    buffers: container.buffers.map(({ byteLength }, index) => ({ byteLength, uri: bufferName(index) })),
    bufferViews: checks.reducedViews(),
    accessors: checks.reducedAccessors(),
    meshes,
    extensionsUsed: extensions,
    extensionsRequired: extensions,
  };
  return { json: reduced, usesDraco, usesMeshopt };
}
