/**
 * Anything that begins like a credential of ours: app secrets, access tokens, tokens of the portal, sessions,
 * invitations.
 */
const CREDENTIAL = /oh[cipstCIPST]_[A-Za-z0-9_-]{8,}/g;

/**
 * User-written text made fit for a chat: without anything that looks like a credential, on one line, of bounded length.
 */
export function withoutSecrets(text: string): string {
  return text
    .replaceAll(CREDENTIAL, '[secret]')
    .replaceAll(/\p{Cc}+/gu, ' ')
    .slice(0, 1000);
}
