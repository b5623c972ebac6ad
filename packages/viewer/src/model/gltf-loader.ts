import type { LoadingManager } from 'three';
import type { MeshoptDecoder } from 'three/examples/jsm/libs/meshopt_decoder.module.js';
import type { DRACOLoader } from 'three/examples/jsm/loaders/DRACOLoader.js';
import { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';
import type { KTX2Loader } from 'three/examples/jsm/loaders/KTX2Loader.js';
import { dracoDecoder } from './decode-draco.ts';
import { Ktx2Loader } from './decode-ktx2.ts';
import { meshoptDecoder } from './decode-meshopt.ts';
import { dressModel } from './dress-model.ts';

/** @returns What loads glTF, compressed or not, and what loads its KTX2 textures, which keeps their failure. */
export function gltfLoader(manager: LoadingManager): { readonly models: GLTFLoader; readonly textures: Ktx2Loader } {
  const textures = new Ktx2Loader(manager);
  const models = new GLTFLoader(manager)
    // What the loader calls of these is there.
    .setMeshoptDecoder(meshoptDecoder as unknown as typeof MeshoptDecoder)
    .setDRACOLoader(dracoDecoder as unknown as DRACOLoader)
    .setKTX2Loader(textures as unknown as KTX2Loader)
    .register(() => ({
      name: 'openhouse',
      afterRoot: async ({ scenes }) => scenes.forEach(dressModel),
    }));
  return { models, textures };
}
