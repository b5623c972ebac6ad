import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  byName,
  type Face,
  faceOf,
  faces,
  fileKindOf,
  nameOf,
  PICTURES_MAX,
  stemOf,
} from '@openhouse/contract/panoramas';
import { Refusal } from '../command.ts';

/** What was found in a folder: one picture, or six for one viewpoint. */
export interface FoundPicture {
  /** From the folder: the file, or what the files of a set have in common. */
  readonly label: string;
  readonly name: string;
  readonly paths: { readonly sphere: string } | { readonly cube: Readonly<Record<Face, string>> };
}

export interface FoundPictures {
  /** In the order of their names. */
  readonly pictures: readonly FoundPicture[];
  /** What else lies there, from the folder, with the reason why it is not taken. */
  readonly notTaken: readonly { readonly file: string; readonly why: string }[];
  /** What is wrong, a sentence each. */
  readonly problems: readonly string[];
}

/** What to do with files that may have been meant as panoramas. */
const REMEDIES = {
  fisheyes: 'a pair of fisheye pictures or a film of them: stitch it with the program of the camera',
  'other picture': 'export it as JPEG, PNG, WebP or AVIF',
  other: 'it is no picture',
} as const;

/**
 * Looks for panoramas in a folder: pictures, sets of six pictures, and folders that hold one set. Links are not followed.
 * @param shown The folder, as a person named it.
 * @param isSquare A picture that is not square is no face of a set, whatever it is called.
 * @throws {Refusal} When the folder is not there.
 */
export async function findPictures(
  folder: string,
  shown: string,
  isSquare: (path: string) => Promise<boolean>,
): Promise<FoundPictures> {
  const children = await readFolder(folder, shown);
  const single: FoundPicture[] = [];
  const sets = new Map<string, Partial<Record<Face, string>>>();
  const [notTaken, problems]: [{ file: string; why: string }[], string[]] = [[], []];
  const addFace = (label: string, face: Face, file: string) => {
    const set = sets.get(label) ?? {};
    const other = set[face];
    if (other !== undefined) problems.push(`${other} and ${file} are both the ${face} of ${label}: remove one.`);
    sets.set(label, { ...set, [face]: file });
  };
  for (const child of children) {
    const { name: file } = child;
    if (child.isDirectory()) {
      const inner = (await readFolder(join(folder, file), file)).filter(
        (one) => one.isFile() && fileKindOf(one.name) === 'picture',
      );
      const named = inner.flatMap((one) => {
        const face = faceOf(stemOf(one.name));
        return face === undefined ? [] : [{ face: face.face, path: `${file}/${one.name}` }];
      });
      // Panoramas may be called a, b and c.
      const squares = await Promise.all(named.map(({ path }) => isSquare(join(folder, path))));
      const found = squares.includes(true) ? named : [];
      if (found.length === 0)
        notTaken.push({ file: `${file}/`, why: 'folders are searched for sets of six faces only' });
      for (const { face, path } of found) addFace(file, face, path);
    } else if (!child.isFile()) notTaken.push({ file, why: 'it is no ordinary file' });
    else {
      const kind = fileKindOf(file);
      if (kind !== 'picture') {
        notTaken.push({ file, why: REMEDIES[kind] });
        continue;
      }
      const face = faceOf(stemOf(file));
      if (face === undefined || !(await isSquare(join(folder, file)))) {
        single.push({ label: file, name: nameOf(stemOf(file)), paths: { sphere: join(folder, file) } });
      } else addFace(face.set, face.face, file);
    }
  }
  const cubes = [...sets].flatMap(([label, set]): FoundPicture[] => {
    const missing = faces.filter((face) => set[face] === undefined);
    if (missing.length > 0) {
      problems.push(
        `${label === '' ? 'The set of faces' : label} lacks ${missing.join(', ')}: a set has six pictures.`,
      );
      return [];
    }
    const cube = Object.fromEntries(faces.map((face) => [face, join(folder, set[face] ?? '')])) as Record<Face, string>;
    return [{ label, name: label === '' ? 'Viewpoint' : nameOf(label), paths: { cube } }];
  });
  const pictures = [...single, ...cubes].sort((a, b) => byName(a.label, b.label));
  if (pictures.length > PICTURES_MAX) {
    problems.push(
      `The folder has ${pictures.length} panoramas, and a tour at most ${PICTURES_MAX}: make several tours.`,
    );
  }
  return { pictures, notTaken, problems };
}

/** Without hidden files: leftovers of file managers are not part of anything. */
async function readFolder(folder: string, shown: string): Promise<Dirent[]> {
  const children = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    const isArchive = /\.(zip|7z|rar|tar|tgz|gz)$/i.test(folder);
    const file = isArchive
      ? 'it is an archive: unpack it, and name the folder'
      : 'it is a file: name the folder that it lies in';
    const why = { ENOENT: 'there is no such folder', ENOTDIR: file };
    const words = why[error.code as keyof typeof why] ?? `it cannot be read (${error.code})`;
    throw new Refusal('FOLDER_MISSING', `${shown}: ${words}.`, 2);
  });
  return children.filter(({ name }) => !name.startsWith('.')).sort((a, b) => byName(a.name, b.name));
}
