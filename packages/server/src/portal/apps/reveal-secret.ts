import { openSecret } from '../../apps/secret-sealing.ts';
import type { Database, Transaction } from '../../kernel/database/database.ts';
import { inTransaction } from '../../kernel/database/transaction.ts';
import type { KeyRing } from '../../kernel/keys/key-ring.ts';
import { countAttempt } from '../attempts/count-attempt.ts';
import type { BotCheck } from '../bot-check/bot-check.ts';
import { PortalError } from '../http/portal-error.ts';
import { type AskingInTeam, requireFreshSignIn } from '../session/asking.ts';
import { inOneTransaction, refusalAudited } from '../teams/perform.ts';
import { appOfTeam } from './change-app.ts';
import { sealedSecret } from './secret-store.ts';

export interface RevealDeps {
  readonly database: Database;
  readonly sealingKeys: KeyRing;
  readonly botCheck: BotCheck;
  /** Seconds since signing in within which secrets are revealed; 0 for no limit (`REVEAL_MAX_SIGN_IN_AGE_S`). */
  readonly revealMaxSignInAgeS: number;
}

/**
 * Reveals a secret (SPEC 5.2): limit, role, bot check, and an audit entry that is committed before anything is
 * decrypted. A crash at any point leaves an entry without an answer, never an answer without its entry. A retry of a
 * reveal whose answer was lost is the same reveal: it has its entry, its attempt and its bot check already (decision
 * 0088).
 * @throws {PortalError} RATE_LIMITED, ROLE_INSUFFICIENT, SIGN_IN_TOO_OLD, APP_NOT_FOUND, SECRET_NOT_FOUND,
 *   BOT_CHECK_FAILED
 */
export async function revealSecret(
  { database, sealingKeys, botCheck, revealMaxSignInAgeS }: RevealDeps,
  asking: AskingInTeam,
  asked: {
    readonly appKey: string;
    readonly version: number;
    readonly botCheck: string;
    readonly isRepetition: boolean;
  },
): Promise<string> {
  const { appKey, version, isRepetition } = asked;
  const { teamId, role } = asking.team;
  const deed = { asking, action: 'secret.reveal', subject: `${appKey} v${version}`, by: 'owner' } as const;
  return refusalAudited(database, deed, async () => {
    if (!isRepetition) await countAttempt(database.pool, 'person', asking.personId);
    if (role !== 'owner') throw new PortalError('ROLE_INSUFFICIENT');
    requireFreshSignIn(asking, revealMaxSignInAgeS);
    const app = await appOfTeam(database.pool, asking, appKey);
    if (!app.secrets.some((one) => one.version === version)) throw new PortalError('SECRET_NOT_FOUND');
    const place = { teamId, appId: app.id, version };
    const stored = async (transaction: Transaction): Promise<Buffer> => {
      const found = await sealedSecret(transaction, teamId, app.id, version);
      if (found === undefined) throw new PortalError('SECRET_NOT_FOUND');
      if (found !== null) return found;
      throw new PortalError('SECRET_NOT_FOUND', 'This version was stored without a copy to show. Rotate the secret.');
    };
    const revealed = async () => {
      await countAttempt(database.pool, 'app', app.id);
      await botCheck.verify(asked.botCheck, asking);
      return inOneTransaction(database, deed, async (transaction) => ({
        result: await stored(transaction),
        subject: `${app.name} v${version}`,
      }));
    };
    const sealed = await (isRepetition ? inTransaction(database, stored, { team: teamId }) : revealed());
    const secret = openSecret(sealingKeys, place, sealed);
    if (secret === undefined)
      throw new Error(`no key of APP_SECRET_SEALING_KEYS opens the secret of ${appKey} v${version}`);
    return secret;
  });
}
