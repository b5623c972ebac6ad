import { isIP } from 'node:net';
import { withoutUnshowable } from '@openhouse/contract';
import type { Profile } from './identity-provider.ts';

const NAME_MAX_CHARS = 128;
const EMAIL_MAX_CHARS = 320;
const AVATAR_MAX_CHARS = 2048;

const EMAIL = /^[^\s@<>()",;:\\[\]]+@[^\s@<>()",;:\\[\]]+$/u;

/** A profile as received from a provider. */
export interface ToldProfile {
  readonly subject: string;
  readonly email: string;
  /** True when the provider does not say. */
  readonly isEmailVerified?: boolean;
  /** True when the provider says so, or knows verified addresses only; false when absent. */
  readonly isEmailVouched?: boolean;
  /** False when absent. */
  readonly hasOperatorClaim?: boolean;
  readonly name: string;
  readonly avatarUrl: string | undefined;
}

/**
 * A profile fit to be shown, from what a provider sent; nothing of it is trusted (decision 0024). Markup stays text:
 * pages never interpret it.
 */
export function shownProfile(told: ToldProfile): Profile {
  const { isEmailVerified = true } = told;
  const email = told.email.length <= EMAIL_MAX_CHARS && EMAIL.test(told.email) ? withoutUnshowable(told.email) : '';
  const named = shownText(told.name, NAME_MAX_CHARS);
  // Others see the name: it must not show an address that is not this person's. Some providers use the address as the
  // name.
  const name = !isEmailVerified && named.toLowerCase() === told.email.toLowerCase() ? '' : named;
  return {
    subject: told.subject,
    email,
    isEmailVerified,
    // Removing characters to show it makes it another address.
    isEmailVouched: isEmailVerified && told.isEmailVouched === true && email === told.email,
    hasOperatorClaim: told.hasOperatorClaim === true,
    name: [name, isEmailVerified ? email : '', 'Developer'].find((text) => text !== '') ?? '',
    avatarUrl: shownAvatar(told.avatarUrl ?? ''),
  };
}

/**
 * @returns A text of a provider or a browser fit to be shown as text: no control characters, at most `maxChars`
 *   characters.
 */
export function shownText(text: string, maxChars: number): string {
  const shown = withoutUnshowable(text.slice(0, maxChars * 4)).trim();
  return [...shown].slice(0, maxChars).join('');
}

/** Only public https addresses: a page loads it, so it must neither run nor probe the viewer's own network. */
function shownAvatar(address: string): string {
  if (address.length > AVATAR_MAX_CHARS) return '';
  try {
    const url = new URL(address);
    const literal = isIP(url.hostname.replace(/[[\]]/g, '')) !== 0 || !url.hostname.includes('.');
    return url.protocol === 'https:' && url.username === '' && url.password === '' && !literal ? url.href : '';
  } catch {
    return '';
  }
}
