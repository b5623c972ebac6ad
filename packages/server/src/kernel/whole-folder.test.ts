import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { useFolder } from '../testing/folder.ts';
import { ownIdentity } from './database/embedded/process-identity.ts';
import { removeLeftBehind, removeUnfinished, wholeFolder } from './whole-folder.ts';

const folder = useFolder();
const inFolder = async (name: string) => {
  await mkdir(join(folder, name));
  return join(folder, name);
};

test('a folder appears whole: before, its name is free, and nothing stays beside it', async () => {
  const parent = await inFolder('whole');
  await wholeFolder(join(parent, 'loft'), async (at) => {
    await writeFile(join(at, 'a.json'), '{}');
    expect(await readdir(parent)).toEqual([expect.stringMatching(/^\.loft\./)]);
  });
  expect((await readdir(parent, { recursive: true })).sort()).toEqual(['loft', join('loft', 'a.json')]);
});

test('of two that write one folder at once the first gives it its name, and the other fails', async () => {
  const parent = await inFolder('two');
  const write = (text: string) => wholeFolder(join(parent, 'loft'), (at) => writeFile(join(at, 'a.json'), text));
  const [first, second] = await Promise.allSettled([write('1'), write('2')]);
  expect([first?.status, second?.status].sort()).toEqual(['fulfilled', 'rejected']);
  expect(await readdir(parent)).toEqual(['loft']);
});

test('what fails leaves nothing behind', async () => {
  const parent = await inFolder('failed');
  const failed = wholeFolder(join(parent, 'loft'), () => Promise.reject(new Error('no room')));
  await expect(failed).rejects.toThrow('no room');
  expect(await readdir(parent)).toEqual([]);
});

test('at its last moment a process removes what it is writing', async () => {
  const parent = await inFolder('last');
  const failed = wholeFolder(join(parent, 'loft'), async (at) => {
    await writeFile(join(at, 'a.json'), '{}');
    removeUnfinished();
    expect(await readdir(parent)).toEqual([]);
  });
  await expect(failed).rejects.toThrow('ENOENT');
});

test('only what a process left that has ended is removed, and nothing that somebody else named so', async () => {
  const parent = await inFolder('left');
  const own = ownIdentity();
  const unfinished = async (name: string, writer?: object | string) => {
    const hidden = `.${name}.0b0e7b1c-8a52-4c0f-9d3e-3f1a2b4c5d6e`;
    await mkdir(join(parent, hidden, name), { recursive: true });
    const text = typeof writer === 'string' ? writer : JSON.stringify(writer);
    if (text !== undefined) await writeFile(join(parent, hidden, 'writer.json'), text);
    return hidden;
  };
  await unfinished('killed', { ...own, started: '1' });
  const kept = [
    await unfinished('alive', own),
    await unfinished('elsewhere', { ...own, host: 'elsewhere', boot: 'another' }),
    await unfinished('unnamed'),
    await unfinished('torn', '{"pid":'),
    await unfinished('empty', ''),
  ];
  await mkdir(join(parent, '.git'));
  await removeLeftBehind(parent);
  expect((await readdir(parent)).sort()).toEqual([...kept, '.git'].sort());
});
