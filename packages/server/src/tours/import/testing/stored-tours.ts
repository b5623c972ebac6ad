import type { Database } from '../../../kernel/database/database.ts';
import { inTransaction } from '../../../kernel/database/transaction.ts';
import { jsonOf } from '../../frame.ts';
import { decodeSlices, type Slices } from '../../slices.ts';

export interface StoredPayload {
  readonly json: string;
  readonly slices: Slices | undefined;
}

/** A tour as stored. */
export interface WholeTour {
  readonly code: string;
  readonly name: string;
  readonly active: boolean;
  readonly epoch: string;
  /** Operation number → payload. */
  readonly payloads: Readonly<Record<number, StoredPayload>>;
  /** Records with their JSON in the payload. */
  readonly records: readonly { readonly op: number; readonly key: string; readonly json: string }[];
  readonly assets: readonly {
    readonly path: string;
    readonly media_type: string;
    readonly size: string;
    readonly sha256: string;
  }[];
}

/** Everything the store has of a Team's tours. */
export function storedTours(database: Database, teamId: string): Promise<WholeTour[]> {
  return inTransaction(
    database,
    async (transaction) => {
      const { rows: tours } = await transaction.query(
        'select id, code, name, active, epoch from tour where team_id = $1 order by code',
        [teamId],
      );
      const { rows: frames } = await transaction.query('select * from frame where team_id = $1 order by op', [teamId]);
      const { rows: records } = await transaction.query('select * from record where team_id = $1 order by op, off', [
        teamId,
      ]);
      const { rows: assets } = await transaction.query(
        "select tour_id, path, media_type, size, encode(sha256, 'hex') as sha256 from asset where team_id = $1 order by path",
        [teamId],
      );
      const [framesOf, recordsOf, assetsOf] = [byTour(frames), byTour(records), byTour(assets)];
      return tours.map(({ id, ...tour }) => {
        const payloads = Object.fromEntries(
          (framesOf.get(id) ?? []).map(({ op, raw_len, crc, body, slices }) => {
            const json = jsonOf({ rawLength: raw_len, crc: Number(crc), body }).toString();
            return [op, { json, slices: slices === null ? undefined : decodeSlices(slices) }] as const;
          }),
        );
        return {
          ...tour,
          payloads,
          records: (recordsOf.get(id) ?? []).map(({ op, key, off, len }) => ({
            op,
            key,
            json: Buffer.from(payloads[op]?.json ?? '').toString('utf8', off, off + len),
          })),
          assets: (assetsOf.get(id) ?? []).map(({ tour_id: _, ...asset }) => asset),
        };
      });
    },
    { team: teamId },
  );
}

/** Groups rows by tour: an estate has thousands. */
function byTour<Row extends { readonly tour_id: string }>(rows: readonly Row[]): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(row.tour_id);
    if (group === undefined) groups.set(row.tour_id, [row]);
    else group.push(row);
  }
  return groups;
}
