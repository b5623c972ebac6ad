import { Box3, type Group, LoadingManager, Mesh, Vector3 } from 'three';
import { blobOfData } from './blob-of-data.ts';
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
  const inTeam = withQueryOf(new URL(address, document.baseURI));
  manager.setURLModifier((named) => blobOfData(named) ?? inTeam(named));
  const { models, textures } = gltfLoader(manager);
  const { scene } = await models.loadAsync(address);
  if (textures.failure !== undefined) throw textures.failure;
  const box = new Box3().setFromObject(scene);
  if (box.isEmpty()) throw new Error(`The model ${address} has nothing that can be drawn.`);
  // Whole metres, so that what is cut out of it lies on the plan's grid.
  const origin = box.getCenter(new Vector3()).round();
  return { scene, triangles: trianglesOf(scene, origin), origin: [origin.x, origin.y, origin.z] };
}

const isTileset = (address: string): boolean => /\.json$/i.test(address.replace(/[?#].*$/, ''));

function trianglesOf(scene: Group, origin: Vector3): Float32Array {
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
      corner.fromBufferAttribute(places, order === null ? index : order.getX(index));
      corner.applyMatrix4(mesh.matrixWorld).sub(origin);
      triangles.set([corner.x, corner.y, corner.z], at);
      at += 3;
    }
  }
  return triangles;
}
