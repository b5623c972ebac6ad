import { withMembers } from '../../kernel/json/splice.ts';

/**
 * Sets the active state in VR basic data (SPEC 3); every other byte stays as it was.
 * @param json VR basic data as stored.
 * @returns The given buffer when nothing changes.
 */
export function withActive(json: Buffer, active: boolean): Buffer {
  return withMembers(json, { is_active: String(active) });
}
