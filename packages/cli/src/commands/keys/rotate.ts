import type { Resealed } from '@openhouse/server';
import { type Command, jsonOption } from '../../command.ts';
import { results } from '../../results.ts';
import { dataDirOption, withMigratedStore } from '../../store.ts';

/** `openhouse keys rotate` (decision 0033). */
export const keysRotate: Command = {
  name: 'keys rotate',
  summary: 'Renew app secrets, verifiers, finders and session tokens with the first key of their key rings.',
  description:
    'The service may keep running, and the command is safe to repeat. To replace a key: put the new one second in APP_SECRET_SEALING_KEYS, SESSION_SEALING_KEYS or APP_SECRET_PEPPER and restart every node, move it to the front and restart again, run this, then remove the old one. Exits with 1 if something could not be decrypted: the old key is still needed then.',
  arguments: [],
  options: [dataDirOption, jsonOption],
  examples: [{ call: 'openhouse keys rotate', does: 're-encrypts everything with the newest keys' }],
  ended: 'What was renewed stays so: run it again.',
  run: (invocation, world) =>
    withMigratedStore(
      invocation,
      world,
      async ({ server, config, database }) => {
        const secrets = await server.loadSecrets(config);
        const done = {
          'app secrets': await server.resealAppSecrets(database, secrets.appSecretSealingKeys),
          'webhook secrets': await server.resealWebhookSecrets(database, secrets.appSecretSealingKeys),
          'app secret verifiers': await server.remakeVerifiers(
            database,
            secrets.appSecretSealingKeys,
            secrets.appSecretPeppers,
          ),
          'session tokens': await server.resealSessions(database, secrets.sessionSealingKeys),
        };
        for (const [what, { sealed, unopened }] of Object.entries(done) as [string, Resealed][]) {
          const left = unopened === 0 ? '' : `; ${unopened} could not be decrypted: their key is not in the key ring`;
          results(invocation, world).one(
            { what, sealed, unopened },
            `${what}: ${sealed} ${what.endsWith('verifiers') ? 'remade' : 're-encrypted'}${left}`,
          );
        }
        return Object.values(done).some(({ unopened }) => unopened > 0) ? 1 : 0;
      },
      'the keys of the portal',
    ),
};
