// Runs in the browser: draws one avatar file from many views, at many values, into one labelled picture.
// It is the authors' eye and makes the contact sheets; it is no part of the page.
import { VRMLoaderPlugin, VRMUtils } from "@pixiv/three-vrm";
import { MathUtils, Mesh, type Object3D, PerspectiveCamera, Scene, Vector3, WebGLRenderer } from "three";
import { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";
import { Lights } from "../../../web/src/stage/lights";
import type { Cell, Sheet } from "./sheet";

/** sRGB. */
const BACKGROUND = 0x3a3f47;

async function load(base64: string): Promise<Object3D> {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const loader = new GLTFLoader();
  loader.register((parser) => new VRMLoaderPlugin(parser));
  const gltf = await loader.parseAsync(bytes.buffer, "");
  const vrm = gltf.userData.vrm;
  if (vrm !== undefined) VRMUtils.rotateVRM0(vrm);
  gltf.scene.traverse((object) => {
    object.frustumCulled = false;
  });
  return gltf.scene;
}

function apply(root: Object3D, cell: Cell): void {
  root.traverse((object) => {
    if (object instanceof Mesh && object.morphTargetDictionary !== undefined) {
      for (const [name, index] of Object.entries(object.morphTargetDictionary)) {
        (object.morphTargetInfluences ?? [])[index as number] = cell.values?.[name] ?? 0;
      }
    }
    object.userData.rest ??= object.quaternion.clone();
    object.quaternion.copy(object.userData.rest);
    const turn = cell.pose?.[object.name];
    if (turn !== undefined) {
      const [x, y, z] = turn.map(MathUtils.degToRad) as [number, number, number];
      object.rotateX(x).rotateY(y).rotateZ(z);
    }
    if (object instanceof Mesh) object.visible = cell.hidden?.includes(object.name) !== true;
  });
}

function aim(camera: PerspectiveCamera, cell: Cell): void {
  const { target, distance, yaw = 0, pitch = 0, fov = 20 } = cell.view;
  const [a, b] = [MathUtils.degToRad(yaw), MathUtils.degToRad(pitch)];
  const at = new Vector3(...target);
  camera.fov = fov;
  camera.position
    .set(Math.sin(a) * Math.cos(b), Math.sin(b), Math.cos(a) * Math.cos(b))
    .multiplyScalar(distance)
    .add(at);
  camera.lookAt(at);
  camera.updateProjectionMatrix();
}

/** White on a dark strip, whatever is drawn behind. `y`: the cell's lower edge. */
function label(paper: CanvasRenderingContext2D, text: string, x: number, y: number): void {
  if (text === "") return;
  const { width, fontBoundingBoxAscent: height } = paper.measureText(text);
  paper.fillStyle = "#000a";
  paper.fillRect(x, y - height - 8, width + 12, height + 8);
  paper.fillStyle = "#fff";
  paper.fillText(text, x + 6, y - 4);
}

async function draw(base64: string, sheet: Sheet): Promise<string> {
  const renderer = new WebGLRenderer({ antialias: true, preserveDrawingBuffer: true });
  renderer.setSize(sheet.width, sheet.height, false);
  renderer.setClearColor(sheet.background ?? BACKGROUND);
  const scene = new Scene();
  const root = await load(base64);
  scene.add(root);
  new Lights(scene).fit(root);
  const camera = new PerspectiveCamera(20, sheet.width / sheet.height, 0.02, 20);
  const rows = Math.ceil(sheet.cells.length / sheet.columns);
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [sheet.width * sheet.columns, sheet.height * rows];
  const paper = canvas.getContext("2d") as CanvasRenderingContext2D;
  paper.fillStyle = `#${(sheet.background ?? BACKGROUND).toString(16).padStart(6, "0")}`;
  paper.fillRect(0, 0, canvas.width, canvas.height);
  paper.font = `${Math.max(11, Math.round(sheet.height / 18))}px sans-serif`;
  paper.textBaseline = "alphabetic";
  for (const [index, cell] of sheet.cells.entries()) {
    apply(root, cell);
    aim(camera, cell);
    renderer.render(scene, camera);
    const [x, y] = [(index % sheet.columns) * sheet.width, Math.floor(index / sheet.columns) * sheet.height];
    paper.drawImage(renderer.domElement, x, y);
    label(paper, cell.label ?? "", x, y + sheet.height);
  }
  renderer.dispose();
  return canvas.toDataURL("image/png").split(",")[1] as string;
}

Object.assign(window, { drawSheet: draw });
