import { faceOf, stemOf } from './names.ts';
import { type Face, faces } from './projection.ts';

/** A picture in a folder, by its path from the folder of the tour. */
export interface FolderPicture {
  readonly path: string;
  readonly isSquare: boolean;
}

/** A picture that is the face of a set. */
export interface FoundFace<Picture extends FolderPicture> {
  /** From the folder of the tour: what the files of the set have in common. */
  readonly label: string;
  /** What the viewpoint is called after; empty for nothing. */
  readonly stem: string;
  readonly face: Face;
  readonly picture: Picture;
}

/** Six pictures for one viewpoint. */
export interface FaceSet<Picture> {
  readonly label: string;
  readonly stem: string;
  readonly faces: Readonly<Record<Face, Picture>>;
}

/** Why no set of a folder is found: none of its pictures is square, or none is named after a face. */
export type NoFaces = 'no squares' | 'unnamed';

/**
 * The face that a picture beside others is: one that is square and named after a face. One that is not square is no face
 * of a set, whatever it is called: panoramas may be called a, b and c.
 */
export function faceIn<Picture extends FolderPicture>(picture: Picture): FoundFace<Picture> | undefined {
  const named = picture.isSquare ? faceOf(stemOf(picture.path)) : undefined;
  return named && { label: named.set, stem: named.set, face: named.face, picture };
}

/**
 * The faces in a folder that lies in that of the tour. Those of one set are called after the folder.
 * @param folder Its name.
 */
export function facesInFolder<Picture extends FolderPicture>(
  folder: string,
  pictures: readonly Picture[],
): readonly FoundFace<Picture>[] | NoFaces {
  if (!pictures.some(({ isSquare }) => isSquare)) return 'no squares';
  const named = pictures.flatMap((picture) => {
    const found = faceOf(stemOf(picture.path));
    return found === undefined ? [] : [{ ...found, picture }];
  });
  if (named.length === 0) return 'unnamed';
  const isOne = new Set(named.map(({ set }) => set)).size === 1;
  return named.map(({ face, set, picture }) =>
    isOne || set === ''
      ? { label: folder, stem: folder, face, picture }
      : { label: `${folder}/${set}`, stem: set, face, picture },
  );
}

/** What is wrong with sets: one lacks faces, or two pictures are the same face of one. */
export interface FaceSets<Picture> {
  readonly whole: readonly FaceSet<Picture>[];
  readonly lacking: readonly {
    readonly label: string;
    readonly missing: readonly Face[];
    readonly found: readonly Picture[];
  }[];
  readonly twice: readonly { readonly label: string; readonly face: Face; readonly two: readonly [Picture, Picture] }[];
}

/** Puts faces together that belong to the same set, in the order in which the sets are found. */
export function faceSets<Picture extends FolderPicture>(found: readonly FoundFace<Picture>[]): FaceSets<Picture> {
  const sets = new Map<string, { readonly stem: string; readonly faces: Map<Face, Picture> }>();
  const twice: FaceSets<Picture>['twice'][number][] = [];
  for (const { label, stem, face, picture } of found) {
    const set = sets.get(label) ?? { stem, faces: new Map<Face, Picture>() };
    sets.set(label, set);
    const other = set.faces.get(face);
    if (other === undefined) set.faces.set(face, picture);
    else twice.push({ label, face, two: [other, picture] });
  }
  const whole: FaceSet<Picture>[] = [];
  const lacking: FaceSets<Picture>['lacking'][number][] = [];
  for (const [label, { stem, faces: pictures }] of sets) {
    const missing = faces.filter((face) => !pictures.has(face));
    if (missing.length > 0) lacking.push({ label, missing, found: [...pictures.values()] });
    else whole.push({ label, stem, faces: Object.fromEntries(pictures) as Record<Face, Picture> });
  }
  return { whole, lacking, twice };
}
