import { withMembers } from '../../kernel/json/splice.ts';

/**
 * Makes VR basic data say whether the tour is active (SPEC 3), with every other byte as it was.
 *
 * @param json VR basic data as stored.
 * @returns The given buffer when it says so already.
 */
export function withActive(json: Buffer, active: boolean): Buffer {
  return withMembers(json, { is_active: String(active) });
}
