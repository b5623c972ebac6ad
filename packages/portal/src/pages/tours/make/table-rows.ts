import {
  type NamedPicture,
  nameOf,
  namesApart,
  type PlaceRow,
  type PlacesTable,
  type TableProblem,
  tableOrder,
} from '@openhouse/contract/panoramas';

/** A viewpoint that a table may name. */
interface TableScene {
  readonly id: string;
  readonly label: string;
  readonly stem: string;
  readonly name: string;
}

export interface TableRows {
  /** By the ids of viewpoints, in the order of the table. */
  readonly rows: ReadonlyMap<string, PlaceRow>;
  readonly problems: readonly TableProblem<NamedPicture>[];
}

/**
 * What a table says of viewpoints. It names them as their files are called, as for the command; of one that was given another
 * name it goes on to hold, and it may use that name too.
 */
export function tableRows(places: PlacesTable, scenes: readonly TableScene[]): TableRows {
  const names = namesApart(scenes.map(({ stem }) => ({ stem, name: nameOf(stem) })));
  const pictures = scenes.map(({ id, label, name }, at) => ({ id, label, name: names[at] ?? '', given: name }));
  const { placed, problems } = tableOrder(places, pictures);
  return { rows: new Map(placed.map(({ picture, row }) => [picture.id, row])), problems };
}
