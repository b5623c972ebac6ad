import { type Command, jsonOption, optionValue } from '../command.ts';
import { teamInStore } from '../named.ts';
import { results } from '../results.ts';
import { dataDirOption, withMigratedStore } from '../store.ts';

/** `openhouse audit verify` (decision 0035). */
export const auditVerify: Command = {
  name: 'audit verify',
  summary: 'Recompute the audit chains and report the first broken entry.',
  description:
    'One line per Team: code, entries, verdict, and the hash of the last entry. Store that hash outside the database: it also reveals a truncated log. Exits with 1 when a chain is broken. Works on the store only, because a portal that could change the log must not vouch for it. For a copy of the log use openhouse audit export.',
  arguments: [],
  options: [
    { flags: '--team <team>', description: 'code or name of one Team; default: all Teams' },
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
      results(invocation, world).many(verdicts, ({ team: code, entries, brokenAt, headHash }) => {
        const verdict = brokenAt === null ? 'holds' : `BROKEN at entry ${brokenAt}`;
        return [code, `${entries} entries`, verdict, headHash];
      });
      if (verdicts.length === 0) world.stderr.write('There is no audit entry yet.\n');
      return verdicts.some(({ brokenAt }) => brokenAt !== null) ? 1 : 0;
    }),
};
