import { RESOURCE_CODE_PATTERN } from '../wire/patterns.ts';
import type { Face } from './projection.ts';

/** Longest name of a viewpoint that is taken from a file, in characters. */
const NAME_MAX = 80;

/** A number that puts files in order, and what follows it; `2-й этаж` begins with the word for second. */
const LEADING_NUMBER = /^\s*(?!\d+-\p{Script=Cyrillic}{1,2}(?!\p{L}))\d{1,3}\s*[-_.、]+\s*(?=\D)/u;

/** Such a number with a point, as several languages write an ordinal. */
const POINTED_NUMBER = /^\s*\d{1,3}\s*\.\s*(?=\D)/u;

/**
 * The name of a viewpoint from that of a file: `01_living-room.jpg` is `living-room`, `02-客厅.jpg` is `客厅`. A number that
 * only puts files in order goes, unless nothing else is left; what moves a cursor goes too.
 * @param stem File name without its extension.
 */
export const nameOf = (stem: string): string => cleaned(stem, LEADING_NUMBER);

/**
 * Names with their leading numbers where these tell more than an order. Which number is a floor nobody can tell of one file. Two that
 * differ in nothing else are told apart by it, whatever it means. Numbers with a point, as in `1. OG Küche`, stay with all files
 * unless they are plainly an order: each file has another one, and no two go on with the same word.
 * @param scenes A name that is not that of its file was given by a person, and stays.
 */
export function namesApart(scenes: readonly { readonly stem: string; readonly name: string }[]): readonly string[] {
  const isOfFile = scenes.map(({ stem, name }) => name === nameOf(stem) || name === cleaned(stem));
  const keepsPoints = !isPlainOrder(scenes.map(({ stem }) => readable(stem)));
  const keeps = scenes.map(({ stem }) => keepsPoints && POINTED_NUMBER.test(readable(stem)));
  // One that has its number already counts as without: a third may come later.
  const without = scenes.map(({ stem, name }, at) =>
    (!isOfFile[at] ? name : keeps[at] ? cleaned(stem) : nameOf(stem)).toLowerCase(),
  );
  const counts = new Map<string, number>();
  for (const name of without) counts.set(name, (counts.get(name) ?? 0) + 1);
  return scenes.map(({ stem, name }, at) =>
    isOfFile[at] && (keeps[at] || counts.get(without[at] ?? '') !== 1) ? cleaned(stem) : name,
  );
}

/** Whether the numbers that files begin with do nothing but count them. */
function isPlainOrder(stems: readonly string[]): boolean {
  const numbers = stems.flatMap((stem) => (LEADING_NUMBER.test(stem) ? Number.parseInt(stem, 10) : []));
  const words = stems.map((stem) => /[\p{L}\p{N}]+/u.exec(stem.replace(LEADING_NUMBER, ''))?.[0].toLowerCase() ?? stem);
  return [numbers, words].every((all) => new Set<unknown>(all).size === stems.length);
}

/** What is shown of a file's name. */
const readable = (stem: string): string => stem.normalize('NFC').replaceAll(UNPRINTED, '');

/** @param dropped What goes at its beginning. */
function cleaned(stem: string, dropped: RegExp | '' = ''): string {
  const name = readable(stem)
    .replace(dropped, '')
    .replaceAll(/[\s_]+/gu, ' ')
    .trim();
  const shown = [...name]
    .slice(0, NAME_MAX)
    .join('')
    .replace(/(?:\u200c|\u200d|\s)+$/u, '');
  return shown || 'Viewpoint';
}

/** What is taken out of names: characters without a shape of their own, but for those that join: letters of Persian and Hindi, and emoji of several. */
export const UNPRINTED = /(?!\u200c|\u200d)[\p{Cf}\p{Cc}\p{Cs}\p{Co}\u2028\u2029]/gu;

/** Orders file names as people do: `pano 2` comes before `pano 10`. */
export const byName = new Intl.Collator('und', { numeric: true }).compare;

/** What a face is called at the end of a file's name, or as all of it. */
const FACE_WORDS: Readonly<Record<string, Face>> = {
  front: 'front',
  f: 'front',
  前: 'front',
  right: 'right',
  r: 'right',
  右: 'right',
  back: 'back',
  b: 'back',
  后: 'back',
  left: 'left',
  l: 'left',
  左: 'left',
  up: 'up',
  u: 'up',
  top: 'up',
  上: 'up',
  down: 'down',
  d: 'down',
  bottom: 'down',
  下: 'down',
  // The cube maps of WebGL, three.js and game engines: +z is ahead, +x to its right, and no face is mirrored or turned.
  pz: 'front',
  px: 'right',
  nz: 'back',
  nx: 'left',
  py: 'up',
  ny: 'down',
};
const FACE_AT_END = new RegExp(
  `^(?:(.*?)[ _.-])?(${Object.keys(FACE_WORDS).join('|')}|(?:pos|neg)[ _.-]?[xyz])$`,
  'iu',
);

/** The face that a file shows, and the name of its set (empty for a file that is called after the face only). */
export function faceOf(stem: string): { readonly face: Face; readonly set: string } | undefined {
  const [, set = '', word = ''] = FACE_AT_END.exec(stem.normalize('NFC')) ?? [];
  const face = FACE_WORDS[word.toLowerCase().replace(/^(p|n)(?:os|eg)[ _.-]?(?=[xyz]$)/, '$1')];
  return face === undefined ? undefined : { face, set };
}

/** File name without folders and extension. */
export const stemOf = (file: string): string => {
  const name = file.replace(/.*[\\/]/s, '');
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(0, dot) : name;
};

const CODE = new RegExp(RESOURCE_CODE_PATTERN);
/** Digits of a hash that stand for a name without letters of a code. */
const HASH_DIGITS = 10;

/**
 * A resource code from the name of a tour: the name itself in Latin letters, else one made from its hash.
 * @param hashOf SHA-256 of a text in UTF-8, as hexadecimal digits.
 */
export function codeOf(name: string, hashOf: (text: string) => string): string {
  const code = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[\s.]+/g, '-');
  if (CODE.test(code)) return code;
  return `tour-${hashOf(name.normalize('NFC')).slice(0, HASH_DIGITS)}`;
}

/** Viewpoints of one tour. */
export const PICTURES_MAX = 1000;

/** Extensions of pictures that are read; `.jfif` and `.jpe` are what some programs call JPEG. */
export const PICTURE_EXTENSIONS: readonly string[] = ['jpg', 'jpeg', 'jfif', 'jpe', 'png', 'webp', 'avif'];
const PICTURES = new RegExp(`\\.(${PICTURE_EXTENSIONS.join('|')})$`, 'i');
const FISHEYES = /\.(insp|insv|360|osv)$/i;
const OTHER_PICTURES = /\.(hei[cf]|tiff?|psd|psb|exr|hdr|bmp|gif|jxl|dng|raw|arw|cr[23]|nef)$/i;

/** What a file is by its name: a picture that is read, fisheyes that are to be stitched, a picture to be exported, or none. */
export function fileKindOf(name: string): 'picture' | 'fisheyes' | 'other picture' | 'other' {
  if (PICTURES.test(name)) return 'picture';
  if (FISHEYES.test(name)) return 'fisheyes';
  return OTHER_PICTURES.test(name) ? 'other picture' : 'other';
}

/** Leftovers of file managers and archives, and hidden files: they are part of nothing. @param name Of a file or folder. */
export const isLeftover = (name: string): boolean => /^(?:\.|__MACOSX$|thumbs\.db$|desktop\.ini$)/i.test(name);
