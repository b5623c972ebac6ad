import { escapeHtml } from '../../kernel/http/escape-html.ts';
import { withoutSecrets } from '../notifications/rules.ts';
import type { PlainLanguage } from '../plain-pages/plain-page.ts';
import type { MailMessage } from './mailer.ts';

type Link = readonly [words: string, address: string];

/** What a mail says, in order. */
export interface LetterLines {
  readonly subject: string;
  readonly remedy: string;
  readonly link: Link;
  /** Why somebody gets it. */
  readonly why: string;
  /** Where they stop such mails. */
  readonly stop?: Link;
}

/** A mail as plain text and as simple HTML. */
export function letter(language: PlainLanguage, lines: LetterLines): Pick<MailMessage, 'text' | 'html'> {
  return { text: textOf(lines), html: htmlOf(language, lines) };
}

function textOf({ subject, remedy, link, why, stop }: LetterLines): string {
  const end = stop === undefined ? '' : `${stop[0]}: ${stop[1]}\n`;
  return `${subject}.\n${remedy}\n\n${link[0]}: ${link[1]}\n\n-- \n${why}\n${end}`;
}

function htmlOf(language: PlainLanguage, { subject, remedy, link, why, stop }: LetterLines): string {
  const to = ([words, address]: Link) => `<a href="${escapeHtml(address)}">${escapeHtml(words)}</a>`;
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body style="font:16px/24px system-ui,sans-serif">
<p><strong>${escapeHtml(subject)}.</strong></p>
<p>${escapeHtml(remedy)}</p>
<p>${to(link)}</p>
<hr>
<p style="font-size:13px;line-height:20px">${escapeHtml(why)}${stop === undefined ? '' : ` ${to(stop)}`}</p>
</body></html>
`;
}

/** Longest name in a mail, in characters. */
const NAME_MAX = 80;

/** A name that people gave, on one line and without what looks like a credential. */
export const shownName = (name: string): string => withoutSecrets(name).slice(0, NAME_MAX);

/** What addresses are made of, in Latin and full-width forms, where something follows. */
const ADDRESS_SIGN = /([.:/\\@#\u3002\uff0e\uff0f\uff1a\uff20\uff61])(?=\S)/gu;

/**
 * A name in a mail to somebody who does not know whoever gave it: no mail program takes a part of it for an address, which
 * would be a link of the sender's choice.
 */
export const nameWithoutLinks = (name: string): string => shownName(name).replaceAll(ADDRESS_SIGN, '$1 ');

/** When something is, in UTC. */
export function timeIn(language: PlainLanguage, at: Date): string {
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
  return `${format.format(at)} UTC`;
}
