import { BackSide, BoxGeometry, DoubleSide, Group, LineSegments, Mesh, MeshBasicMaterial } from 'three';
import { describe, expect, test } from 'vitest';
import { panoramaCamera, project, rayThrough } from '../geometry/camera.ts';
import { distance, type Vector } from '../geometry/vector.ts';
import { hitModel } from './hit-model.ts';

/** A box of 2 by 1 by 3 in its own units, z up, in a node that halves it, turns it upright and puts it at [4, 1, −2]. */
function placedBox(side: typeof DoubleSide | typeof BackSide = DoubleSide) {
  const mesh = new Mesh(new BoxGeometry(2, 1, 3), new MeshBasicMaterial({ side }));
  const node = new Group();
  node.scale.setScalar(0.5);
  node.rotation.x = -Math.PI / 2;
  node.position.set(4, 1, -2);
  node.add(mesh);
  const scene = new Group();
  scene.add(node);
  return { scene, mesh, node };
}

/** In the world: 1 wide, 1.5 high, 0.5 deep. */
const front = -2 + 0.25;
const [left, right, low, high] = [4 - 0.5, 4 + 0.5, 1 - 0.75, 1 + 0.75];

const size = { width: 900, height: 600 };
const eye = panoramaCamera([4.3, 1.2, 1], { yaw: -0.1, pitch: -0.05 }, 60, size);

/** What is hit where a place shows in the picture. */
function hitAt(scene: Group, place: Vector): Vector | undefined {
  const point = project(eye, place);
  if (point === undefined) throw new Error('the place is behind the eye');
  return hitModel({ scene }, eye.position, rayThrough(eye, point));
}

describe('a place of a model', () => {
  test.each<[string, Vector, Vector, number]>([
    ['wide', [left, 1, front], [right, 1, front], 1],
    ['high', [4, low, front], [4, high, front], 1.5],
    ['across', [left, low, front], [right, high, front], Math.hypot(1, 1.5)],
  ])('is where it shows: the box is as %s as its nodes make it', (_, from, to, metres) => {
    const { scene } = placedBox();
    // A hair inside of the edges, which a ray may miss.
    const inside = ([x, y, z]: Vector): Vector => [4 + (x - 4) * 0.9999, 1 + (y - 1) * 0.9999, z];
    const [first, second] = [hitAt(scene, inside(from)), hitAt(scene, inside(to))];
    if (first === undefined || second === undefined) throw new Error('the box is missed');
    expect(first[2]).toBeCloseTo(front, 6);
    expect(distance(first, second)).toBeCloseTo(metres, 3);
  });

  test('is none beside the model', () => {
    expect(hitAt(placedBox().scene, [right + 0.05, 1, front])).toBeUndefined();
  });

  test('is none where nothing shows: of what is hidden, of lines, of sides that are not drawn', () => {
    const { scene, node, mesh } = placedBox(BackSide);
    // One looks through the side in front at the one behind.
    expect(hitAt(scene, [4, 1, front])?.[2]).toBeCloseTo(-2 - 0.25, 6);
    node.add(new LineSegments(mesh.geometry));
    node.visible = false;
    expect(hitAt(scene, [4, 1, front])).toBeUndefined();
    node.visible = true;
    mesh.visible = false;
    expect(hitAt(scene, [4, 1, front])).toBeUndefined();
  });
});
