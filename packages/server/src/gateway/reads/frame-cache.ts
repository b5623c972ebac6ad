import { LRUCache } from 'lru-cache';
import { type Frame, jsonOf } from '../../tours/frame.ts';
import { Payload, type PayloadBytes } from '../http/payload.ts';
import { SPACE_BYTES, SPACIOUS_FROM_BYTES, SpaciousBytes } from '../http/spacious-bytes.ts';

/** What a change of a tour invalidates: the tour's payloads, or the Team's records addressed by id. */
export type Group = `${string}/${string}` | `${string}#records`;

export const tourGroup = (teamId: string, code: string): Group => `${teamId}/${code}`;
export const recordsGroup = (teamId: string): Group => `${teamId}#records`;

interface Entry {
  readonly group: Group;
  readonly payload: Payload;
}

interface Flight {
  readonly group: Group;
  readonly promise: Promise<Payload>;
  stale: boolean;
}

/** An LRU cache of payloads, bounded in bytes. */
export interface FrameCache {
  get(key: string): Payload | undefined;
  /** Concurrent misses share one load. A load during which its group was invalidated is answered, but not cached. */
  load(key: string, group: Group, load: () => Promise<Frame>): Promise<Payload>;
  evict(group: Group): void;
  clear(): void;
  /** Bytes held now. */
  size(): number;
  /** Payloads that `get` has found so far. */
  hits(): number;
  /** Loads so far, those that are shared counted once. */
  misses(): number;
}

/** Estimated overhead of an entry beside its bytes, its header lines in both codings among it. */
const ENTRY_OVERHEAD_BYTES = 1024;

/**
 * The bytes in memory of their own. A small Buffer is often a view of a larger one (Node's pool of 8 KiB, zlib's chunks
 * of 16 KiB), which it would retain while only its own length is counted.
 */
function owned(bytes: Buffer): PayloadBytes {
  if (bytes.length >= SPACIOUS_FROM_BYTES) {
    const spacious = new SpaciousBytes(bytes);
    return { bytes: spacious.bytes, spacious };
  }
  if (bytes.buffer.byteLength === bytes.length) return { bytes, spacious: undefined };
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return { bytes: copy, spacious: undefined };
}

/** Memory that the bytes take. */
const sizeOfBytes = (length: number): number => length + (length >= SPACIOUS_FROM_BYTES ? SPACE_BYTES : 0);

export function frameCache(maxBytes: number): FrameCache {
  const keysOf = new Map<Group, Set<string>>();
  const flights = new Map<string, Flight>();
  let [hits, misses] = [0, 0];
  const entries = new LRUCache<string, Entry>({
    maxSize: maxBytes,
    dispose: ({ group }, key) => {
      const keys = keysOf.get(group);
      keys?.delete(key);
      if (keys?.size === 0) keysOf.delete(group);
    },
  });

  function sizeOf(frame: Frame, key: string, withJson: boolean): number {
    const json = withJson ? sizeOfBytes(frame.rawLength) : 0;
    return sizeOfBytes(frame.body.length) + json + key.length + ENTRY_OVERHEAD_BYTES;
  }

  /** The payload of a frame; the inflated JSON is cached and counted from its first use on. */
  function payloadFor(key: string, group: Group, loaded: Frame): Payload {
    const deflated = owned(loaded.body);
    const frame: Frame = { ...loaded, body: deflated.bytes };
    let json: PayloadBytes | undefined;
    const payload = new Payload(frame.rawLength, frame.crc, deflated, () => {
      if (json !== undefined) return json;
      const inflated = owned(jsonOf(frame));
      if (entries.peek(key)?.payload === payload) {
        json = inflated;
        entries.set(key, { group, payload }, { size: sizeOf(frame, key, true), noDisposeOnSet: true });
      }
      return inflated;
    });
    return payload;
  }

  return {
    get(key) {
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      hits += 1;
      return entry.payload;
    },
    load(key, group, load) {
      const known = flights.get(key);
      if (known !== undefined && !known.stale) return known.promise;
      misses += 1;
      const land = () => {
        if (flights.get(key) === flight) flights.delete(key);
      };
      // A single promise on top of the load: each further one costs measurable time in a cache miss.
      const promise = load().then(
        (frame) => {
          land();
          const payload = payloadFor(key, group, frame);
          if (!flight.stale) {
            entries.set(key, { group, payload }, { size: sizeOf(frame, key, false) });
            if (entries.has(key)) {
              const keys = keysOf.get(group) ?? new Set();
              keysOf.set(group, keys.add(key));
            }
          }
          return payload;
        },
        (error: unknown) => {
          land();
          throw error;
        },
      );
      const flight: Flight = { group, promise, stale: false };
      flights.set(key, flight);
      return promise;
    },
    evict(group) {
      for (const flight of flights.values()) if (flight.group === group) flight.stale = true;
      for (const key of [...(keysOf.get(group) ?? [])]) entries.delete(key);
    },
    clear() {
      for (const flight of flights.values()) flight.stale = true;
      entries.clear();
      keysOf.clear();
    },
    size: () => entries.calculatedSize,
    hits: () => hits,
    misses: () => misses,
  };
}
