// Variants of any avatar file for acceptance tests: GLB bytes in, GLB bytes out.
// One list of them; the work is in the variant-*.ts files.
export { nameStyles } from "../../scripts/avatars/family/names";
export { dracoCompressed, ktx2Textures, meshoptCompressed, quantized } from "./variant-compression";
export {
  inCentimetres,
  pitched,
  sharedVertices,
  splitMeshes,
  splitPrimitives,
  splitTriangles,
  underScaledNodes,
} from "./variant-shape";
export {
  emptyTargets,
  keepTargets,
  mouthAndJawOnly,
  namesOnAccessors,
  namesOnPrimitives,
  removeTargets,
  renameTargets,
  scaleTargets,
  sparseTargets,
  withoutNames,
} from "./variant-targets";
