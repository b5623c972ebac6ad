import { Box3, type Group, InstancedMesh, LoadingManager, Matrix4, Mesh, Vector3 } from 'three';
import { blobOfData } from './blob-of-data.ts';
import { gltfLoader } from './gltf-loader.ts';
import { isTileset } from './is-tileset.ts';
import type { LoadedModel } from './loaded-model.ts';
import { withQueryOf } from './with-query-of.ts';

/**
 * Loads a glTF model, or the tilesets that stand for one.
 * @param addresses One of glTF, or any number of tilesets.
 * @param signal Ends it: what has not arrived is cancelled.
 * @throws When it does not arrive or cannot be read, or was ended.
 */
export async function loadModel(addresses: readonly string[], signal: AbortSignal): Promise<LoadedModel> {
  const [address = ''] = addresses;
  if (isTileset(address)) {
    const { loadTilesets } = await import('./load-tilesets.ts');
    return loadTilesets(addresses, signal);
  }
  const manager = new LoadingManager();
  const inTeam = withQueryOf(new URL(address, document.baseURI));
  manager.setURLModifier((named) => blobOfData(named) ?? inTeam(named));
  const missing: string[] = [];
  manager.onError = (file) => missing.push(file);
  const { models, textures } = gltfLoader(manager);
  signal.throwIfAborted();
  const cancel = () => manager.abort();
  signal.addEventListener('abort', cancel);
  const { scene } = await models.loadAsync(address).finally(() => signal.removeEventListener('abort', cancel));
  if (textures.failure !== undefined) throw textures.failure;
  const box = new Box3().setFromObject(scene);
  // Of what has no corner, or one that is no number.
  if (![...box.min, ...box.max].every(Number.isFinite))
    throw new Error(`The model ${address} has nothing that can be drawn.`);
  // Whole metres, so that what is cut out of it lies on the plan's grid.
  const origin = box.getCenter(new Vector3()).round();
  return { scene, triangles: trianglesOf(scene, origin), origin: [origin.x, origin.y, origin.z], missing };
}

/** One mesh may stand at a million places: what is cut of them has to fit into memory. */
const REPEATED_CORNERS_MAX = 2 ** 23;

function trianglesOf(scene: Group, origin: Vector3): Float32Array {
  scene.updateMatrixWorld(true);
  const meshes: Mesh[] = [];
  scene.traverse((object) => {
    if (object instanceof Mesh && object.geometry.hasAttribute('position')) meshes.push(object);
  });
  /** Of whole triangles: a file may have more. */
  const corners = ({ geometry }: Mesh) => {
    const { count } = geometry.index ?? geometry.getAttribute('position');
    return count - (count % 3);
  };
  const places = (mesh: Mesh) =>
    mesh instanceof InstancedMesh ? Math.min(mesh.count, Math.floor(REPEATED_CORNERS_MAX / corners(mesh))) : 1;
  const triangles = new Float32Array(meshes.reduce((sum, mesh) => sum + corners(mesh) * places(mesh), 0) * 3);
  const [corner, place] = [new Vector3(), new Matrix4()];
  let at = 0;
  for (const mesh of meshes) {
    const order = mesh.geometry.index;
    for (let which = 0; which < places(mesh); which++) {
      if (mesh instanceof InstancedMesh) mesh.getMatrixAt(which, place);
      else place.identity();
      place.premultiply(mesh.matrixWorld);
      for (let index = 0; index < corners(mesh); index++) {
        // Where bones move it.
        mesh.getVertexPosition(order === null ? index : order.getX(index), corner);
        corner.applyMatrix4(place).sub(origin);
        triangles.set([corner.x, corner.y, corner.z], at);
        at += 3;
      }
    }
  }
  return triangles;
}
