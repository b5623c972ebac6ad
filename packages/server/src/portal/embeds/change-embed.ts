import { EMBEDS_PER_TEAM } from '@openhouse/contract';
import type { Database, Transaction } from '../../kernel/database/database.ts';
import { PortalError } from '../http/portal-error.ts';
import type { AskingInTeam } from '../session/asking.ts';
import { perform } from '../teams/perform.ts';
import { type EmbedChange, type EmbedRow, givenHosts, newEmbedId } from './rules.ts';
import { embedsOf, findEmbed, saveEmbed } from './store.ts';

/**
 * Makes a tour public for whoever has its address, ends that, or says which pages may frame it (decision 0212).
 * @throws {PortalError} REQUEST_INVALID, TOUR_NOT_FOUND, TOUR_REPLACED, ROLE_INSUFFICIENT, EMBED_LIMIT
 */
export function changeEmbed(
  database: Database,
  asking: AskingInTeam,
  code: string,
  change: EmbedChange,
): Promise<EmbedRow> {
  const { teamId } = asking.team;
  return perform(database, { asking, action: actionOf(change), subject: code, by: 'member' }, async (transaction) => {
    const hosts = change.hosts && givenHosts(change.hosts);
    if (hosts !== undefined && 'problem' in hosts) throw new PortalError('REQUEST_INVALID', hosts.problem);
    const before = await found(transaction, teamId, code);
    if (change.on === true && before.state === 'off' && (await embedsOf(transaction, teamId)).length >= EMBEDS_PER_TEAM)
      throw new PortalError('EMBED_LIMIT');
    await saveEmbed(transaction, teamId, code, {
      id: newEmbedId(),
      ...change,
      ...(hosts !== undefined && { hosts }),
    });
    const result = await found(transaction, teamId, code);
    // Compared after it was written: an import that commits between a look and the write is seen as well.
    if (change.on === true && result.state !== 'on') throw new PortalError('TOUR_REPLACED');
    return { result, subject: hosts === undefined ? code : `${code}: ${hosts.join(', ') || 'no host'}` };
  });
}

const actionOf = ({ on }: EmbedChange) =>
  on === undefined ? 'tour.embed-hosts' : on ? 'tour.embed-on' : 'tour.embed-off';

async function found(transaction: Transaction, teamId: string, code: string): Promise<EmbedRow> {
  const embed = await findEmbed(transaction, teamId, code);
  if (embed === undefined) throw new PortalError('TOUR_NOT_FOUND');
  return embed;
}
