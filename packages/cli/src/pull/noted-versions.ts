import { createHash } from 'node:crypto';
import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Version under which a piece came, and the SHA-256 of its bytes in hexadecimal. */
export interface NotedVersion {
  readonly etag: string;
  readonly sha256: string;
}

/** Versions by piece: the path of a file in the bundle, or `<file>#<id>` for a record that is asked for by itself. */
export type NotedVersions = Readonly<Record<string, NotedVersion>>;

export const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Where the versions of a bundle are noted: beside it, so that it stays what an export is. */
export const versionsFile = (into: string, resourceCode: string): string => join(into, `.${resourceCode}.etags.json`);

/** The ETags of an earlier run; empty if they cannot be read, and then everything is fetched again. */
export async function notedVersions(file: string): Promise<NotedVersions> {
  try {
    const noted: unknown = JSON.parse(await readFile(file, 'utf8'));
    return typeof noted === 'object' && noted !== null ? (noted as NotedVersions) : {};
  } catch {
    return {};
  }
}

/** Notes a version while its tour is being fetched, a line each: a killed run leaves those that it had. */
export async function noteVersion(log: string, piece: string, version: NotedVersion): Promise<void> {
  const line: readonly [string, NotedVersion] = [piece, version];
  await mkdir(dirname(log), { recursive: true });
  await appendFile(log, `${JSON.stringify(line)}\n`);
}

/** The versions that were noted so. */
export async function versionsInLog(log: string): Promise<NotedVersions> {
  const lines = await readFile(log, 'utf8').catch(() => '');
  return Object.fromEntries(lines.split('\n').flatMap(noteIn));
}

/** A line of the notes; none of one that a killed run did not finish. */
function noteIn(line: string): (readonly [string, NotedVersion])[] {
  try {
    return [JSON.parse(line) as readonly [string, NotedVersion]];
  } catch {
    return [];
  }
}
