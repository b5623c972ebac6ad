import type { Transaction } from '../../kernel/database/database.ts';
import type { Frame } from '../frame.ts';

/** A tour as an export writes it. */
export interface ExportedTour {
  readonly payloads: readonly { readonly op: number; readonly frame: Frame }[];
  readonly assets: readonly { readonly path: string; readonly sha256: Buffer }[];
}

interface FrameRow {
  readonly op: number;
  readonly raw_len: number;
  readonly crc: string;
  readonly body: Buffer;
}

/** Makes all statements of the transaction see one snapshot: an import in between must not mix two versions. */
export async function freezeView(transaction: Transaction): Promise<void> {
  await transaction.query('set transaction isolation level repeatable read, read only');
}

/** @returns undefined without such a tour. */
export async function tourToExport(
  transaction: Transaction,
  teamId: string,
  code: string,
): Promise<ExportedTour | undefined> {
  const { rows: tours } = await transaction.query<{ id: string }>(
    'select id from tour where team_id = $1 and code = $2',
    [teamId, code],
  );
  const id = tours[0]?.id;
  if (id === undefined) return undefined;
  const { rows: frames } = await transaction.query<FrameRow>(
    'select op, raw_len, crc, body from frame where team_id = $1 and tour_id = $2 order by op',
    [teamId, id],
  );
  const { rows: assets } = await transaction.query<{ path: string; sha256: Buffer }>(
    'select path, sha256 from asset where team_id = $1 and tour_id = $2 order by path',
    [teamId, id],
  );
  const payloads = frames.map(({ op, raw_len, crc, body }) => ({
    op,
    frame: { rawLength: raw_len, crc: Number(crc), body },
  }));
  return { payloads, assets };
}

/** @returns Codes of the Team's tours after `after`, in order. */
export async function codesAfter(
  transaction: Transaction,
  teamId: string,
  after: string,
  limit: number,
): Promise<readonly string[]> {
  const { rows } = await transaction.query<{ code: string }>(
    'select code from tour where team_id = $1 and code > $2 order by code limit $3',
    [teamId, after, limit],
  );
  return rows.map(({ code }) => code);
}
