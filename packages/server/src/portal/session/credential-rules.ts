import { randomBytes } from 'node:crypto';
import { withChecksum } from '../../kernel/keys/checksum.ts';
import { newPublicId } from '../../kernel/keys/public-id.ts';
import { sha256 } from '../../kernel/keys/sha256.ts';

/** Begins every credential of a Team: it is none of a person's session, whose prefix differs. */
const CREDENTIAL_PREFIX = 'ohm_';
const TOKEN = /^ohm_[A-Za-z0-9_-]{49}$/;
const RANDOM_CHARACTERS = 43;

/** A new credential: its public id, and its token, which is stored as a hash only. */
export function newCredential(random: (size: number) => Buffer = randomBytes): {
  readonly id: string;
  readonly token: string;
  readonly tokenHash: Buffer;
} {
  const token = withChecksum(`${CREDENTIAL_PREFIX}${random(32).toString('base64url')}`);
  return { id: newPublicId(random), token, tokenHash: sha256(token) };
}

/** Whether a bearer token claims to be a credential of a Team. */
export const claimsToBeCredential = (token: string): boolean => token.startsWith(CREDENTIAL_PREFIX);

/** @returns The hash of a credential in its row, or undefined when the text cannot be one. */
export function credentialHash(token: string): Buffer | undefined {
  const isOne =
    TOKEN.test(token) && withChecksum(token.slice(0, CREDENTIAL_PREFIX.length + RANDOM_CHARACTERS)) === token;
  return isOne ? sha256(token) : undefined;
}
