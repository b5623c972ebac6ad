/**
 * Anything that begins like a credential of ours: app secrets, access tokens, tokens of the portal, of its sessions, devices and
 * Teams, invitations, secrets of webhooks, and what an agent collects, which is longer than the code of an account.
 */
const CREDENTIAL = /oh[cdimpst]_[\w-]{8,}|whsec_[\w+/=-]{8,}|oha_[\w-]{32,}/gi;

/** Longest text, in characters: the longest feedback of the contract, and who sent it. */
const TEXT_MAX = 4000;

/**
 * User-written text made fit for a chat: without anything that looks like a credential, on one line, of bounded length.
 */
export function withoutSecrets(text: string): string {
  return text
    .replaceAll(CREDENTIAL, '[secret]')
    .replaceAll(/\p{Cc}+/gu, ' ')
    .slice(0, TEXT_MAX);
}

/** Discord looks for these wherever they stand, in a word or an address of mail too. */
const EVERYBODY = /@(?=everyone|here)/gi;
/** Other mentions begin a word; in an address of mail the sign stands behind a letter, and a domain with a dot follows. */
const MENTION = /(?<![\w.+-])@|@(?![\w-]+\.\w)/g;

/**
 * Text of people, of which a chat sees the characters alone: it mentions nobody, and shows no link under other words. No chat is known
 * here, so nothing is escaped as one of them has it (`&lt;` for Slack is read as it stands elsewhere): the signs that begin something
 * are written as others that look alike.
 */
export function withoutMarkup(text: string): string {
  return text
    .replaceAll('<', '‹')
    .replaceAll('>', '›')
    .replaceAll(EVERYBODY, '＠')
    .replaceAll(MENTION, '＠')
    .replaceAll('](', '] (');
}
