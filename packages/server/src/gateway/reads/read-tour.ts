import type { ReadName } from '@openhouse/contract';
import { withBaseUrl } from '../../tours/base-url.ts';
import { COMPOSED_LEVEL, type Frame, frameOf, jsonOf } from '../../tours/frame.ts';
import { dataSources, type StoredSource } from '../../tours/operations.ts';
import { decodeSlices } from '../../tours/slices.ts';
import { GatewayError } from '../http/gateway-error.ts';
import type { Payload } from '../http/payload.ts';
import { type FrameCache, recordsGroup, tourGroup } from './frame-cache.ts';
import { applySelection, type Selection, selectionKey, selectionOf } from './selection.ts';
import type { RecordFrame, TourStore } from './store.ts';

export interface ReadDeps {
  readonly store: TourStore;
  readonly cache: FrameCache;
  /** Address of a tour's files, with a slash at its end. @param team Public code of the Team. */
  readonly filesUrl: (team: string, code: string) => string;
  /** Called for each tour that a call is answered with; on the hot path, so it only remembers it. */
  readonly onRead?: (teamId: string, code: string) => void;
}

/** The reads whose data is stored, as opposed to built for the call. */
export type StoredRead = {
  [Name in ReadName]: (typeof dataSources)[Name] extends StoredSource ? Name : never;
}[ReadName];

/** What a read needs, computed once for all calls with the same parameters. */
export interface PlannedRead {
  readonly source: StoredSource;
  /** Cache key of a Team's payload. */
  readonly keyOf: (teamId: string) => string;
  /** Of the tour, or of the record where the source is one. */
  readonly code: string;
  readonly selection: Selection | undefined;
  /** The tour that counts as read; undefined for a record. */
  readonly tour: string | undefined;
}

/** @param query Validated parameters of the operation. */
export function planRead(name: StoredRead, query: Readonly<Record<string, string>>): PlannedRead {
  const source: StoredSource = dataSources[name];
  const { resource_code: tour } = query;
  if (source.kind === 'record') {
    const code = query[source.parameter] ?? '';
    return { source, keyOf: keyBehind(`#${source.op}#${code}`), code, selection: undefined, tour };
  }
  const code = tour ?? '';
  const selection = source.list === undefined ? undefined : selectionOf(query);
  const key = `/${code}/${source.op}${selection === undefined ? '' : selectionKey(selection)}`;
  return { source, keyOf: keyBehind(key), code, selection, tour };
}

/** A code is hardly ever asked for by several Teams in turn: the key of the last Team is cached. */
function keyBehind(end: string): PlannedRead['keyOf'] {
  let ofTeam: string | undefined;
  let key = '';
  return (teamId) => {
    if (teamId !== ofTeam) {
      ofTeam = teamId;
      key = teamId + end;
    }
    return key;
  };
}

/**
 * Finds the payload of a read for a Team: from the cache without I/O, otherwise with one statement.
 * @throws {GatewayError} err_resource_not_found, the same for a missing tour and another Team's.
 */
export function readTour(deps: ReadDeps, teamId: string, plan: PlannedRead): Payload | Promise<Payload> {
  const { store, cache } = deps;
  const key = plan.keyOf(teamId);
  const known = cache.get(key);
  if (known !== undefined) return known;
  const { source, code, selection } = plan;
  if (source.kind === 'record') {
    return cache.load(key, recordsGroup(teamId), async () =>
      recordFrame(await store.frameOfRecord(teamId, code, source.op)),
    );
  }
  return cache.load(key, tourGroup(teamId, code), async () => {
    const isBasics = source.op === dataSources['vr-info'].op;
    const asked = { code, op: source.op, withSlices: selection !== undefined || isBasics };
    const frame = found(await store.frameOfTour(teamId, asked));
    if (frame.slices === null) return frame;
    // The slices of VR basic data only mean that it has no address for its files (decision 0106).
    if (isBasics) return basedFrame(deps, teamId, code, frame);
    if (selection === undefined) return frame;
    return frameOf(applySelection(jsonOf(frame), decodeSlices(frame.slices), selection), COMPOSED_LEVEL);
  });
}

function found<Row extends Frame>(row: Row | null | undefined): Row {
  if (row === undefined) throw new GatewayError('err_resource_not_found');
  if (row === null) {
    throw new GatewayError(
      'err_resource_not_found',
      'The tour has no data of this operation. Import a bundle that holds it.',
    );
  }
  return row;
}

/** VR basic data with the address of the tour's files: composed once, when it is first read. */
async function basedFrame({ store, filesUrl }: ReadDeps, teamId: string, code: string, frame: Frame): Promise<Frame> {
  const team = await store.codeOfTeam(teamId);
  return team === undefined ? frame : frameOf(withBaseUrl(jsonOf(frame), filesUrl(team, code)), COMPOSED_LEVEL);
}

function recordFrame(row: RecordFrame | undefined): Frame {
  const frame = found(row);
  return frameOf(jsonOf(frame).subarray(frame.offset, frame.offset + frame.length), COMPOSED_LEVEL);
}
