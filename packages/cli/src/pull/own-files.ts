import { posix } from 'node:path';

/** Longest path of a file in a bundle, in bytes: what an import takes. */
const PATH_MAX_BYTES = 1024;
const UNSAFE = /[\p{Cc}\p{Surrogate}\\]/u;

/** A file of a tour that the gateway itself serves. */
export interface OwnFile {
  /** Below `assets/`. */
  readonly path: string;
  readonly address: string;
}

/** Where the gateway serves files: `{base_url}/files/<team>/<resource code>/<path>` (decision 0017). */
const FILES = 'files';

/**
 * The files that a tour's payloads name at the gateway itself, each once, by path. Relative names count below the tour's
 * `base_url`. What lies elsewhere is not ours to fetch.
 * @param payloads Parsed, for their texts only.
 */
export function ownFiles(baseUrl: string, resourceCode: string, payloads: readonly unknown[]): OwnFile[] {
  const found = new Map<string, OwnFile>();
  const folder = folderOf(baseUrl, resourceCode, payloads);
  const note = (address: string) => {
    const file = fileOf(baseUrl, resourceCode, address);
    if (file !== undefined) found.set(file.path, file);
  };
  for (const text of textsIn(payloads)) {
    if (/^https?:\/\//i.test(text)) note(text);
    else if (folder !== undefined && looksLikeFile(text)) note(new URL(text.replace(/^\/+/, ''), folder).href);
  }
  return [...found.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** A relative name with an ending; other texts are not tried. */
const looksLikeFile = (text: string): boolean => /^[^\s:?#]{1,1024}\.[A-Za-z0-9]{1,8}$/.test(text);

/** The address that relative names count from: that of VR basic data, when it lies at this gateway. */
function folderOf(baseUrl: string, resourceCode: string, payloads: readonly unknown[]): URL | undefined {
  for (const payload of payloads) {
    const base = (payload as { base_url?: unknown } | null)?.base_url;
    if (typeof base !== 'string' || fileOf(baseUrl, resourceCode, `${base.replace(/\/*$/, '/')}x`) === undefined)
      continue;
    return new URL(base.replace(/\/*$/, '/'));
  }
  return undefined;
}

/** @returns The file at an address; undefined when it is no file of this tour at this gateway. */
function fileOf(baseUrl: string, resourceCode: string, address: string): OwnFile | undefined {
  try {
    const [url, base] = [new URL(address), new URL(baseUrl)];
    const above = base.pathname.replace(/\/+$/, '');
    if (url.origin !== base.origin || !url.pathname.startsWith(`${above}/${FILES}/`)) return undefined;
    const [, code, ...segments] = url.pathname.slice(above.length + FILES.length + 2).split('/');
    const path = segments.map(decodeURIComponent).join('/');
    return code === resourceCode && isSafePath(path)
      ? { path, address: `${url.origin}${url.pathname}${url.search}` }
      : undefined;
  } catch {
    return undefined;
  }
}

/** Stays below the folder it is written to, on every system. */
export function isSafePath(path: string): boolean {
  const segments = path.split('/');
  const isPlain = segments.every((segment) => !['', '.', '..'].includes(segment) && !segment.startsWith('.'));
  return isPlain && posix.normalize(path) === path && !UNSAFE.test(path) && Buffer.byteLength(path) <= PATH_MAX_BYTES;
}

/** Every text in some JSON. */
function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null) for (const child of Object.values(value)) yield* textsIn(child);
}

/** glTF: the length of the header, the type of its JSON, and where both stand. */
const GLB = { magic: 0x46546c67, jsonType: 0x4e4f534a, header: 12, chunkHeader: 8 } as const;

/** Files that a glTF model names beside itself; none for anything else. */
export function filesOfModel(path: string, bytes: Buffer): string[] {
  const json = /\.gltf$/i.test(path) ? bytes : /\.glb$/i.test(path) ? jsonOfGlb(bytes) : undefined;
  if (json === undefined) return [];
  try {
    const { buffers = [], images = [] } = JSON.parse(json.toString()) as Record<string, { uri?: unknown }[]>;
    const named = [...buffers, ...images].map(({ uri }) => uri).filter((uri) => typeof uri === 'string');
    const beside = named.filter((uri) => !/^[a-z][a-z0-9+.-]*:/i.test(uri)).map((uri) => decodeURIComponent(uri));
    return beside.map((uri) => posix.join(posix.dirname(path), uri)).filter(isSafePath);
  } catch {
    return [];
  }
}

function jsonOfGlb(bytes: Buffer): Buffer | undefined {
  const start = GLB.header + GLB.chunkHeader;
  if (bytes.length < start || bytes.readUInt32LE(0) !== GLB.magic) return undefined;
  const length = bytes.readUInt32LE(GLB.header);
  return bytes.readUInt32LE(GLB.header + 4) === GLB.jsonType ? bytes.subarray(start, start + length) : undefined;
}
