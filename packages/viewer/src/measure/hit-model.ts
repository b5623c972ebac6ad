import { Mesh, type Object3D, Raycaster, Vector3 } from 'three';
import type { Vector } from '../geometry/vector.ts';
import type { LoadedModel } from '../model/loaded-model.ts';

/** @returns The place of a model that one sees in a direction; undefined where one looks past it. */
export function hitModel({ scene }: Pick<LoadedModel, 'scene'>, from: Vector, direction: Vector): Vector | undefined {
  scene.updateWorldMatrix(true, true);
  const hits = new Raycaster(new Vector3(...from), new Vector3(...direction)).intersectObject(scene);
  const seen = hits.find(({ object }) => object instanceof Mesh && isVisible(object));
  return seen && [seen.point.x, seen.point.y, seen.point.z];
}

function isVisible(object: Object3D): boolean {
  return object.visible && (object.parent === null || isVisible(object.parent));
}
