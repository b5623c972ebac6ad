import { panoramaCamera, project } from '@openhouse/viewer/inside';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { directionAt, directionOf } from './gaze.ts';

test('a tag lies where somebody clicked, within a pixel', () => {
  const look = {
    yaw: fc.double({ min: -3.1, max: 3.1, noNaN: true }),
    pitch: fc.double({ min: -1.5, max: 1.5, noNaN: true }),
  };
  const pixel = { x: fc.nat(800), y: fc.nat(400) };
  fc.assert(
    fc.property(fc.record(look), fc.record(pixel), (pose, { x, y }) => {
      const camera = panoramaCamera([0, 0, 0], pose, 75, { width: 800, height: 400 });
      const { yaw, pitch } = directionOf(directionAt(camera, x, y));
      const level = Math.cos(pitch);
      const seen = project(camera, [level * Math.sin(yaw), Math.sin(pitch), -level * Math.cos(yaw)]);
      expect(Math.hypot((seen?.x ?? 0) - x, (seen?.y ?? 0) - y)).toBeLessThan(1.5);
    }),
  );
});
