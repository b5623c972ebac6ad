import { type Group, LoadingManager, Mesh, Vector3 } from 'three';
import { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';

/** A model, and its triangles for cutting floor plans. */
export interface LoadedModel {
  readonly scene: Group;
  /** Corners in metres of the world, nine numbers a triangle. */
  readonly triangles: Float32Array;
}

/** Loads a glTF model. @throws When it does not arrive or cannot be read. */
export async function loadModel(address: string): Promise<LoadedModel> {
  const manager = new LoadingManager();
  const [, query = ''] = address.split('?');
  // Files that the model names beside itself are the same Team's.
  manager.setURLModifier((url) =>
    query !== '' && url.startsWith('/') && !url.includes('?') ? `${url}?${query}` : url,
  );
  const { scene } = await new GLTFLoader(manager).loadAsync(address);
  return { scene, triangles: trianglesOf(scene) };
}

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
