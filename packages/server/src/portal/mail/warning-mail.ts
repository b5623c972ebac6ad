import { escapeHtml } from '../../kernel/http/escape-html.ts';
import { withoutSecrets } from '../notifications/rules.ts';
import { languageOf, type PlainLanguage } from '../plain-pages/plain-page.ts';
import type { MailMessage } from './mailer.ts';
import type { WarningMail } from './outbox-store.ts';
import { mailWords } from './words.ts';

/** Path of the page that stops mails; the code behind it stands for the person. */
export const STOP_PATH = '/mail/stop';

/** What a warning says to one person. @param portalUrl Public address of the portal, without a trailing slash. */
export function warningMail(mail: WarningMail, portalUrl: string): MailMessage {
  const language = languageOf(mail.language ?? undefined);
  const words = mailWords[language];
  const team = shown(mail.teamName);
  const amount = mail.kind === 'storage' ? bytes : count;
  const [subject, remedy] = words.warning[mail.kind]({
    app: shown(mail.appName ?? ''),
    team,
    version: String(mail.version ?? ''),
    when: mail.endsAt === null ? '' : timeIn(language, mail.endsAt),
    used: amount(mail.used ?? 0, language),
    of: amount(mail.most ?? 0, language),
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
    text: textOf(lines),
    html: htmlOf(language, lines),
    headers: {
      // RFC 8058: one press in the mail program stops them.
      'List-Unsubscribe': `<${stop}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'Auto-Submitted': 'auto-generated',
    },
  };
}

interface Lines {
  readonly subject: string;
  readonly remedy: string;
  readonly link: readonly [words: string, address: string];
  readonly why: string;
  readonly stop: readonly [words: string, address: string];
}

const textOf = ({ subject, remedy, link, why, stop }: Lines): string =>
  `${subject}.\n${remedy}\n\n${link[0]}: ${link[1]}\n\n-- \n${why}\n${stop[0]}: ${stop[1]}\n`;

function htmlOf(language: PlainLanguage, { subject, remedy, link, why, stop }: Lines): string {
  const to = ([words, address]: Lines['link']) => `<a href="${escapeHtml(address)}">${escapeHtml(words)}</a>`;
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body style="font:16px/24px system-ui,sans-serif">
<p><strong>${escapeHtml(subject)}.</strong></p>
<p>${escapeHtml(remedy)}</p>
<p>${to(link)}</p>
<hr>
<p style="font-size:13px;line-height:20px">${escapeHtml(why)} ${to(stop)}</p>
</body></html>
`;
}

/** Longest name in a mail, in characters. */
const NAME_MAX = 80;

/** A name that people gave, on one line and without what looks like a credential. */
const shown = (name: string): string => withoutSecrets(name).slice(0, NAME_MAX);

function timeIn(language: PlainLanguage, at: Date): string {
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
  return `${format.format(at)} UTC`;
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
