import type { TEAM_QUERY } from '@openhouse/contract';

/** Spelled here, because a value of the contract would bring its schemas along. */
const QUERY: typeof TEAM_QUERY = 'team';

/** @returns An address that the browser itself loads, with the Team that the page shows: it carries no header (decision 0088). */
export function addressInTeam(address: string, team: string): string {
  return `${address}${address.includes('?') ? '&' : '?'}${QUERY}=${encodeURIComponent(team)}`;
}
