import type { ReadName } from '@openhouse/contract';
import type { Payload } from '../http/answer.ts';
import { GatewayError } from '../http/gateway-error.ts';
import { COMPOSED_LEVEL, type Frame, frameOf, jsonOf } from './frame.ts';
import { type FrameCache, recordsGroup, tourGroup } from './frame-cache.ts';
import { type DataSource, dataSources } from './operations.ts';
import { applySelection, selectionKey, selectionOf } from './selection.ts';
import { decodeSlices } from './slices.ts';
import type { FrameRow, TourStore } from './store.ts';

/** A source whose bytes are stored. */
type StoredSource = Exclude<DataSource, { kind: 'links' }>;

export interface ReadDeps {
  readonly store: TourStore;
  readonly cache: FrameCache;
  /** Told of each tour that a call is answered with; on the read path, so it does no more than remember. */
  readonly onRead?: (teamId: string, code: string) => void;
}

/** The reads whose data is stored, as opposed to made for the call. */
export type StoredRead = {
  [Name in ReadName]: (typeof dataSources)[Name] extends StoredSource ? Name : never;
}[ReadName];

/**
 * Finds the payload of a read for a Team: from memory without I/O, otherwise with one statement.
 * @param query Validated parameters of the operation.
 * @throws {GatewayError} err_resource_not_found, the same for a missing tour and another Team's.
 */
export function readTour(
  { store, cache }: ReadDeps,
  name: StoredRead,
  teamId: string,
  query: Readonly<Record<string, string>>,
): Payload | Promise<Payload> {
  const source: StoredSource = dataSources[name];
  if (source.kind === 'record') {
    const recordKey = query[source.parameter] ?? '';
    const key = `${teamId}#${source.op}#${recordKey}`;
    return (
      cache.get(key) ??
      cache.load(key, recordsGroup(teamId), async () =>
        recordFrame(await store.frameOfRecord(teamId, recordKey, source.op)),
      )
    );
  }
  const code = query.resource_code ?? '';
  const selection = source.list === undefined ? undefined : selectionOf(query);
  const key = `${teamId}/${code}/${source.op}${selection === undefined ? '' : selectionKey(selection)}`;
  return (
    cache.get(key) ??
    cache.load(key, tourGroup(teamId, code), async () => {
      const row = found(await store.frameOfTour(teamId, code, source.op));
      if (selection === undefined || row.slices === null) return frameOfRow(row);
      return frameOf(applySelection(jsonOf(frameOfRow(row)), decodeSlices(row.slices), selection), COMPOSED_LEVEL);
    })
  );
}

function found(row: FrameRow | null | undefined): FrameRow {
  if (row === undefined) throw new GatewayError('err_resource_not_found');
  if (row === null) {
    throw new GatewayError(
      'err_resource_not_found',
      'The tour has no data of this operation. Import a bundle that holds it.',
    );
  }
  return row;
}

function recordFrame(row: FrameRow | undefined): Frame {
  const { record, ...rest } = found(row);
  if (record === undefined) throw new Error('a record was read without its byte range');
  const json = jsonOf(frameOfRow({ ...rest, record }));
  return frameOf(json.subarray(record.offset, record.offset + record.length), COMPOSED_LEVEL);
}

function frameOfRow({ rawLength, crc, body }: FrameRow): Frame {
  return { rawLength, crc, body };
}
