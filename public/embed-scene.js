// What a page has anyway, without Doppel: an avatar that three.js has loaded, a renderer, a camera in front of the face.
// With a bundler the imports are "three", "three/addons/loaders/GLTFLoader.js" and "@pixiv/three-vrm".
import {
  DirectionalLight,
  GLTFLoader,
  HemisphereLight,
  PerspectiveCamera,
  Scene,
  Vector3,
  VRMLoaderPlugin,
  WebGLRenderer,
} from "./embed/three.js";

/** The file and what the loader makes of it. */
export async function loadAvatar(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: status ${answer.status}`);
  const bytes = await answer.arrayBuffer();
  const loader = new GLTFLoader().register((parser) => new VRMLoaderPlugin(parser));
  const gltf = await loader.parseAsync(bytes, "");
  return { bytes, gltf, vrm: gltf.userData.vrm };
}

/** Draws the avatar on the canvas; `everyFrame(seconds, dt)` is called before each picture. */
export function show(canvas, vrm, everyFrame) {
  const renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true });
  const scene = new Scene();
  const camera = new PerspectiveCamera(24, 1, 0.01, 20);
  const light = new DirectionalLight(0xfff3e6, 2.1);
  light.position.set(0.9, 1.1, 1.6);
  scene.add(vrm.scene, light, new HemisphereLight(0xdfe8f5, 0x5a5048, 1.6));
  const head = vrm.humanoid.getRawBoneNode("head").getWorldPosition(new Vector3());
  new ResizeObserver(() => {
    const { clientWidth, clientHeight } = canvas;
    renderer.setPixelRatio(devicePixelRatio);
    renderer.setSize(clientWidth, clientHeight, false);
    camera.aspect = clientWidth / clientHeight;
    // Farther away where the picture is narrow, so that the whole head is seen.
    camera.position.set(head.x, head.y + 0.06, head.z + 0.95 / Math.min(1, camera.aspect * 1.1));
    camera.updateProjectionMatrix();
  }).observe(canvas);
  let last = 0;
  renderer.setAnimationLoop((now) => {
    everyFrame(now / 1000, Math.min((now - last) / 1000, 0.1));
    last = now;
    renderer.render(scene, camera);
  });
}
