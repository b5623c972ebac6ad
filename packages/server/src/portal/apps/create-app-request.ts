import { randomUUID } from 'node:crypto';
import type { AppRequest } from '@openhouse/contract';
import { APPS_PER_TEAM } from '@openhouse/contract';
import type { Database } from '../../kernel/database/database.ts';
import { PortalError } from '../http/portal-error.ts';
import type { AskingInTeam } from '../session/asking.ts';
import { perform } from '../teams/perform.ts';
import { givenName } from '../teams/rules.ts';
import { countPlaces, findRequest, insertRequest, type RequestRow } from './store.ts';

/**
 * Saves an App request of a trial app into a free slot of the Team (SPEC 3). Equal requests are one.
 * @throws {PortalError} TEAM_APP_LIMIT when the Team's three slots are taken; expired and disabled apps keep theirs.
 */
export function createAppRequest(
  database: Database,
  asking: AskingInTeam,
  asked: { readonly name: string; readonly idempotencyKey: string },
): Promise<AppRequest> {
  const name = givenName(asked.name);
  const { idempotencyKey } = asked;
  const deed = { asking, action: 'app.create', subject: name, by: 'owner' } as const;
  return perform(database, deed, async (transaction) => {
    const { teamId } = asking.team;
    const request = { teamId, name, idempotencyKey, requestedBy: asking.personId, upstreamKey: randomUUID() };
    // A slot taken between the check and the insert is no reason to refuse while another is free.
    for (let tries = 0; tries <= APPS_PER_TEAM; tries += 1) {
      const known = await findRequest(transaction, teamId, idempotencyKey);
      if (known !== undefined) return { result: shownRequest(known), subject: known.name };
      if (!(await insertRequest(transaction, request)) && (await countPlaces(transaction, teamId)) >= APPS_PER_TEAM)
        break;
    }
    throw new PortalError('TEAM_APP_LIMIT');
  });
}

export function shownRequest({ id, name, slot, state, requestedAt, appKey }: RequestRow): AppRequest {
  return { id, name, slot, state, requestedAt: requestedAt.toISOString(), appKey };
}
