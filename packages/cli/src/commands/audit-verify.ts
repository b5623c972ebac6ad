import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Command, jsonOption, optionValue } from '../command.ts';
import { teamInStore } from '../named.ts';
import { results } from '../results.ts';
import { dataDirOption, withMigratedStore } from '../store.ts';
import { told } from '../told.ts';
import { keptHeads } from './audit-heads.ts';

/** `openhouse audit verify` (decision 0035). */
export const auditVerify: Command = {
  name: 'audit verify',
  summary: 'Recompute the audit chains and report the first broken entry.',
  description:
    'One line per Team, and one for the chain of what operators did: code, entries, verdict, and the hash of the last entry. Store that hash outside the database: it also reveals a truncated log. Exits with 1 when a chain is broken. Works on the store only, because a portal that could change the log must not vouch for it. For a copy of the log use openhouse audit export.',
  arguments: [],
  options: [
    { flags: '--team <team>', description: 'code or name of one Team; default: all Teams' },
    {
      flags: '--heads <file>',
      description:
        'heads that were kept elsewhere, as audit heads prints them: a chain that says otherwise now was rewritten, or lost what came last',
    },
    dataDirOption,
    jsonOption,
  ],
  examples: [{ call: 'openhouse audit verify', does: 'verifies the log of every Team' }],
  run: (invocation, world) =>
    withMigratedStore(invocation, world, async (store) => {
      const { server, database } = store;
      const named = optionValue(invocation, 'team');
      const team = named === undefined ? undefined : (await teamInStore(store, named)).code;
      const verdicts = await server.verifyAuditChains(database, team);
      const out = results(invocation, world);
      out.many(verdicts, ({ team: code, entries, brokenAt, headHash }) => {
        const verdict = brokenAt === null ? told`holds` : told`BROKEN at entry ${brokenAt}`;
        return [code, told`${entries} entries`, verdict, headHash];
      });
      if (verdicts.length === 0) out.say(told`There is no audit entry yet.`);
      const file = optionValue(invocation, 'heads');
      const kept =
        file === undefined ? [] : keptHeads(await readFile(path.resolve(world.directory, file), 'utf8'), file);
      const changed = await server.changedHeads(
        database,
        kept.filter(({ chain }) => team === undefined || chain === team),
      );
      for (const { chain, number, cutOff } of changed) {
        out.say(
          cutOff === undefined
            ? told`${chain}: REWRITTEN: entry ${number} is not the one whose hash was kept in ${file ?? ''}.`
            : told`${chain}: CUT OFF: it ends at entry ${cutOff.endsAt}, and entry ${cutOff.keptTo} was kept in ${file ?? ''}. What is between was lost in a restore or a failover, or removed.`,
        );
      }
      if (file !== undefined && changed.length === 0) {
        out.say(told`The chains agree with ${kept.length} heads of ${file}.`);
      }
      return changed.length > 0 || verdicts.some(({ brokenAt }) => brokenAt !== null) ? 1 : 0;
    }),
};
