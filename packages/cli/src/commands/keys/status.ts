import { type Command, jsonOption } from '../../command.ts';
import { results } from '../../results.ts';
import { dataDirOption, withMigratedStore } from '../../store.ts';
import { Foreign, joined, told } from '../../told.ts';

/** `openhouse keys status` (decision 0139). */
export const keysStatus: Command = {
  name: 'keys status',
  summary: 'Show every key of every key ring, and what still needs it.',
  description:
    'One line per key: ring, number, whether it makes what is new, how many processes that run have it, and what needs it. Nothing of a key is shown. Exits with 1 when a process has another key under the same number.',
  arguments: [],
  options: [dataDirOption, jsonOption],
  examples: [{ call: 'openhouse keys status', does: 'shows which keys can be retired' }],
  run: (invocation, world) =>
    withMigratedStore(
      invocation,
      world,
      async ({ server, config, database }) => {
        const secrets = await server.loadSecrets(config);
        const reports = await server.lookAtKeys({ config, secrets, database });
        const out = results(invocation, world);
        out.many(reports, ({ ring, number, isFirst, held, lacking, differing, dependents }) => {
          const needs = joined(
            dependents.map((one) => new Foreign(server.dependentText(one))),
            '; ',
          );
          const lacks = lacking.length === 0 ? '' : told`; not ${lacking.join(', ')}`;
          const others = differing.length === 0 ? '' : told`; another key of this number: ${differing.join(', ')}`;
          return [
            ring,
            number,
            isFirst ? told`makes what is new` : told`opens`,
            told`${held.length} running${lacks}${others}`,
            isFirst ? '' : dependents.length === 0 ? told`nothing needs it` : needs,
          ];
        });
        return reports.some(({ differing }) => differing.length > 0) ? 1 : 0;
      },
      'what every part has',
    ),
};
