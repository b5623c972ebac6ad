import { languageOf, type PlainLanguage } from '../plain-pages/plain-page.ts';
import { letter, shownName, timeIn } from './letter.ts';
import type { MailMessage } from './mailer.ts';
import type { Outbox } from './outbox.ts';
import { claimMail, endMail, postponeMail, type WarningMail, warningMailOf } from './outbox-store.ts';
import { mailWords } from './words.ts';

/** Path of the page that stops mails; the code behind it stands for the person. */
export const STOP_PATH = '/mail/stop';

/** Mails about warnings. Nothing of one stays. @param portalUrl Public address of the portal, without a trailing slash. */
export const warningOutbox = (portalUrl: string): Outbox => ({
  claim: claimMail,
  async compose(transaction, claim) {
    const mail = await warningMailOf(transaction, claim);
    return mail === undefined ? undefined : warningMail(mail, portalUrl);
  },
  postpone: postponeMail,
  end: endMail,
});

/** What a warning says to one person. @param portalUrl Public address of the portal, without a trailing slash. */
function warningMail(mail: WarningMail, portalUrl: string): MailMessage {
  const language = languageOf(mail.language ?? undefined);
  const words = mailWords[language];
  const team = shownName(mail.teamName);
  const amount = mail.kind === 'storage' ? bytes : count;
  const [subject, remedy] = words.warning[mail.kind]({
    app: shownName(mail.appName ?? ''),
    team,
    version: String(mail.version ?? ''),
    when: mail.endsAt === null ? '' : timeIn(language, mail.endsAt),
    used: amount(mail.used ?? 0, language),
    of: amount(mail.most ?? 0, language),
    where: mail.leakedUrl ?? '',
    retired: mail.ended,
  });
  const path = mail.appKey === null ? '/dashboard/apps' : `/dashboard/apps/${mail.appKey}`;
  const stop = `${portalUrl}${STOP_PATH}/${mail.mailCode}`;
  const lines = {
    subject,
    remedy,
    link: [words.open, `${portalUrl}${path}`],
    why: words.why(team),
    stop: [words.stop, stop],
  } as const;
  return {
    messageId: `warning-${mail.warningId}-${mail.userCode}@${new URL(portalUrl).hostname}`,
    to: mail.email,
    subject,
    ...letter(language, lines),
    headers: {
      // RFC 8058: one press in the mail program stops them.
      'List-Unsubscribe': `<${stop}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'Auto-Submitted': 'auto-generated',
    },
  };
}

const count = (value: number, language: PlainLanguage) => value.toLocaleString(language);

const BYTE_UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

function bytes(value: number, language: PlainLanguage): string {
  const power = value < 1 ? 0 : Math.min(BYTE_UNITS.length - 1, Math.floor(Math.log10(value) / 3));
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: BYTE_UNITS[power] ?? 'byte',
    unitDisplay: 'short',
    maximumFractionDigits: 1,
  }).format(value / 1000 ** power);
}
