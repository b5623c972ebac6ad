import type { Pool } from 'pg';

const FILES_OF_TOUR = `
  select t.code, a.path
    from tour t
    left join asset a on a.team_id = t.team_id and a.tour_id = t.id and a.path = any ($3)
   where t.team_id = $1 and t.code = $2 and (select set_config('app.team', $4, true)) is not null`;

const FILE_BY_ADDRESS = `
  select a.media_type, a.size, a.sha256
    from team m
    join tour t on t.team_id = m.id
    join asset a on a.team_id = t.team_id and a.tour_id = t.id
   where m.code = $1 and t.code = $2 and a.path = $3 and (select set_config('app.team', '*', true)) is not null`;

/** What the gateway reads about the files of tours; their bytes are in the asset store. */
export interface FileStore {
  /** @returns Those of `paths` that are files of the tour; undefined without such a tour. */
  filesOfTour(teamId: string, code: string, paths: readonly string[]): Promise<ReadonlySet<string> | undefined>;
  /** @param team Public code of the Team. */
  fileByAddress(team: string, code: string, path: string): Promise<StoredFile | undefined>;
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
    async fileByAddress(team, code, path) {
      type Row = { media_type: string; size: string; sha256: Buffer };
      for (const meant of pathsMeant(path)) {
        const query = { name: 'file-by-address', text: FILE_BY_ADDRESS, values: [team, code, meant] };
        const [row] = (await pool.query<Row>(query)).rows;
        if (row !== undefined) return { mediaType: row.media_type, size: Number(row.size), sha256: row.sha256 };
      }
      return undefined;
    },
  };
}
