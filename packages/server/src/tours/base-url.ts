import { withMembers } from '../kernel/json/splice.ts';
import type { Slices } from './slices.ts';

/**
 * Stands in place of the slices of VR basic data whose relative addresses have no `base_url`: the payload stays as it
 * came, and what a reader gets is completed when it is first read (decision 0106).
 */
export const WITHOUT_BASE: Slices = { start: 0, end: 0, offsets: [], lengths: [], columns: {} };

/**
 * @param json VR basic data as stored.
 * @param baseUrl Address of the tour's files, with a slash at its end.
 */
export function withBaseUrl(json: Buffer, baseUrl: string): Buffer {
  return withMembers(json, { base_url: JSON.stringify(baseUrl) });
}
