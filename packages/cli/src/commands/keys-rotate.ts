import type { Resealed } from '@openhouse/server';
import { type Command, jsonOption } from '../command.ts';
import { results } from '../results.ts';
import { dataDirOption, withMigratedStore } from '../store.ts';

/** `openhouse keys rotate` (decision 0033). */
export const keysRotate: Command = {
  name: 'keys rotate',
  summary: 'Seal app secrets and session tokens again under the first key of their rings.',
  description:
    'Runs while the service runs, and is safe to repeat. To change a key: add the new one second in APP_SECRET_SEALING_KEYS or SESSION_SEALING_KEYS and restart every node, put it first and restart again, run this, then remove the old one. Exits with 1 when something could not be opened: then the old key is still needed.',
  arguments: [],
  options: [dataDirOption, jsonOption],
  examples: [{ call: 'openhouse keys rotate', does: 'seals everything under the newest keys' }],
  run: (invocation, world) =>
    withMigratedStore(invocation, world, async ({ server, config, database }) => {
      const secrets = await server.loadSecrets(config);
      const done = {
        'app secrets': await server.resealAppSecrets(database, secrets.appSecretSealingKeys),
        'session tokens': await server.resealSessions(database, secrets.sessionSealingKeys),
      };
      for (const [what, { sealed, unopened }] of Object.entries(done) as [string, Resealed][]) {
        const left = unopened === 0 ? '' : `; ${unopened} could not be opened: a key they need is not in the ring`;
        results(invocation, world).one({ what, sealed, unopened }, `${what}: ${sealed} sealed again${left}`);
      }
      return Object.values(done).some(({ unopened }) => unopened > 0) ? 1 : 0;
    }),
};
