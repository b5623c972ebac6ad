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
const ASSETS = /^assets\/(?=.)/i;

/**
 * The files that a tour's payloads name at the gateway itself, each once, by path. VR basic data names files below its
 * `base_url`, and a model's textures below its `material_base_url`; everything else has absolute addresses. Files on other
 * hosts are not fetched. A gateway that is called by another name than it knows itself by (a proxy, a tunnel) says its own
 * in `base_url`: such files are fetched from where it is called, never from there.
 * @param payloads Parsed; only their strings are read.
 */
export function ownFiles(baseUrl: string, resourceCode: string, payloads: readonly unknown[]): OwnFile[] {
  const bases = payloads.map((payload) => (payload as Basics | null)?.base_url);
  const names = [baseUrl, ...bases.flatMap((base) => gatewayOf(base, resourceCode))];
  const found = new Map<string, OwnFile>();
  const fileAt = (address: string) => fileOf(names, resourceCode, address);
  const note = (address: string) => {
    const file = fileAt(address);
    if (file !== undefined) found.set(file.path, file);
  };
  for (const { text } of textsIn(payloads)) if (isWhole(text)) note(text);
  for (const payload of payloads) {
    const folder = folderOf(payload, fileAt);
    if (folder === undefined) continue;
    const { model, ...others } = payload as Basics;
    const { material_base_url, material_textures, ...ofModel } = model ?? {};
    for (const found of textsIn([others, ofModel])) noteBelow(folder, found);
    const textures = typeof material_base_url === 'string' ? below(folder, `${material_base_url}/`) : folder;
    for (const found of textsIn(material_textures, 'material_textures')) noteBelow(textures, found);
  }
  return [...found.values()].sort((a, b) => (a.path < b.path ? -1 : 1));

  function noteBelow(folder: URL, found: FoundText): void {
    const { text } = found;
    if (!isWhole(text) && looksLikeFile(found)) note(below(folder, text).href);
  }
}

/** The fields of VR basic data that say where files are. */
interface Basics {
  readonly base_url?: unknown;
  readonly model?: { readonly material_base_url?: unknown; readonly material_textures?: unknown } | null;
}

const isWhole = (text: string): boolean => /^https?:\/\//i.test(text);

/** @returns The address of a path below a folder; an absolute address is returned unchanged. */
const below = (folder: URL, name: string): URL => new URL(name.replace(/^\/+/, '').replace(/\/+$/, '/'), folder);

/** File extensions that occur in tours. */
const ENDINGS = new Set(
  'jpg jpeg png webp avif gif svg ktx ktx2 basis hdr exr glb gltf bin obj mtl fbx stl ply at3d pbm mp3 m4a aac ogg wav mp4 webm mov json txt csv pdf zip'.split(
    ' ',
  ),
);

/**
 * Whether a string is tried as a relative path. `1.05` is a number and `homes.example.com` a host: an extension starts with
 * a letter, and without a folder in the path it must be a known one. Words have spaces: `Leaves in the wind.mp3` is a title,
 * and a file where its field says so, or where it has a folder too.
 */
function looksLikeFile({ text, field }: FoundText): boolean {
  const [, path = '', ending] = /^([^:?#@\n]{1,1024}\.([a-z][a-z0-9]{0,7}))(?:\?\S*)?$/i.exec(text) ?? [];
  if (ending === undefined) return false;
  const [hasFolder, isKnown] = [path.includes('/'), ENDINGS.has(ending.toLowerCase())];
  return /\s/.test(path) ? isKnown && (hasFolder || NAMES_FILES.test(field)) : hasFolder || isKnown;
}

/** Fields whose values are addresses or paths: `title_picture_url`, `material_textures`, `path`. */
const NAMES_FILES = /(?:url|uri|path|src|texture)s?$/i;

/** The folder that paths in VR basic data are relative to, if it is on this gateway; undefined for other payloads. */
function folderOf(payload: unknown, fileAt: (address: string) => OwnFile | undefined): URL | undefined {
  const base = (payload as Basics | null)?.base_url;
  if (typeof base !== 'string') return undefined;
  const folder = base.replace(/\/*$/, '/');
  return fileAt(`${folder}x`) === undefined ? undefined : new URL(folder);
}

/**
 * A file that a signed link opens, fetched from where the gateway is called.
 * @returns undefined if the link leads to no file of this tour.
 */
export function signedFile(baseUrl: string, resourceCode: string, link: string): OwnFile | undefined {
  return fileOf([baseUrl, ...gatewayOf(link, resourceCode)], resourceCode, link);
}

/** The address of the gateway in that of a tour's file or folder of files; none in any other. */
function gatewayOf(address: unknown, resourceCode: string): string[] {
  const found =
    typeof address === 'string' && /^(https?:\/\/[^?#]+?)\/files\/[^/?#]+\/([^/?#]+)(?:[/?#]|$)/i.exec(address);
  return found && found[2] === encodeURIComponent(resourceCode) ? [found[1] ?? ''] : [];
}

/**
 * @param gateways Where the gateway is called, then by which other names it goes.
 * @returns The file at an address; undefined if it is not a file of this tour on this gateway.
 */
function fileOf(gateways: readonly string[], resourceCode: string, address: string): OwnFile | undefined {
  const [called = ''] = gateways;
  for (const gateway of gateways) {
    try {
      const [url, base] = [new URL(address), new URL(gateway)];
      const above = base.pathname.replace(/\/+$/, '');
      if (url.origin !== base.origin || !url.pathname.startsWith(`${above}/${FILES}/`)) continue;
      const below = url.pathname.slice(above.length);
      const [, code, ...segments] = below.slice(FILES.length + 2).split('/');
      // Addresses may begin at the top of a bundle.
      const path = segments.map(decodeURIComponent).join('/').replace(ASSETS, '');
      if (code !== resourceCode || !isSafePath(path)) continue;
      return { path, address: `${called.replace(/\/+$/, '')}${below}${url.search}` };
    } catch {
      // An invalid address is not a file.
    }
  }
  return undefined;
}

/** Whether a path stays below its folder on every operating system. */
export function isSafePath(path: string): boolean {
  const segments = path.split('/');
  const isPlain = segments.every((segment) => !['', '.', '..'].includes(segment) && !segment.startsWith('.'));
  return isPlain && posix.normalize(path) === path && !UNSAFE.test(path) && Buffer.byteLength(path) <= PATH_MAX_BYTES;
}

/** A string in a JSON value, and the member that has it, or that has the list it is in. */
interface FoundText {
  readonly text: string;
  readonly field: string;
}

/** Every string in a JSON value. */
function* textsIn(value: unknown, field = ''): Generator<FoundText> {
  if (typeof value === 'string') yield { text: value, field };
  else if (Array.isArray(value)) for (const child of value) yield* textsIn(child, field);
  else if (typeof value === 'object' && value !== null)
    for (const [name, child] of Object.entries(value)) yield* textsIn(child, name);
}
