import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  byFace,
  byName,
  type Face,
  type FaceSet,
  type FolderPicture,
  type FoundFace,
  faceIn,
  faceOf,
  faceSets,
  facesInFolder,
  fileKindOf,
  isLeftover,
  type NoFaces,
  nameOf,
  namesApart,
  PICTURES_MAX,
  stemOf,
} from '@openhouse/contract/panoramas';
import { Refusal } from '../command.ts';
import { type Told, told } from '../told.ts';

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
  readonly notTaken: readonly { readonly file: string; readonly why: Told }[];
  /** What is wrong, a sentence each. */
  readonly problems: readonly Told[];
}

/** What to do with files that may have been meant as panoramas. */
const REMEDIES = {
  fisheyes: told`a pair of fisheye pictures or a film of them: stitch it with the program of the camera`,
  'other picture': told`export it as JPEG, PNG, WebP or AVIF`,
  other: told`it is no picture`,
} as const;

/** Why nothing of a folder is taken. */
const NO_FACES: Readonly<Record<NoFaces, Told>> = {
  'no squares': told`folders are searched for sets of six faces only`,
  unnamed: told`its square pictures are not named after the faces of a cube: name them front, right, back, left, up and down (numbers do not say which is which)`,
};

type UnnamedPicture = Omit<FoundPicture, 'name'> & Pick<FaceSet<unknown>, 'stem'>;

/**
 * The folder that is meant by one that holds nothing else than it, as archives are unpacked. A set of faces keeps the folder that
 * it is called after.
 */
export async function innermostFolder(folder: string, isSquare: (path: string) => Promise<boolean>): Promise<string> {
  const [only, ...others] = await visibleIn(folder).catch(() => []);
  if (only?.isDirectory() !== true || others.length > 0) return folder;
  const inner = join(folder, only.name);
  for (const { name } of await visibleIn(inner).catch(() => [])) {
    if (fileKindOf(name) !== 'picture' || faceOf(stemOf(name))?.set !== '') continue;
    if (await isSquare(join(inner, name))) return folder;
  }
  return innermostFolder(inner, isSquare);
}

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
  const single: UnnamedPicture[] = [];
  const found: FoundFace<FolderPicture>[] = [];
  const notTaken: { file: string; why: Told }[] = [];
  for (const child of children) {
    const { name: file } = child;
    if (child.isDirectory()) {
      const inner = (await readFolder(join(folder, file), file)).filter(
        (one) => one.isFile() && fileKindOf(one.name) === 'picture',
      );
      const paths = inner.map((one) => `${file}/${one.name}`);
      const faces = facesInFolder(
        file,
        await Promise.all(paths.map(async (path) => ({ path, isSquare: await isSquare(join(folder, path)) }))),
      );
      if (typeof faces === 'string') notTaken.push({ file: `${file}/`, why: NO_FACES[faces] });
      else found.push(...faces);
    } else if (!child.isFile()) notTaken.push({ file, why: told`it is no ordinary file` });
    else {
      const kind = fileKindOf(file);
      if (kind !== 'picture') {
        notTaken.push({ file, why: REMEDIES[kind] });
        continue;
      }
      const mayBeFace = faceOf(stemOf(file)) !== undefined;
      const face = faceIn({ path: file, isSquare: mayBeFace && (await isSquare(join(folder, file))) });
      if (face !== undefined) found.push(face);
      else single.push({ label: file, stem: stemOf(file), paths: { sphere: join(folder, file) } });
    }
  }
  const { whole, lacking, twice } = faceSets(found);
  const problems: Told[] = [
    ...twice.map(
      ({ label, face, two: [one, other] }) =>
        told`${one.path} and ${other.path} are both the ${face} of ${label}: remove one.`,
    ),
    ...lacking.map(
      ({ label, missing }) =>
        told`${label === '' ? told`The set of faces` : label} lacks ${missing.join(', ')}: a set has six pictures.`,
    ),
  ];
  const cubes = whole.map(({ label, stem, faces }): UnnamedPicture => {
    return { label, stem, paths: { cube: byFace((face) => join(folder, faces[face].path)) } };
  });
  const sorted = [...single, ...cubes].sort((a, b) => byName(a.label, b.label));
  const names = namesApart(sorted.map(({ stem }) => ({ stem, name: nameOf(stem) })));
  const pictures = sorted.map(({ label, paths }, at) => ({ label, name: names[at] ?? '', paths }));
  if (pictures.length > PICTURES_MAX) {
    problems.push(
      told`The folder has ${pictures.length} panoramas, and a tour at most ${PICTURES_MAX}: make several tours.`,
    );
  }
  return { pictures, notTaken, problems };
}

async function readFolder(folder: string, shown: string): Promise<Dirent[]> {
  const children = await visibleIn(folder).catch((error: NodeJS.ErrnoException) => {
    const isArchive = /\.(zip|7z|rar|tar|tgz|gz)$/i.test(folder);
    const file = isArchive
      ? told`it is an archive: unpack it, and name the folder`
      : told`it is a file: name the folder that it lies in`;
    const why = { ENOENT: told`there is no such folder`, ENOTDIR: file };
    const words = why[error.code as keyof typeof why] ?? told`it cannot be read (${error.code ?? ''})`;
    throw new Refusal('FOLDER_MISSING', told`${shown}: ${words}.`, 2);
  });
  return children.sort((a, b) => byName(a.name, b.name));
}

const visibleIn = async (folder: string): Promise<Dirent[]> =>
  (await readdir(folder, { withFileTypes: true })).filter(({ name }) => !isLeftover(name));
