import { chown, open, readFile, realpath, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { DATA_DIRECTORY } from '@openhouse/contract';
import type { Config } from '../../config/config.ts';
import { COMMAND_PREFIX } from '../../config/secret-command.ts';
import { FILE_SUFFIX } from '../../config/secret-files.ts';
import type { RingName } from '../../config/secrets.ts';
import type { KeyRing } from '../../kernel/keys/key-ring.ts';
import { renamed } from '../../kernel/renamed.ts';
import { syncDirectory } from '../../kernel/whole-file.ts';
import { KeyRefused } from './key-refused.ts';
import { ringText } from './rules.ts';

/** Where a ring comes from. Files can be written; what an environment says belongs to whoever made it. */
export type RingPlace =
  | { readonly kind: 'file'; readonly path: string }
  /** `keys.json`, with the rings that a first start generated. */
  | { readonly kind: 'generated'; readonly path: string }
  | { readonly kind: 'environment' };

/** @param env The environment that the configuration was read from. */
export function placeOfRing(
  env: Readonly<Record<string, string | undefined>>,
  config: Pick<Config, RingName | 'DATA_DIR'>,
  name: RingName,
): RingPlace {
  // As the configuration reads it (`unwrap`): a file of variables from Windows leaves a line break at its end.
  const path = env[`${name}${FILE_SUFFIX}`]?.trim() ?? '';
  if (path !== '') return { kind: 'file', path };
  if (config[name] === null) return { kind: 'generated', path: join(config.DATA_DIR, DATA_DIRECTORY.keys) };
  return { kind: 'environment' };
}

/**
 * Puts a ring into its file: whole or not at all, with the file's own mode and owner. One process at a time (`lockRings`).
 * @param from The ring that was read from there.
 * @throws {KeyRefused} For a place that cannot be written, and when the file has changed meanwhile.
 */
export async function writeRing(place: RingPlace, name: RingName, from: KeyRing, to: KeyRing): Promise<void> {
  if (place.kind === 'environment') {
    throw new KeyRefused(
      'RING_NOT_WRITABLE',
      `${name} is a variable of the environment, which no command can change. Run this again with --print, which prints the new value, and set it yourself; or keep the ring in a file: ${name}${FILE_SUFFIX}.`,
    );
  }
  try {
    const path = await realpath(place.path);
    const text = await readFile(path, 'utf8');
    await replaceFile(
      path,
      place.kind === 'file' ? replacedText(text, name, from, to) : replacedEntry(text, name, from, to),
    );
  } catch (error) {
    if (error instanceof KeyRefused) throw error;
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    if (NO_ROOM.includes(code)) {
      throw new KeyRefused(
        'RING_NOT_WRITABLE',
        `${place.path} cannot be written: its disk has no room (${code}). It is as it was: make room, and run this again.`,
      );
    }
    throw new KeyRefused(
      'RING_NOT_WRITABLE',
      `${place.path} cannot be written (${code}). Run this again as the user who may, or with --print, which prints the new value of ${name}.`,
    );
  }
}

function replacedText(text: string, name: RingName, from: KeyRing, to: KeyRing): string {
  if (text.startsWith(COMMAND_PREFIX)) {
    throw new KeyRefused(
      'RING_NOT_WRITABLE',
      `${name} comes from KEY_COMMAND, where no command of ours can change it. Run this again with --print, which prints the new value, and put it there.`,
    );
  }
  refuseOther(text, name, from);
  return `${ringText(to)}\n`;
}

/** @throws {KeyRefused} When a text is no longer the ring that was read from it. */
function refuseOther(text: string, name: RingName, from: KeyRing): void {
  // Spaces around commas are taken too, and a single key may stand there without its number.
  const read = text.replaceAll(/\s/g, '');
  if (read === ringText(from) || (from.length === 1 && read === from[0]?.key.toString('base64url'))) return;
  throw new KeyRefused('RING_NOT_WRITABLE', `The file of ${name} has changed meanwhile. Run the command again.`);
}

function replacedEntry(text: string, name: RingName, from: KeyRing, to: KeyRing): string {
  const kept = JSON.parse(text) as Record<string, string>;
  refuseOther(kept[name] ?? '', name, from);
  return `${JSON.stringify({ ...kept, [name]: ringText(to) }, null, 2)}\n`;
}

const NO_ROOM = ['ENOSPC', 'EDQUOT', 'EFBIG'];

async function replaceFile(path: string, text: string): Promise<void> {
  const { mode, uid, gid } = await stat(path);
  const draft = join(dirname(path), `.${basename(path)}.part`);
  // Of a process that was killed: it holds keys, and nobody else would remove it.
  await rm(draft, { force: true });
  try {
    const file = await open(draft, 'wx', mode & 0o777);
    try {
      await file.chmod(mode & 0o777);
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    // Written by root for the service's user: it must be able to read it afterwards.
    if (uid !== process.getuid?.() || gid !== process.getgid?.()) await chown(draft, uid, gid);
    await renamed(draft, path);
    await syncDirectory(dirname(path));
  } finally {
    await rm(draft, { force: true });
  }
}
