import { createHmac } from 'node:crypto';
import { firstKey, type KeyRing } from '../../kernel/keys/key-ring.ts';
import { open, seal } from '../../kernel/keys/sealing.ts';
import { letter, nameWithoutLinks, timeIn } from '../mail/letter.ts';
import type { MailMessage } from '../mail/mailer.ts';
import type { Outbox } from '../mail/outbox.ts';
import { mailWords } from '../mail/words.ts';
import { languageOf } from '../plain-pages/plain-page.ts';
import {
  claimInvitationMail,
  endInvitationMail,
  type InvitationMailRow,
  invitationMailOf,
  postponeInvitationMail,
} from './invitation-mail-store.ts';

/** Page that an invitation opens (contract: inviteMember). */
const JOIN_PATH = '/dashboard/join';

const purposeOf = (id: string) => `invitation:${id}`;

/** The token of a link, until the mail with it was sent: the store has its hash alone otherwise. */
export const sealToken = (keys: KeyRing, id: string, token: string): Buffer =>
  seal(keys, purposeOf(id), Buffer.from(token));

/**
 * What stands for an address where mails to it are counted: nobody reads it back without the key. What follows a plus in front
 * of the `@` leads to the same mailbox.
 */
export function countedAddress(keys: KeyRing, address: string): string {
  const mailbox = address.toLowerCase().replace(/\+[^@]*(?=@)/, '');
  return createHmac('sha256', firstKey(keys).key).update(`counted address:${mailbox}`).digest('base64url');
}

/** Mails of invitations (decision 0190). @param portalUrl Public address of the portal, without a trailing slash. */
export const invitationOutbox = (keys: KeyRing, portalUrl: string): Outbox => ({
  claim: claimInvitationMail,
  async compose(transaction, claim) {
    const row = await invitationMailOf(transaction, claim);
    const token = row === undefined ? undefined : open(keys, purposeOf(claim.id), row.sealedToken)?.toString();
    return row === undefined || token === undefined ? undefined : invitationMail(claim.id, row, token, portalUrl);
  },
  postpone: postponeInvitationMail,
  end: (transaction, claim, outcome) => endInvitationMail(transaction, claim, outcome === 'sent' ? 'sent' : 'failed'),
});

function invitationMail(id: string, row: InvitationMailRow, token: string, portalUrl: string): MailMessage {
  const language = languageOf(row.language ?? undefined);
  const words = mailWords[language].invitation;
  const who = row.byName === '' ? words.somebody : nameWithoutLinks(row.byName);
  const subject = words.subject(who, nameWithoutLinks(row.teamName));
  return {
    messageId: `invitation-${id}@${new URL(portalUrl).hostname}`,
    to: row.email,
    subject,
    ...letter(language, {
      subject,
      remedy: words.remedy(words.role[row.role], timeIn(language, row.endsAt)),
      link: [words.join, `${portalUrl}${JOIN_PATH}#${token}`],
      why: words.why(who),
    }),
    headers: { 'Auto-Submitted': 'auto-generated' },
  };
}
