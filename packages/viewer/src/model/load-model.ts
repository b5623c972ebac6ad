import { type Group, LoadingManager, Mesh, Vector3 } from 'three';
import { gltfLoader } from './gltf-loader.ts';
import type { LoadedModel } from './loaded-model.ts';
import { withQueryOf } from './with-query-of.ts';

/**
 * Loads a glTF model, or the tilesets that stand for one.
 * @param addresses One of glTF, or any number of tilesets.
 * @throws When it does not arrive or cannot be read.
 */
export async function loadModel(addresses: readonly string[]): Promise<LoadedModel> {
  const [address = ''] = addresses;
  if (isTileset(address)) {
    const { loadTilesets } = await import('./load-tilesets.ts');
    return loadTilesets(addresses);
  }
  const manager = new LoadingManager();
  manager.setURLModifier(withQueryOf(new URL(address, document.baseURI)));
  const { models, textures } = gltfLoader(manager);
  const { scene } = await models.loadAsync(address);
  if (textures.failure !== undefined) throw textures.failure;
  return { scene, triangles: trianglesOf(scene) };
}

const isTileset = (address: string): boolean => /\.json$/i.test(address.replace(/[?#].*$/, ''));

function trianglesOf(scene: Group): Float32Array {
  scene.updateMatrixWorld(true);
  const meshes: Mesh[] = [];
  scene.traverse((object) => {
    if (object instanceof Mesh) meshes.push(object);
  });
  const count = (mesh: Mesh) => (mesh.geometry.index ?? mesh.geometry.getAttribute('position')).count;
  const triangles = new Float32Array(meshes.reduce((sum, mesh) => sum + count(mesh), 0) * 3);
  const corner = new Vector3();
  let at = 0;
  for (const mesh of meshes) {
    const places = mesh.geometry.getAttribute('position');
    const order = mesh.geometry.index;
    for (let index = 0; index < count(mesh); index++) {
      corner.fromBufferAttribute(places, order === null ? index : order.getX(index)).applyMatrix4(mesh.matrixWorld);
      triangles.set([corner.x, corner.y, corner.z], at);
      at += 3;
    }
  }
  return triangles;
}
