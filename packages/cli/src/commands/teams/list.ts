import { getUser } from '@openhouse/contract';
import type { TeamSummary } from '@openhouse/server';
import { worded } from '../../code-words.ts';
import { type Command, type ExitCode, type Invocation, jsonOption } from '../../command.ts';
import { personOf } from '../../named.ts';
import { targetOf, targetOptions } from '../../portal/target.ts';
import { TARGET_RULE } from '../../portal/target-rule.ts';
import { withPortal } from '../../portal/with-portal.ts';
import { results } from '../../results.ts';
import { withMigratedStore } from '../../store.ts';
import { told } from '../../told.ts';
import type { World } from '../../world.ts';

/** `openhouse teams list`. */
export const teamsList: Command = {
  name: 'teams list',
  summary: 'List your Teams; on the store, all Teams.',
  description: [
    'At a portal, or with --as: your Teams, one per line: code, role, which one is active, and name. On the store without --as: every Team: code, people, apps, tours and name.',
    TARGET_RULE,
  ],
  arguments: [],
  options: [...targetOptions, jsonOption],
  examples: [
    { call: 'openhouse teams', does: 'shows which codes --team takes' },
    { call: 'openhouse teams list --json', does: 'prints one JSON object per line' },
  ],
  calls: [getUser.name],
  async run(invocation, world) {
    const target = await targetOf(invocation, world);
    if (target.kind === 'store' && invocation.options.as === undefined) return everyTeam(invocation, world);
    return withPortal(invocation, world, async (portal) => {
      const { teams } = await personOf(portal);
      const out = results(invocation, world);
      out.many(teams, ({ id, name, role, isActive }) => [id, worded(role), isActive ? told`active#team` : '-', name]);
      if (teams.length === 0) out.say(told`You are in no Team. Run openhouse teams create NAME.`);
      return 0;
    });
  },
};

const everyTeam = (invocation: Invocation, world: World): Promise<ExitCode> =>
  withMigratedStore(invocation, world, async ({ server, database }) => {
    const cellsOf = ({ code, name, members, apps, tours }: TeamSummary) => [
      code,
      told`${members} people`,
      told`${apps} apps`,
      told`${tours} tours`,
      name,
    ];
    results(invocation, world).many(await server.listTeams(database), cellsOf);
    return 0;
  });
