// The JSON document of an avatar file that has been read already: its nodes, to find them in a scene that a page has loaded.
// It checks nothing; the reader has done that.

/** A node of the file as far as it is needed to find its object and its rest. */
export interface FileNode {
  readonly name?: string;
  readonly mesh?: number;
  readonly children?: readonly number[];
  readonly rotation?: readonly number[];
  readonly matrix?: readonly number[];
}

export interface FileJson {
  readonly nodes: readonly FileNode[];
  readonly meshes: readonly { readonly name?: string; readonly primitives?: readonly unknown[] }[];
  /** Nodes from the roots of the file's scene down, children after their parent. */
  readonly order: readonly number[];
}

const GLB_MAGIC = 0x46546c67;
/** Bytes of the header of a GLB and of its first chunk, which is the JSON. */
const GLB_START = 20;
const GLB_JSON_LENGTH_AT = 12;

function documentText(bytes: Uint8Array): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isBinary = view.getUint32(0, true) === GLB_MAGIC;
  const text = isBinary
    ? bytes.subarray(GLB_START, GLB_START + view.getUint32(GLB_JSON_LENGTH_AT, true))
    : bytes;
  return new TextDecoder().decode(text).replace(/\0+$/, "");
}

export function readFileJson(bytes: Uint8Array): FileJson {
  const json = JSON.parse(documentText(bytes)) as Partial<FileJson> & {
    scene?: number;
    scenes?: { nodes?: number[] }[];
  };
  const { nodes = [], meshes = [] } = json;
  const order: number[] = [];
  const visit = (index: number): void => {
    order.push(index);
    for (const child of nodes[index]?.children ?? []) visit(child);
  };
  for (const root of json.scenes?.[json.scene ?? 0]?.nodes ?? []) visit(root);
  return { nodes, meshes, order };
}
