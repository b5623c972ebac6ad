import { stemOf } from './names.ts';
import { type PlaceRow, type PlacesTable, rowsMeant } from './places-table.ts';

/** What a table may name. */
export interface NamedPicture {
  /** Its file from the folder of the tour, or what the files of a set have in common. */
  readonly label: string;
  /** What its viewpoint is called after its file. */
  readonly name: string;
  /** What a person called it. */
  readonly given?: string | undefined;
}

/** Why a table and pictures do not belong together. */
export type TableProblem<Picture> =
  | { readonly kind: 'no picture'; readonly name: string }
  | { readonly kind: 'either'; readonly name: string; readonly pictures: readonly Picture[] }
  | { readonly kind: 'twice'; readonly picture: Picture }
  | { readonly kind: 'no row'; readonly picture: Picture }
  /** Beside another problem: the names may be read wrongly, since the table is not in UTF-8. */
  | { readonly kind: 'encoding' };

export interface TableOrder<Picture> {
  /** Pictures with their rows, in the order of the table. */
  readonly placed: readonly { readonly picture: Picture; readonly row: PlaceRow }[];
  readonly problems: readonly TableProblem<Picture>[];
}

/**
 * Pictures in the order of a table, which has to name each, once: by the name of its viewpoint, or by its file with or without
 * the extension. Names may differ in their Unicode form, as macOS writes them, and in capitals unless these tell two apart.
 */
export function tableOrder<Picture extends NamedPicture>(
  table: PlacesTable,
  pictures: readonly Picture[],
): TableOrder<Picture> {
  const meant = meantBy(pictures);
  const placed = new Map<Picture, PlaceRow>();
  const problems: TableProblem<Picture>[] = [];
  for (const row of rowsMeant(table, (name) => meant(name).length > 0)) {
    const { name } = row;
    const found = meant(name);
    const [picture, ...others] = found;
    if (picture === undefined) problems.push({ kind: 'no picture', name });
    else if (others.length > 0) problems.push({ kind: 'either', name, pictures: found });
    else if (placed.has(picture)) problems.push({ kind: 'twice', picture });
    else placed.set(picture, row);
  }
  for (const picture of pictures) if (!placed.has(picture)) problems.push({ kind: 'no row', picture });
  if (table.length > 1 && problems.length > 0) problems.push({ kind: 'encoding' });
  return { placed: [...placed].map(([picture, row]) => ({ picture, row })), problems };
}

/** @returns The pictures that a name may stand for. */
function meantBy<Picture extends NamedPicture>(pictures: readonly Picture[]): (name: string) => readonly Picture[] {
  const exactly = new Map<string, Picture>();
  // What files are called counts more than what a person called another viewpoint.
  for (const picture of pictures) if (picture.given !== undefined) exactly.set(picture.given.normalize('NFC'), picture);
  for (const picture of pictures) {
    for (const name of [picture.name, stemOf(picture.label), picture.label])
      exactly.set(name.normalize('NFC'), picture);
  }
  const loosely = new Map<string, Set<Picture>>();
  for (const [name, picture] of exactly) {
    const lower = name.toLowerCase();
    loosely.set(lower, (loosely.get(lower) ?? new Set()).add(picture));
  }
  return (name) => {
    const form = name.normalize('NFC');
    const picture = exactly.get(form);
    return picture === undefined ? [...(loosely.get(form.toLowerCase()) ?? [])] : [picture];
  };
}
