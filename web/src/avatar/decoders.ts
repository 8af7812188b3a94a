// The glTF loader with every decoder served from Doppel's own address: Draco, Meshopt, KTX2.
// It loads nothing itself and holds the only instances of the decoders' worker pools.

import basisWorkerUrl from "virtual:basis-worker-url";
import { LoadingManager, type WebGLRenderer } from "three";
import basisWasmUrl from "three/examples/jsm/libs/basis/basis_transcoder.wasm?url";
import { MeshoptDecoder } from "three/examples/jsm/libs/meshopt_decoder.module.js";
import { DRACO_GLTF_CONFIG, DRACOLoader } from "three/examples/jsm/loaders/DRACOLoader.js";
import { GLTFLoader } from "three/examples/jsm/loaders/GLTFLoader.js";
import { KTX2Loader } from "three/examples/jsm/loaders/KTX2Loader.js";
import { vrmPlugin } from "./vrm-plugin";

/** Worker threads of each decoder. Avatars hold few compressed parts; more threads would take cores from the frame loop. */
export const DECODER_WORKERS = 2;

// The worker pool of KTX2Loader, which its typings leave out.
interface Ktx2Internals {
  transcoderPending: Promise<void> | null;
  transcoderBinary: ArrayBuffer | null;
  workerConfig: Record<string, boolean>;
  workerPool: { setWorkerCreator(create: () => Worker): void };
  init(): Promise<void>;
}

/**
 * KTX2 textures through a worker file of our own. Upstream starts its worker from a blob, which inherits the page's policy; the
 * transcoder's bindings build functions from text, which that policy forbids. A worker file has a policy of its own.
 */
function useWorkerFile(loader: KTX2Loader): void {
  const internals = loader as unknown as Ktx2Internals;
  internals.init = () => {
    internals.transcoderPending ??= fetch(basisWasmUrl)
      .then((response) => {
        if (!response.ok) throw new Error(`KTX2 transcoder: ${response.status} for ${basisWasmUrl}`);
        return response.arrayBuffer();
      })
      .then((binary) => {
        internals.transcoderBinary = binary;
        internals.workerPool.setWorkerCreator(() => {
          const worker = new Worker(basisWorkerUrl);
          const transcoderBinary = binary.slice(0);
          worker.postMessage({ type: "init", config: internals.workerConfig, transcoderBinary }, [
            transcoderBinary,
          ]);
          return worker;
        });
      });
    return internals.transcoderPending;
  };
}

export class Decoders {
  private readonly draco = new DRACOLoader();
  private readonly ktx2 = new KTX2Loader();

  constructor(renderer: WebGLRenderer) {
    this.draco.setDecoderPath(DRACO_GLTF_CONFIG);
    this.draco.setWorkerLimit(DECODER_WORKERS);
    this.ktx2.setWorkerLimit(DECODER_WORKERS);
    this.ktx2.detectSupport(renderer);
    useWorkerFile(this.ktx2);
  }

  /**
   * A loader for one file.
   * @param resolve turns an address named in the file into one that can be fetched
   * @param onMissing called for each image or buffer that could not be had; the loader itself goes on without an image
   */
  loader(resolve: (uri: string) => string, onMissing: (address: string) => void): GLTFLoader {
    const manager = new LoadingManager(undefined, undefined, onMissing);
    manager.setURLModifier(resolve);
    const loader = new GLTFLoader(manager);
    loader.setDRACOLoader(this.draco);
    loader.setKTX2Loader(this.ktx2);
    loader.setMeshoptDecoder(MeshoptDecoder);
    loader.register(vrmPlugin);
    return loader;
  }

  dispose(): void {
    this.draco.dispose();
    this.ktx2.dispose();
  }
}
