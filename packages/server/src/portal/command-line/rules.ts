import { randomBytes, randomInt } from 'node:crypto';
import { USER_CODE_LETTERS } from '@openhouse/contract';

const DEVICE_PREFIX = 'ohd_';
const HALF_LETTERS = 4;

/** A new device code, with which the command polls: 32 random bytes. */
export function newDeviceCode(): string {
  return `${DEVICE_PREFIX}${randomBytes(32).toString('base64url')}`;
}

/** A new user code, which a person types: 34 bits, enough for 10 minutes and 10 attempts (decision 0046). */
export function newUserCode(): string {
  const half = () =>
    Array.from({ length: HALF_LETTERS }, () => USER_CODE_LETTERS.charAt(randomInt(USER_CODE_LETTERS.length))).join('');
  return `${half()}-${half()}`;
}

/**
 * @returns A machine's name fit to be shown to the person who decides: without control characters and characters that
 *   reverse or hide the text around them.
 */
export function shownMachine(name: string): string {
  const shown = name.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '').trim();
  return shown === '' ? 'unnamed' : shown;
}
