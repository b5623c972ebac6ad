import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { keyOf } from './cut-picture.ts';

test('a picture that went since it was found cannot be read, and is nothing that cannot be written', async () => {
  const path = join(tmpdir(), 'no-such-folder', 'hall.jpg');
  const [width, height] = [64, 32];
  const key = keyOf({ kind: 'sphere', path, width, height, full: { width, height, left: 0, top: 0 } }, 16);
  await expect(key).rejects.toThrow('there is no such file (ENOENT)');
});
