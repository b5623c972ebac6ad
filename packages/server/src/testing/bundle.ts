import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bundledEndpoints } from '@openhouse/contract';

export interface TestBundle {
  readonly code: string;
  readonly active?: boolean;
  /** JSON text of an operation instead of its example; null leaves the operation out. */
  readonly payloads?: Readonly<Record<string, string | null>>;
  /** Path below assets/ → content. */
  readonly files?: Readonly<Record<string, string | Buffer>>;
}

/**
 * Writes a bundle made of the contract's examples: every operation, every field.
 * @returns The bundle's directory.
 */
export async function writeBundle(
  parent: string,
  { code, active = true, payloads = {}, files = {} }: TestBundle,
): Promise<string> {
  const directory = join(parent, code);
  await mkdir(directory, { recursive: true });
  for (const { name, example } of bundledEndpoints) {
    const given = payloads[name];
    if (given === null) continue;
    const { data } = example;
    const payload = name === 'vr-info' ? { ...data, resource_code: code, is_active: active } : data;
    const listed = name === 'hot-detail' || name === 'group-tree' ? [payload] : payload;
    await writeFile(join(directory, `${name}.json`), given ?? JSON.stringify(listed));
  }
  for (const [path, content] of Object.entries(files)) {
    const file = join(directory, 'assets', path);
    await mkdir(join(file, '..'), { recursive: true });
    await writeFile(file, content);
  }
  return directory;
}
