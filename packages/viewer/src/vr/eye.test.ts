import fc from 'fast-check';
import { Matrix4, PerspectiveCamera, Quaternion, Vector3 } from 'three';
import { expect, test } from 'vitest';
import { plus, type Vector } from '../geometry/vector.ts';
import { evenly } from '../testing/evenly.ts';
import { facing, lookThrough, matrixTo, turnBy } from './eye.ts';

/** An eye of three.js, whose sight reaches further to one side and further down, and that is turned and tilted. */
function otherEye(turns: Vector, left: number, right: number, up: number, down: number) {
  const eye = new PerspectiveCamera();
  eye.rotation.set(...turns, 'YXZ');
  eye.projectionMatrix = new Matrix4().makePerspective(-left, right, up, -down, 1, 100);
  eye.projectionMatrixInverse.copy(eye.projectionMatrix).invert();
  eye.updateMatrixWorld();
  return eye;
}
const turn = evenly(-1.4, 1.4);
const side = evenly(0.4, 1.3);
const eyes = fc.tuple(fc.tuple(turn, turn, turn), side, side, side, side);
const corner = evenly(-1, 1);

test('each pixel looks where another renderer has it look', () => {
  fc.assert(
    fc.property(eyes, corner, corner, evenly(-3, 3), (how, x, y, yaw) => {
      const eye = otherEye(...how);
      const axes = facing({ orientation: eye.quaternion as unknown as DOMPointReadOnly }, turnBy(yaw));
      const look = lookThrough(axes, new Float32Array(eye.projectionMatrix.elements));
      const ray = new Vector3(...plus(plus(look.forward, look.right, x), look.up, y)).normalize();
      // To the right is a turn about the axis that points down.
      const expected = new Vector3(x, y, 0.5).unproject(eye).normalize();
      expected.applyQuaternion(new Quaternion().setFromAxisAngle(new Vector3(0, -1, 0), yaw));
      expect(ray.distanceTo(expected)).toBeLessThan(1e-5);
    }),
  );
});

test('what is ahead of an eye stays ahead in its matrix', () => {
  fc.assert(
    fc.property(eyes, fc.tuple(corner, corner, corner), (how, place) => {
      const { quaternion } = otherEye(...how);
      const axes = facing({ orientation: quaternion as unknown as DOMPointReadOnly }, turnBy(0));
      const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 0] = matrixTo(axes);
      const [x, y, z] = place;
      const expected = new Vector3(...place).applyQuaternion(quaternion.clone().invert());
      const there = new Vector3(a * x + d * y + g * z, b * x + e * y + h * z, c * x + f * y + i * z);
      expect(there.distanceTo(expected)).toBeLessThan(1e-5);
    }),
  );
});
