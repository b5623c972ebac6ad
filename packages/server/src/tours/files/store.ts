import type { Pool } from 'pg';
import { gatheredReads } from '../../kernel/database/gathered-reads.ts';

const FILES_OF_TOUR = `
  select t.code, a.path
    from tour t
    left join asset a on a.team_id = t.team_id and a.tour_id = t.id and a.path = any ($3)
   where t.team_id = $1 and t.code = $2 and (select set_config('app.team', $4, true)) is not null`;

// Each row is found by index for each address, whatever the planner's statistics, as those of FRAMES_OF_TOURS are.
/** Values: codes of Teams, codes of tours and paths, as arrays of one length; then the Teams whose rows may be read. */
export const FILES_BY_ADDRESS = `
  select k.place, a.media_type, a.size, a.sha256
    from unnest((select $1::text[]), (select $2::text[]), (select $3::text[])) with ordinality
           as k (team, code, path, place)
   cross join lateral (
           select m.id from team m where m.code = k.team offset 0
         ) m
   cross join lateral (
           select t.id from tour t where t.team_id = m.id and t.code = k.code offset 0
         ) t
   cross join lateral (
           select a.media_type, a.size, a.sha256
             from asset a
            where a.team_id = m.id and a.tour_id = t.id and a.path = k.path
            offset 0
         ) a
   where (select set_config('app.team', $4, true)) is not null`;

/** In `app.team`: the Team of a file is found by its code (decision 0009). */
const EVERY_TEAM = '*';

/** What the gateway reads about the files of tours; their bytes are in the asset store. */
export interface FileStore {
  /** @returns Those of `paths` that are files of the tour; undefined without such a tour. */
  filesOfTour(teamId: string, code: string, paths: readonly string[]): Promise<ReadonlySet<string> | undefined>;
  /** Concurrent requests share statements (decision 0072). */
  fileByAddress(address: FileAddress): Promise<StoredFile | undefined>;
}

/** Where a file of a tour is: the public code of the Team, the tour's resource code, the path below assets/. */
export interface FileAddress {
  readonly team: string;
  readonly tour: string;
  readonly path: string;
}

export interface StoredFile {
  readonly mediaType: string;
  /** In bytes. */
  readonly size: number;
  readonly sha256: Buffer;
}

/**
 * The paths that an address may mean, the likeliest first: addresses in a bundle may begin at its top, `assets/a.jpg`, and an
 * import takes them so (`pathBelow`).
 */
export const pathsMeant = (path: string): readonly string[] =>
  /^assets\/./i.test(path) ? [path, path.slice('assets/'.length)] : [path];

export function fileStore(pool: Pool): FileStore {
  const fileByAddress = gatheredReads<FileAddress, StoredFile | undefined>(async (teamId, addresses) => {
    type Row = { place: string; media_type: string; size: string; sha256: Buffer };
    const meant = addresses.flatMap((address, index) =>
      pathsMeant(address.path).map((path) => ({ ...address, path, index })),
    );
    const values = [
      meant.map(({ team }) => team),
      meant.map(({ tour }) => tour),
      meant.map(({ path }) => path),
      teamId,
    ];
    const { rows } = await pool.query<Row>({ name: 'files-by-address', text: FILES_BY_ADDRESS, values });
    const rowAt = new Map(rows.map((row) => [Number(row.place) - 1, row]));
    const files = addresses.map((): StoredFile | undefined => undefined);
    for (const [place, { index }] of meant.entries()) {
      const row = rowAt.get(place);
      // The likeliest of the paths comes first.
      if (row !== undefined) {
        files[index] ??= { mediaType: row.media_type, size: Number(row.size), sha256: row.sha256 };
      }
    }
    return files;
  });
  return {
    async filesOfTour(teamId, code, paths) {
      const values = [teamId, code, paths, teamId];
      const { rows } = await pool.query<{ path: string | null }>({
        name: 'files-of-tour',
        text: FILES_OF_TOUR,
        values,
      });
      if (rows.length === 0) return undefined;
      return new Set(rows.flatMap(({ path }) => (path === null ? [] : [path])));
    },
    fileByAddress: (address) => fileByAddress(EVERY_TEAM, address),
  };
}
