import { COMMAND_LINE_INTERVAL_S, COMMAND_LINE_SIGN_IN_LIFETIME_S } from '@openhouse/contract';
import type { Pool } from 'pg';
import { sha256 } from '../../kernel/keys/sha256.ts';
import { countAttempt } from '../attempts/count-attempt.ts';
import { shownUserAgent } from '../session/rules.ts';
import { newDeviceCode, newUserCode, shownMachine } from './rules.ts';
import { insertSignIn } from './store.ts';

/** The machine that asks to sign in. */
export interface AskingMachine {
  readonly machine: string;
  readonly userAgent: string | undefined;
  readonly ipAddress: string;
}

/**
 * Starts a sign-in of the command line; the store keeps hashes of both codes.
 * @throws {PortalError} RATE_LIMITED for an address that starts too many.
 */
export async function startSignIn(
  pool: Pool,
  { machine, userAgent, ipAddress }: AskingMachine,
): Promise<{ deviceCode: string; userCode: string; expiresInS: number; intervalS: number }> {
  await countAttempt(pool, 'command-line-start', ipAddress);
  const [deviceCode, userCode] = [newDeviceCode(), newUserCode()];
  const [intervalS, expiresInS] = [COMMAND_LINE_INTERVAL_S, COMMAND_LINE_SIGN_IN_LIFETIME_S];
  await insertSignIn(pool, {
    deviceHash: sha256(deviceCode),
    userHash: sha256(userCode),
    machine: shownMachine(machine),
    userAgent: shownUserAgent(userAgent),
    ipAddress,
    intervalS,
    lifetimeS: expiresInS,
  });
  return { deviceCode, userCode, expiresInS, intervalS };
}
