import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The vectors of this project: one JSON object a line in `vectors/<name>.ndjson`. */
export function ownVectors<Vector>(name: string): Vector[] {
  return lines(fileURLToPath(new URL(`vectors/${name}.ndjson`, import.meta.url))).map(
    (line) => JSON.parse(line) as Vector,
  );
}

/** Folder of the public attack lists; they keep their own licences and stay outside the project. */
const corporaDirectory = process.env.CORPORA_DIR;

/** Without the public lists (CONTRIBUTING.md) suites of them are skipped, and say so. */
export const publicListsMissing = corporaDirectory === undefined || !existsSync(corporaDirectory);

/** Lines of the public lists of a folder. @param prefix Of the names of its files. */
export function publicLines(folder: string, prefix = ''): string[] {
  const directory = join(corporaDirectory ?? '', folder);
  return readdirSync(directory)
    .filter((file) => file.endsWith('.txt') && file.startsWith(prefix))
    .flatMap((file) => lines(join(directory, file)));
}

/** Records of a public list that is one JSON object a line. */
export function publicRecords<Item>(file: string): Item[] {
  return lines(join(corporaDirectory ?? '', file)).map((line) => JSON.parse(line) as Item);
}

/** A public list that is one JSON text. */
export function publicList<Item>(file: string): Item[] {
  return JSON.parse(readFileSync(join(corporaDirectory ?? '', file), 'utf8')) as Item[];
}

/** A text of a public list. */
export interface PublicText {
  /** File of the list, from CORPORA_DIR. */
  readonly list: string;
  readonly text: string;
}

/** Every text of every public list, whatever its form, so that a list that is added is tried too. */
export function everyPublicText(): PublicText[] {
  const directory = corporaDirectory ?? '';
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(txt|json|ndjson)$/.test(file) && !file.startsWith('licences'))
    .sort()
    .flatMap((list) => textsOf(join(directory, list)).map((text) => ({ list, text })));
}

function textsOf(file: string): string[] {
  if (file.endsWith('.txt')) return lines(file);
  const texts = file.endsWith('.ndjson') ? lines(file) : [readFileSync(file, 'utf8')];
  return [...new Set(texts.flatMap((text) => stringsIn(JSON.parse(text))))];
}

function stringsIn(value: unknown, name = ''): string[] {
  if (typeof value === 'string') return [name === 'b64' ? Buffer.from(value, 'base64').toString() : value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => stringsIn(inner, Array.isArray(value) ? name : key));
}

/**
 * Redirect, URL and CRLF payloads of the public lists, filled in for two hosts.
 * @returns Nothing when CORPORA_DIR is not set; the tests then say so in their names.
 */
export function publicRedirectPayloads(portalHost: string, evilHost: string): string[] {
  if (corporaDirectory === undefined || !existsSync(corporaDirectory)) return [];
  const lists = [
    'open-redirect/fuzzdb-redirect-injection-template.txt',
    'open-redirect/fuzzdb-redirect-urls-template.txt',
    'open-redirect/pat-Open-Redirect-payloads.txt',
    'open-redirect/pat-open_redirect_wordlist.txt',
    'open-redirect/pat-openredirects.txt',
    'open-redirect/payloadbox-list.txt',
    'crlf/fuzzdb-crlf-injection.txt',
    'crlf/pat-crlfinjection.txt',
  ];
  const payloads = lists
    .flatMap((list) => lines(join(corporaDirectory, list)))
    .map((line) =>
      line
        .replaceAll('www.whitelisteddomain.tld', portalHost)
        .replaceAll('{target}', evilHost)
        .replaceAll('{payload}', `//${evilHost}`),
    );
  const inputs = ['url/urltestdata.json', 'url/ada_extra_urltestdata.json', 'url/urltestdata-javascript-only.json']
    .flatMap((file) => JSON.parse(readFileSync(join(corporaDirectory, file), 'utf8')) as unknown[])
    .flatMap((entry) => (typeof entry === 'object' && entry !== null && 'input' in entry ? [String(entry.input)] : []));
  return [...payloads, ...inputs];
}

function lines(file: string): string[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
}
