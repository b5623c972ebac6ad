import { expect, test } from 'vitest';
import { freePort } from './processes.ts';

test.skipIf(process.platform !== 'linux')(
  'no other worker, and no other checkout, gets a port that is given',
  async () => {
    // As another process, it knows of the first one's only what the system does.
    const another = './processes.ts?another';
    const other: { freePort: typeof freePort } = await import(/* @vite-ignore */ another);
    expect(other.freePort).not.toBe(freePort);
    const ports: number[] = [];
    for (let n = 0; n < 250; n += 1) ports.push(await freePort(), await other.freePort());
    expect(new Set(ports).size).toBe(ports.length);
  },
);
