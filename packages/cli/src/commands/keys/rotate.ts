import { type Command, jsonOption } from '../../command.ts';
import { results } from '../../results.ts';
import { dataDirOption, withMigratedStore } from '../../store.ts';
import { told } from '../../told.ts';

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
        const { appSecretSealingKeys, appSecretPeppers, sessionSealingKeys } = secrets;
        const done = [
          { what: told`app secrets`, ...(await server.resealAppSecrets(database, appSecretSealingKeys)) },
          { what: told`webhook secrets`, ...(await server.resealWebhookSecrets(database, appSecretSealingKeys)) },
          {
            what: told`app secret verifiers`,
            ...(await server.remakeVerifiers(database, appSecretSealingKeys, appSecretPeppers)),
            isRemade: true,
          },
          { what: told`session tokens`, ...(await server.resealSessions(database, sessionSealingKeys)) },
        ];
        for (const { what, sealed, unopened, ...more } of done) {
          const does = 'isRemade' in more ? told`${what}: ${sealed} remade` : told`${what}: ${sealed} re-encrypted`;
          const left =
            unopened === 0 ? '' : told`; ${unopened} could not be decrypted: their key is not in the key ring`;
          results(invocation, world).one({ what, sealed, unopened }, told`${does}${left}`);
        }
        return done.some(({ unopened }) => unopened > 0) ? 1 : 0;
      },
      'the keys of the portal',
    ),
};
