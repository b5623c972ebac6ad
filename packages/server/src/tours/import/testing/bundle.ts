import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll } from 'vitest';

/** Files of a bundle: relative path → content; anything but text or bytes is written as JSON. */
export type BundleFiles = Readonly<Record<string, unknown>>;

/** VR basic data that the contract accepts, in as few fields as possible. */
export const basics = (code: string, more: object = {}): object => ({
  resource_code: code,
  name: `Tour ${code}`,
  is_active: false,
  model: { file_url: 'model', material_base_url: null, material_textures: null },
  ...more,
});

/** Writes files into a directory, which is created when it is missing. */
export async function writeFiles(directory: string, files: BundleFiles): Promise<void> {
  await mkdir(directory, { recursive: true });
  for (const [file, content] of Object.entries(files)) {
    const target = path.join(directory, file);
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, bytesOf(content));
  }
}

/** A directory for the enclosing suite, removed when it ends. */
export function useDirectory() {
  let root = '';
  let made = 0;
  beforeAll(async () => {
    root = await mkdtemp(path.join(os.tmpdir(), 'openhouse-import-'));
  });
  afterAll(() => rm(root, { recursive: true, force: true }));

  /** @returns The directory that the files were written to. */
  async function write(files: BundleFiles, name = `tour-${made++}`): Promise<string> {
    const directory = path.join(root, name);
    await writeFiles(directory, files);
    return directory;
  }

  return {
    write,
    /** @returns Path of the file. */
    async writeFile(name: string, content: unknown): Promise<string> {
      return path.join(await write({ [name]: content }), name);
    },
  };
}

const bytesOf = (content: unknown): string | Buffer =>
  typeof content === 'string' || Buffer.isBuffer(content) ? content : JSON.stringify(content, null, 2);
