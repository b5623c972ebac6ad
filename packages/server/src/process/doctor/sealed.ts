import { secretVerifier } from '../../apps/app-secret.ts';
import { openSecret } from '../../apps/secret-sealing.ts';
import type { Config } from '../../config/config.ts';
import { ringsIfThere } from '../../config/secrets.ts';
import type { Database } from '../../kernel/database/database.ts';
import { inTransaction } from '../../kernel/database/transaction.ts';
import { open } from '../../kernel/keys/sealing.ts';
import { tokenPurpose } from '../../portal/session/visitor.ts';
import { broken, type Finding, ok, warning } from './finding.ts';
import { newestSealed } from './store.ts';

/** The newest of each kind that are looked at. */
const LOOKED_AT = 50;

/**
 * Whether the keys are those that the database was written with. Each is tried with what they made: app secrets that are
 * sealed, their verifiers, and provider tokens of sessions.
 */
export async function examineSealed(config: Config, database: Database): Promise<Finding[]> {
  const {
    APP_SECRET_PEPPER: pepper,
    APP_SECRET_SEALING_KEYS: sealing,
    SESSION_SEALING_KEYS: sessions,
  } = await ringsIfThere(config);
  const { secrets, tokens } = await inTransaction(database, (transaction) => newestSealed(transaction, LOOKED_AT), {
    team: '*',
  });
  const findings: Finding[] = [];
  if (sealing !== undefined && secrets.length > 0) {
    const opened = secrets.map((row) => ({ row, secret: openSecret(sealing, row, row.sealed) }));
    const known = opened.filter(({ secret }) => secret !== undefined);
    findings.push(...opening('app secrets', 'APP_SECRET_SEALING_KEYS', known.length, secrets.length));
    if (pepper !== undefined && known.length > 0) {
      const fits = known.some(({ row, secret = '' }) =>
        pepper.some(({ key }) => secretVerifier(row.appKey, secret, key).equals(row.verifier)),
      );
      findings.push(
        fits
          ? ok('pepper', 'APP_SECRET_PEPPER is the one that app secrets were made with.')
          : broken(
              'pepper',
              'APP_SECRET_PEPPER is not the one that app secrets were made with: every app secret is refused.',
              'Set the former one again, from the backup of your keys; or rotate the secret of every app.',
            ),
      );
    }
  }
  if (sessions !== undefined && tokens.length > 0) {
    const known = tokens.filter(({ id, sealedToken }) => open(sessions, tokenPurpose(id), sealedToken) !== undefined);
    findings.push(...opening('sessions', 'SESSION_SEALING_KEYS', known.length, tokens.length));
  }
  return findings;
}

function opening(what: string, name: string, opened: number, all: number): Finding[] {
  const check = `sealed ${what}`;
  if (opened === all) return [ok(check, `${name} opens them.`)];
  const says = `${name} opens ${opened} of the newest ${all}.`;
  const mend = `Add the key that sealed them behind the others in ${name}, from the backup of your keys.`;
  return [opened === 0 ? broken(check, says, mend) : warning(check, says, mend)];
}
