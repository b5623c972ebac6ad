import { withActive } from '../activation/active.ts';
import { frameOfStored } from '../frame.ts';
import { dataSources } from '../operations.ts';
import { encodeSlices } from '../slices.ts';
import type { CheckedTour } from './check-tour.ts';
import type { Payload } from './payload.ts';
import type { PackedPayload, PackedTour } from './store.ts';

/**
 * Packs a tour for the store: each payload once, its VR basic data once for each active state requested. Deflating,
 * which takes most of the time, is done off the event loop.
 */
export interface Packer {
  readonly tour: CheckedTour;
  /** @param active The state in the store, which VR basic data must have too (SPEC 3). */
  packed(active: boolean): Promise<PackedTour>;
}

/** PostgreSQL's text cannot hold NUL, which JSON can. The name's own bytes are in the payload. */
const storable = (text: string): string => text.replaceAll('\u0000', '\ufffd');

export function packer(tour: CheckedTour): Packer {
  const { code, name, hash, payloads, assets, summary, active: firstActive } = tour;
  const packs = new Map<Buffer, Promise<PackedPayload>>();
  const pack = (payload: Payload, json: Buffer): Promise<PackedPayload> => {
    const known = packs.get(json);
    if (known !== undefined) return known;
    const { op, slices, records } = payload;
    const encoded = slices && encodeSlices(slices);
    const fresh = frameOfStored(json).then((frame) => ({ op, frame, slices: encoded, records }));
    packs.set(json, fresh);
    return fresh;
  };
  const basics = new Map<boolean, Buffer>();
  const basicsFor = ({ json }: Payload, active: boolean): Buffer => {
    // Its VR basic data is stored as it came, whatever its formatting, until the active state changes.
    const known = basics.get(active) ?? (active === firstActive ? json : withActive(json, active));
    basics.set(active, known);
    return known;
  };
  return {
    tour,
    packed: async (active) => ({
      code,
      name: storable(name),
      active,
      hash,
      assets,
      summary,
      payloads: await Promise.all(
        payloads.map((payload) =>
          pack(payload, payload.op === dataSources['vr-info'].op ? basicsFor(payload, active) : payload.json),
        ),
      ),
    }),
  };
}
