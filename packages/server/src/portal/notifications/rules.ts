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
