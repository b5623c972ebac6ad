import { createHash, randomBytes } from 'node:crypto';
import { nameFault, portalFailures } from '@openhouse/contract';
import { newPublicId } from '../../kernel/keys/public-id.ts';
import { PortalError } from '../http/portal-error.ts';

/** Maximum number of Teams one person may own: keeps one person from filling the store with Teams and their apps. */
export const OWNED_TEAMS_MAX = 20;

const TOKEN = /^ohi_[A-Za-z0-9_-]{43}$/;

/** A new public code of a Team; it becomes part of asset addresses. */
export function newTeamCode(random: (size: number) => Buffer = randomBytes): string {
  return `team-${random(8).toString('hex')}`;
}

/** A new invitation: its public id, and the token of its link, which is stored as a hash only. */
export function newInvitation(random: (size: number) => Buffer = randomBytes): {
  readonly id: string;
  readonly token: string;
} {
  return { id: newPublicId(random), token: `ohi_${random(32).toString('base64url')}` };
}

/** @returns The hash of an invitation's token in its row, or undefined when the text cannot be a token. */
export function invitationHash(token: string): Buffer | undefined {
  const body = token.slice('ohi_'.length);
  // Decoders ignore spare bits: one spelling only.
  const isOne = TOKEN.test(token) && Buffer.from(body, 'base64url').toString('base64url') === body;
  return isOne ? createHash('sha256').update(token).digest() : undefined;
}

/** A name of a Team or an app as entered, trimmed. @throws {PortalError} NAME_INVALID (decision 0103) */
export function givenName(text: string): string {
  const name = text.trim();
  const fault = nameFault(name);
  if (fault !== undefined) throw new PortalError('NAME_INVALID', `${fault} ${portalFailures.NAME_INVALID.advice}`);
  return name;
}
