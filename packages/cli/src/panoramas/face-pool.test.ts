import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { paintedSphere } from '../testing/painted-sphere.ts';
import { type FacePool, openFacePool } from './face-pool.ts';

const EDGE = 64;
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

describe('threads that project faces', { tags: ['slow'] }, () => {
  const band = paintedSphere(64);
  let pool: FacePool;
  beforeEach(() => {
    pool = openFacePool(2);
  });
  afterEach(() => pool.close());

  test('keep nothing of a face that was taken from them', async () => {
    const faces: WeakRef<Uint8Array>[] = [];
    for (let count = 0; count < 40; count += 1) {
      faces.push(new WeakRef(await pool.project({ band, face: 'front', edge: EDGE })));
    }
    await setImmediate();
    collect();
    expect(faces.filter((face) => face.deref() !== undefined).length).toBeLessThan(4);
  });

  test('that end fail what they were asked for, and what is asked for later', async () => {
    const asked = Array.from({ length: 4 }, () => pool.project({ band, face: 'front', edge: EDGE }));
    const outcomes = Promise.allSettled(asked);
    await pool.close();
    const later = pool.project({ band, face: 'front', edge: EDGE });
    await expect(later).rejects.toThrow('A thread that projects faces has ended.');
    for (const outcome of await outcomes) expect(outcome).toMatchObject({ status: 'rejected' });
  });
});
