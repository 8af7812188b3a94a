// The loader's VRM part: materials, licence and humanoid; expressions and look-at are left out.
// Those are the core's: every morph and every eye bone has one writer.
import {
  type VRMExpressionLoaderPlugin,
  VRMLoaderPlugin,
  type VRMLookAtLoaderPlugin,
} from "@pixiv/three-vrm";
import type { GLTFParser } from "three/examples/jsm/loaders/GLTFLoader.js";

// A part of the plugin that does nothing.
const OFF = { name: "off", afterRoot: async () => {} } as unknown as VRMExpressionLoaderPlugin &
  VRMLookAtLoaderPlugin;

export function vrmPlugin(parser: GLTFParser): VRMLoaderPlugin {
  return new VRMLoaderPlugin(parser, { expressionPlugin: OFF, lookAtPlugin: OFF });
}
