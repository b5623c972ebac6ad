import { pathBelow } from '../base-url.ts';

/** An address in a tour's payloads. */
export interface NamedAddress {
  /** File of the bundle and JSON pointer of the address. */
  readonly file: string;
  readonly pointer: string;
  /** As written there; below `material_base_url` where that applies. */
  readonly address: string;
}

/** The addresses in a tour's payloads: files that should be its own, and addresses elsewhere. */
export interface NamedFiles {
  /** Path below `assets/` → the first address of it. */
  readonly own: ReadonlyMap<string, NamedAddress>;
  /** Host → the addresses there, each once, and the first of them. */
  readonly foreign: ReadonlyMap<string, ReadonlySet<string>>;
  readonly firstForeign: NamedAddress | undefined;
  /**
   * Addresses at another gateway, or at another Team of this one, of files that the bundle has: the folder of the tour's files
   * there (`host/files/<team>/<code>/`) → the addresses, each once, and the first of them.
   */
  readonly copied: ReadonlyMap<string, ReadonlySet<string>>;
  readonly firstCopied: NamedAddress | undefined;
  /** Whether VR basic data has a relative address, and no `base_url` or a relative one. */
  readonly lacksBase: boolean;
}

/** An address elsewhere, and where it leads. */
export interface ForeignAddress extends NamedAddress {
  /** The absolute address of the file; an invalid one stays as it is. */
  readonly leadsTo: string;
  /** Set for a relative address: the path below `base_url`, or below the `material_base_url` of textures. */
  readonly below: { readonly path: string; readonly of: 'base' | 'textures' } | undefined;
}

/** Where the tour that names files is. */
export interface TourPlace {
  /** Address of the tour's files here, with a slash at its end. */
  readonly filesUrl: string;
  /** Paths below `assets/` that the bundle has. */
  readonly paths: readonly string[];
}

export interface NamedFilesOptions {
  /** Without it every address `…/files/<team>/<code>/…` is the tour's own. */
  readonly place?: TourPlace | undefined;
  /** Called for each address elsewhere, as often as it occurs. */
  readonly onForeign?: (address: ForeignAddress) => void;
  /** Called for each whole address of a file that the bundle has, at another gateway. @param path Below `assets/`. */
  readonly onCopied?: (address: string, path: string) => void;
}

/** A payload and the name of its file. */
export interface NamingPayload {
  readonly file: string;
  readonly value: unknown;
}

const VR_INFO = 'vr-info.json';
/** Its paths are always relative, even if they look absolute. */
const FILE_LIST = 'file-detail.json';
/** File extensions that occur in tours. */
const ENDINGS = new Set(
  'jpg jpeg png webp avif gif svg ktx ktx2 basis hdr exr glb gltf bin obj mtl fbx stl ply at3d pbm mp3 m4a aac ogg wav mp4 webm mov json txt csv pdf zip'.split(
    ' ',
  ),
);
/** Maximum number of addresses at one other host that are counted in a tour. */
const MAX_FOREIGN = 100_000;

/** Tours have thousands of addresses: for most texts the first character decides. */
function isAbsolute(text: string): boolean {
  const first = text.charCodeAt(0);
  return (first === SLASH || (first | LOWER_CASE) === SMALL_H) && /^(?:https?:)?\/\//i.test(text);
}

const [SLASH, SMALL_H, LOWER_CASE] = [0x2f, 0x68, 0x20];
const MAX_ADDRESS = 1024;

/**
 * `1.05` is a number and `homes.example.com` a host: an extension starts with a letter, without a folder it is a known
 * one.
 */
function looksLikeFile(text: string): boolean {
  const query = text.indexOf('?');
  const path = query === -1 ? text : text.slice(0, query);
  const dot = path.lastIndexOf('.');
  if (dot < 1 || dot > MAX_ADDRESS || /[:#@\n]/.test(path) || (query !== -1 && /\s/.test(text))) return false;
  const ending = path.slice(dot + 1).toLowerCase();
  return ENDINGS.has(ending) || (path.includes('/') && /^[a-z][a-z0-9]{0,7}$/.test(ending));
}

/**
 * Finds the addresses in a tour's payloads. Relative ones occur in VR basic data, below its `base_url` (textures of the
 * model below its `material_base_url`), and in the paths of the extended file list; all others are absolute.
 * @param code Resource code: addresses `…/files/<team>/<code>/…` are the tour's own (decision 0017). Those of another gateway or
 *   Team are its own too where the bundle has the file, and lead elsewhere where it has not.
 */
export function namedFiles(
  payloads: readonly NamingPayload[],
  code: string,
  { place, onForeign, onCopied }: NamedFilesOptions = {},
): NamedFiles {
  const own = new Map<string, NamedAddress>();
  const foreign = new Map<string, Set<string>>();
  let firstForeign: NamedAddress | undefined;
  const copied = new Map<string, Set<string>>();
  let firstCopied: NamedAddress | undefined;
  let lacksBase = false;
  const here = place && ownAddress(place.filesUrl, code)?.folder;
  // File systems spell names in their own way (`servedNames`).
  const spelt = (path: string) => path.normalize('NFC').toLowerCase();
  const brought = new Set(place?.paths.map(spelt));
  /** The folder of an address of the tour's files that is not theirs here. */
  const elsewhere = (address: string) => {
    const folder = here === undefined ? undefined : ownAddress(address, code)?.folder;
    return folder === here ? undefined : folder;
  };
  const noteCopied = (folder: string, named: NamedAddress) => {
    firstCopied ??= named;
    const there = copied.get(folder);
    if (there === undefined) copied.set(folder, new Set([named.address]));
    else if (there.size < MAX_FOREIGN) there.add(named.address);
  };
  const noteOwn = (path: string, named: NamedAddress) => {
    if (isFile(path) && !own.has(path)) own.set(path, named);
  };
  for (const { file, value } of payloads) {
    const basics = file === VR_INFO ? (value as Readonly<Record<string, unknown>> | null) : undefined;
    const base = typeof basics?.base_url === 'string' ? basics.base_url : '';
    const folder = base.replace(/\/+$/, '');
    const ownBase = ownFolder(base, code);
    const baseAway = isAbsolute(base) ? elsewhere(`${folder}/`) : undefined;
    const textureBase = textureFolder(basics?.model);
    const textures = texturesOf(basics?.model);
    const baseHost = hostOf(base);
    const noteForeign = (text: string, host: string, pointer: () => string, below?: ForeignAddress['below']) => {
      if (text === base && pointer() === '/base_url') return;
      if (onForeign !== undefined) {
        const start = below?.of === 'base' ? `${folder}/` : undefined;
        const leadsTo = resolved(below?.path ?? text, start);
        onForeign({ file, pointer: pointer(), address: text, leadsTo, below });
      }
      firstForeign ??= { file, pointer: pointer(), address: text };
      const there = foreign.get(host);
      if (there === undefined) foreign.set(host, new Set([text]));
      else if (there.size < MAX_FOREIGN) there.add(text);
    };
    const noteHere = (text: string, path: string, pointer: () => string) => {
      if (text !== base || pointer() !== '/base_url') noteOwn(path, { file, pointer: pointer(), address: text });
    };
    /** @returns Whether it is an address of a file of the tour, as far as is known. */
    const noteOwnOrCopied = (text: string, pointer: () => string): boolean => {
      const path = ownPath(text, code);
      if (path === undefined) return false;
      const away = isFile(path) ? elsewhere(text) : undefined;
      if (away !== undefined) {
        if (!brought.has(spelt(path))) return false;
        noteCopied(away, { file, pointer: pointer(), address: text });
        onCopied?.(text, path);
      }
      noteHere(text, path, pointer);
      return true;
    };
    eachText(value, file, (text, pointer) => {
      if (isAbsolute(text)) {
        if (noteOwnOrCopied(text, pointer)) return;
        if (looksLikeAddressOfFile(text)) noteForeign(text, hostOf(text), pointer);
      } else if (basics !== undefined && looksLikeFile(text)) {
        const isTexture = textures.has(text) && pointer().startsWith('/model/material_textures/');
        const below = isTexture ? `${textureBase}${text}` : text;
        if (isAbsolute(below)) {
          const path = elsewhere(below) === undefined ? ownPath(below, code) : undefined;
          if (path !== undefined) noteHere(text, path, pointer);
          else noteForeign(text, hostOf(below), pointer, { path: below, of: 'textures' });
          return;
        }
        const path = ownBase === undefined ? undefined : pathBelow(`${ownBase}${below}`);
        if (path !== undefined && (baseAway === undefined || brought.has(spelt(path)))) {
          lacksBase ||= !isAbsolute(base);
          if (baseAway !== undefined) noteCopied(baseAway, { file, pointer: '/base_url', address: base });
          noteHere(text, path, pointer);
        } else noteForeign(text, baseHost, pointer, { path: below, of: 'base' });
      } else if (file === FILE_LIST && /^\/file_list\/\d+\/path$/.test(pointer())) noteHere(text, text, pointer);
    });
  }
  return { own, foreign, firstForeign, copied, firstCopied, lacksBase };
}

const isFile = (path: string): boolean => path !== '' && !path.endsWith('/');

/** The folder below `assets/` that a `base_url` stands for; undefined for one elsewhere. */
function ownFolder(base: string, code: string): string | undefined {
  const folder = base.replace(/\/+$/, '');
  return isAbsolute(base) ? ownPath(`${folder}/`, code) : pathBelow(base === '' ? '' : `${folder}/`);
}

/**
 * @param base The `base_url` of VR basic data; empty for none.
 * @returns The path below `assets/` of an address in VR basic data; undefined for an address elsewhere.
 */
export function ownFileAt(base: string, code: string, address: string): string | undefined {
  if (isAbsolute(address)) return ownPath(address, code);
  const folder = ownFolder(base, code);
  return folder === undefined ? undefined : pathBelow(`${folder}${address}`);
}

/** Names of textures, which are below a folder of their own. */
function texturesOf(model: unknown): ReadonlySet<unknown> {
  const names = (model as { readonly material_textures?: unknown } | null | undefined)?.material_textures;
  return new Set(Array.isArray(names) ? names : []);
}

function textureFolder(model: unknown): string {
  const base = (model as { readonly material_base_url?: unknown } | null | undefined)?.material_base_url;
  return typeof base === 'string' && base !== '' ? base.replace(/\/*$/, '/') : '';
}

/** Whether an absolute address may be one of a file: that of a certificate or a page is not. */
const looksLikeAddressOfFile = (text: string): boolean => {
  const host = text.indexOf('//') + 2;
  const start = text.indexOf('/', host);
  const tail = text.slice(host).search(/[?#]/);
  const path = start === -1 ? '' : text.slice(start, tail === -1 ? undefined : host + tail);
  return looksLikeFile(path) && !/\.(?:html?|php|aspx?|jsp)$/i.test(path);
};

function resolved(address: string, base = 'https://tour.invalid'): string {
  return URL.canParse(address, base) ? new URL(address, base).href : address;
}

/** The host of an absolute address; empty for any other. */
function hostOf(address: string): string {
  if (!isAbsolute(address)) return '';
  const start = address.indexOf('//') + 2;
  const length = address.slice(start).search(/[/?#]/);
  return (length === -1 ? address.slice(start) : address.slice(start, start + length)).toLowerCase();
}

/** An absolute address as one of a file of the tour, at some gateway. */
interface OwnAddress {
  /** Below `assets/`; empty for the folder of all files. */
  readonly path: string;
  /** Address of that folder without a scheme, which may differ: `gateway.example.com/files/acme/hut/`. */
  readonly folder: string;
}

/** @returns undefined for any other address. */
function ownAddress(address: string, code: string): OwnAddress | undefined {
  if (!address.includes('/files/')) return undefined;
  try {
    const { host, pathname } = new URL(address, 'http://tour.invalid');
    const segments = pathname.split('/').map(decodeURIComponent);
    const at = segments.indexOf('files');
    if (at === -1 || segments[at + 2] !== code) return undefined;
    return { path: segments.slice(at + 3).join('/'), folder: `${host}${segments.slice(0, at + 3).join('/')}/` };
  } catch {
    return undefined;
  }
}

const ownPath = (address: string, code: string): string | undefined => ownAddress(address, code)?.path;

/**
 * Calls `tell` for every string in a JSON value that could be an address: one with a dot or slashes. Tours consist
 * mostly of numbers, and the pointers of most strings are never needed.
 */
function eachText(root: unknown, file: string, tell: (text: string, pointer: () => string) => void): void {
  const isFileList = file === FILE_LIST;
  const path: (string | number)[] = [];
  const pointer = () => path.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
  const visit = (key: string | number, value: unknown): void => {
    if (typeof value === 'string') {
      if (!isFileList && !value.includes('.') && !value.includes('//')) return;
      path.push(key);
      tell(value, pointer);
      path.pop();
    } else if (typeof value === 'object' && value !== null) {
      path.push(key);
      below(value);
      path.pop();
    }
  };
  // The nesting is bounded by that of a JSON file.
  const below = (value: object): void => {
    if (!Array.isArray(value)) {
      for (const key in value) visit(key, (value as Readonly<Record<string, unknown>>)[key]);
      // A list of numbers holds no text.
    } else if (typeof value[0] !== 'number') {
      for (let at = 0; at < value.length; at += 1) visit(at, value[at]);
    }
  };
  if (typeof root === 'object' && root !== null) below(root);
}
