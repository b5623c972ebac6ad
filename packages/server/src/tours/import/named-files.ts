import { pathBelow } from '../base-url.ts';

/** An address that a tour's payloads name. */
export interface NamedAddress {
  /** File of the bundle and JSON pointer of the place that names it. */
  readonly file: string;
  readonly pointer: string;
  /** As it stands there; below `material_base_url` where that applies. */
  readonly address: string;
}

/** What the payloads of a tour name: files that should be its own, and addresses elsewhere. */
export interface NamedFiles {
  /** Path below `assets/` → the first place that names it. */
  readonly own: ReadonlyMap<string, NamedAddress>;
  readonly foreign: readonly NamedAddress[];
  /** Whether a relative address stands in VR basic data, and no `base_url` or a relative one. */
  readonly lacksBase: boolean;
}

/** A payload by the name of its file. */
export interface NamingPayload {
  readonly file: string;
  readonly value: unknown;
}

const VR_INFO = 'vr-info.json';
/** File extensions that occur in tours. */
const ENDINGS = new Set(
  'jpg jpeg png webp avif gif svg ktx ktx2 basis hdr exr glb gltf bin obj mtl fbx stl ply at3d pbm mp3 m4a aac ogg wav mp4 webm mov json txt csv pdf zip'.split(
    ' ',
  ),
);
/** Most addresses of other hosts that are kept of a tour: more would only be counted. */
const MAX_FOREIGN = 100_000;

const isAbsolute = (text: string): boolean => /^(?:https?:)?\/\//i.test(text);

/** `1.05` is a number and `homes.example.com` a host: an extension starts with a letter, without a folder it is a known one. */
function looksLikeFile(text: string): boolean {
  const ending = /^[^:?#@\n]{1,1024}\.([a-z][a-z0-9]{0,7})(?:\?[^\s]*)?$/i.exec(text)?.[1];
  return ending !== undefined && (text.includes('/') || ENDINGS.has(ending.toLowerCase()));
}

/**
 * Finds the addresses in a tour's payloads. Relative ones stand in VR basic data, below its `base_url` (textures of the
 * model below its `material_base_url`), and in the paths of the extended file list; all others are absolute.
 * @param code Resource code: addresses `…/files/<team>/<code>/…` are the tour's own (decision 0017).
 */
export function namedFiles(payloads: readonly NamingPayload[], code: string): NamedFiles {
  const own = new Map<string, NamedAddress>();
  const foreign: NamedAddress[] = [];
  let lacksBase = false;
  const noteOwn = (path: string, named: NamedAddress) => {
    if (path !== '' && !path.endsWith('/') && !own.has(path)) own.set(path, named);
  };
  for (const { file, value } of payloads) {
    const basics = file === VR_INFO ? (value as Readonly<Record<string, unknown>> | null) : undefined;
    const base = typeof basics?.base_url === 'string' ? basics.base_url : '';
    const ownBase = isAbsolute(base) ? ownPath(`${base.replace(/\/*$/, '/')}`, code) : pathBelow(base);
    const textureBase = textureFolder(basics?.model);
    for (const { pointer, text } of textsIn(value)) {
      const named = { file, pointer, address: text };
      if (isAbsolute(text)) {
        const path = ownPath(text, code);
        if (path !== undefined) noteOwn(path, named);
        else if (looksLikeAddressOfFile(text) && pointer !== '/base_url' && foreign.length < MAX_FOREIGN)
          foreign.push(named);
      } else if (basics !== undefined && looksLikeFile(text)) {
        const below = pointer.startsWith('/model/material_textures/') ? `${textureBase}${text}` : text;
        if (isAbsolute(below)) foreign.push({ ...named, address: below });
        else if (ownBase !== undefined) {
          lacksBase ||= !isAbsolute(base);
          noteOwn(pathBelow(`${ownBase}${below}`), named);
        } else if (foreign.length < MAX_FOREIGN) {
          foreign.push({ ...named, address: `${base.replace(/\/*$/, '/')}${below.replace(/^\/+/, '')}` });
        }
      } else if (file === 'file-detail.json' && /^\/file_list\/\d+\/path$/.test(pointer) && text !== '') {
        noteOwn(text, named);
      }
    }
  }
  return { own, foreign, lacksBase };
}

function textureFolder(model: unknown): string {
  const base = (model as { readonly material_base_url?: unknown } | null | undefined)?.material_base_url;
  return typeof base === 'string' && base !== '' ? base.replace(/\/*$/, '/') : '';
}

/** An absolute address that a file may lie at; a certificate's or a page's is none. */
const looksLikeAddressOfFile = (text: string): boolean => {
  const path = /^(?:https?:)?\/\/[^/?#]+(\/[^?#]*)?/i.exec(text)?.[1] ?? '';
  return looksLikeFile(path) && !/\.(?:html?|php|aspx?|jsp)$/i.test(path);
};

/** The path of an own file in an absolute address; `` for the folder of them. undefined for any other address. */
function ownPath(address: string, code: string): string | undefined {
  try {
    const segments = new URL(address, 'http://tour.invalid').pathname.split('/').map(decodeURIComponent);
    const at = segments.indexOf('files');
    return at !== -1 && segments[at + 2] === code ? segments.slice(at + 3).join('/') : undefined;
  } catch {
    return undefined;
  }
}

/** Every string in a JSON value, with its pointer. */
function* textsIn(root: unknown): Generator<{ readonly pointer: string; readonly text: string }> {
  const waiting: { value: unknown; pointer: string }[] = [{ value: root, pointer: '' }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, pointer } = next;
    if (typeof value === 'string') yield { pointer, text: value };
    else if (Array.isArray(value)) {
      // A list of numbers holds no text, and tours consist mostly of those.
      if (typeof value[0] === 'number') continue;
      for (let at = value.length - 1; at >= 0; at -= 1) waiting.push({ value: value[at], pointer: `${pointer}/${at}` });
    } else if (typeof value === 'object' && value !== null) {
      const entries = Object.entries(value);
      for (let at = entries.length - 1; at >= 0; at -= 1) {
        const [key, child] = entries[at] ?? ['', undefined];
        if (typeof child !== 'string' && (typeof child !== 'object' || child === null)) continue;
        waiting.push({ value: child, pointer: `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}` });
      }
    }
  }
}
