// What the example page public/embed-scene.js uses of three.js and three-vrm, as one module; a page with a bundler imports them by name.
// Names only.
export { VRMLoaderPlugin } from "@pixiv/three-vrm";
export {
  DirectionalLight,
  HemisphereLight,
  PerspectiveCamera,
  Scene,
  Vector3,
  WebGLRenderer,
} from "three";
export { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";
