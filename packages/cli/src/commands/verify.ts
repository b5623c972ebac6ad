import { type Command, jsonOption } from '../command.ts';
import { results } from '../results.ts';
import { dataDirOption, withMigratedStore } from '../store.ts';
import { Foreign, told } from '../told.ts';

/** `openhouse verify` (decision 0145). */
export const verify: Command = {
  name: 'verify',
  summary: 'Look whether everything that is stored is whole, as after a restore.',
  description:
    'Recomputes every audit chain, unpacks every payload and compares its checksum, reads every file that a tour names and compares its hash, and opens every sealed value with the key rings. Reads alone; the service may keep running. One line per part: how many Teams, apps and tours there are, then how many of each part were looked at, and whether they are whole. Says so where there is no Team, and finds Teams without anything, as after the restore of a dump that was not taken for all Teams. Exits with 1 when something is not.',
  arguments: [],
  options: [
    { flags: '--quick', description: 'look whether files are there, with the right size, without reading them' },
    dataDirOption,
    jsonOption,
  ],
  examples: [{ call: 'openhouse verify', does: 'looks at everything, after a restore' }],
  ended: 'Nothing was changed, and not everything was looked at: run it again.',
  run: (invocation, world) =>
    withMigratedStore(
      invocation,
      world,
      async ({ server, config, database, assets }) => {
        const { appSecretSealingKeys, sessionSealingKeys } = await server.loadSecrets(config);
        const out = results(invocation, world);
        let isWhole = true;
        const installation = { database, assets, appSecretSealingKeys, sessionSealingKeys };
        for await (const verdict of server.verifyInstallation(installation, invocation.options.quick !== true)) {
          const { part, checked, wrong, faults, remedy } = verdict;
          isWhole &&= wrong === 0;
          const isCounted = wrong === 0 && server.countedParts.some((counted) => counted === part);
          const whole = wrong === 0 ? told`all whole` : told`${wrong} are not whole`;
          const found = isCounted ? told`${checked} found` : told`${checked} looked at, ${whole}`;
          out.one(verdict, told`${new Foreign(part)}: ${found}`);
          // Of nothing, nothing is wrong.
          if (part === 'Teams' && checked === 0) out.say(told`There is no Team, so there is nothing of one to verify.`);
          if (out.asJson || wrong === 0) continue;
          for (const fault of faults) out.say(told`  ${new Foreign(fault)}`);
          if (wrong > faults.length) out.say(told`  and ${wrong - faults.length} more`);
          out.say(told`  ${new Foreign(remedy)}`);
        }
        return isWhole ? 0 : 1;
      },
      'the keys of the portal',
    ),
};
