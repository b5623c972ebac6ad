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
 * The files that a tour's payloads name at the gateway itself, each once, by path. VR basic data names files below its
 * `base_url`, and a model's textures below its `material_base_url`; everything else has whole addresses. What lies
 * elsewhere is not ours to fetch.
 * @param payloads Parsed, for their texts only.
 */
export function ownFiles(baseUrl: string, resourceCode: string, payloads: readonly unknown[]): OwnFile[] {
  const found = new Map<string, OwnFile>();
  const note = (address: string) => {
    const file = fileOf(baseUrl, resourceCode, address);
    if (file !== undefined) found.set(file.path, file);
  };
  for (const text of textsIn(payloads)) if (isWhole(text)) note(text);
  for (const payload of payloads) {
    const folder = folderOf(baseUrl, resourceCode, payload);
    if (folder === undefined) continue;
    const { model, ...others } = payload as Basics;
    const { material_base_url, material_textures, ...ofModel } = model ?? {};
    for (const text of textsIn([others, ofModel])) noteBelow(folder, text);
    const textures = typeof material_base_url === 'string' ? below(folder, `${material_base_url}/`) : folder;
    for (const text of textsIn(material_textures)) noteBelow(textures, text);
  }
  return [...found.values()].sort((a, b) => (a.path < b.path ? -1 : 1));

  function noteBelow(folder: URL, text: string): void {
    if (!isWhole(text) && looksLikeFile(text)) note(below(folder, text).href);
  }
}

/** What of VR basic data says where files lie. */
interface Basics {
  readonly base_url?: unknown;
  readonly model?: { readonly material_base_url?: unknown; readonly material_textures?: unknown } | null;
}

const isWhole = (text: string): boolean => /^https?:\/\//i.test(text);

/** @returns A name below a folder; a whole address stays what it is. */
const below = (folder: URL, name: string): URL => new URL(name.replace(/^\/+/, '').replace(/\/+$/, '/'), folder);

/** Endings of what tours are made of. */
const ENDINGS = new Set(
  'jpg jpeg png webp avif gif svg ktx ktx2 basis hdr exr glb gltf bin obj mtl fbx stl ply at3d pbm mp3 m4a aac ogg wav mp4 webm mov json txt csv pdf zip'.split(
    ' ',
  ),
);

/**
 * Whether a text is tried as a relative name. `1.05` is a number and `homes.example.com` a host: an ending begins with a
 * letter, and without a folder before it it is a known one.
 */
function looksLikeFile(text: string): boolean {
  const ending = /^[^\s:?#@]{1,1024}\.([a-z][a-z0-9]{0,7})$/i.exec(text)?.[1];
  return ending !== undefined && (text.includes('/') || ENDINGS.has(ending.toLowerCase()));
}

/** The folder that the names of VR basic data count from, when it lies at this gateway; undefined for all other data. */
function folderOf(baseUrl: string, resourceCode: string, payload: unknown): URL | undefined {
  const base = (payload as Basics | null)?.base_url;
  if (typeof base !== 'string') return undefined;
  const folder = base.replace(/\/*$/, '/');
  return fileOf(baseUrl, resourceCode, `${folder}x`) === undefined ? undefined : new URL(folder);
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
