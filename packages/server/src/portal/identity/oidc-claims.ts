import type { ToldProfile } from './profile.ts';

/** Claims of a person, as an ID token or userinfo holds them (OpenID Connect Core 1.0, 5.1). */
export type Claims = Readonly<Record<string, unknown>>;

/** What is kept of the ID token's claims with the session; userinfo is put over it. */
export interface KeptClaims {
  readonly email: string;
  readonly emailVerified?: boolean;
  readonly name: string;
  readonly picture: string;
}

/** Names in these scripts are written family name first, without a space. */
const FAMILY_FIRST = /^[\p{Script=Han}\p{Script=Hangul}]+$/u;

/** @returns What an ID token says of the person. */
export function keptClaims(claims: Claims): KeptClaims {
  return {
    email: text(claims, 'email'),
    ...(isUnverified(claims) ? { emailVerified: false } : {}),
    name: fullName(claims) || text(claims, 'preferred_username'),
    picture: text(claims, 'picture'),
  };
}

/** @returns The profile of an ID token, with what userinfo says put over it. */
export function profileClaims(subject: string, kept: KeptClaims, told: Claims = {}): ToldProfile {
  const email = text(told, 'email') || kept.email;
  // Whichever source says that this address is not verified is believed.
  const isUnverifiedIn = (from: { readonly email: string; readonly isUnverified: boolean }) =>
    from.isUnverified && (from.email === '' || from.email.toLowerCase() === email.toLowerCase());
  const isEmailVerified = ![
    { email: kept.email, isUnverified: kept.emailVerified === false },
    { email: text(told, 'email'), isUnverified: isUnverified(told) },
  ].some(isUnverifiedIn);
  return {
    subject,
    email,
    isEmailVerified,
    name: fullName(told) || kept.name || text(told, 'preferred_username'),
    avatarUrl: text(told, 'picture') || kept.picture,
  };
}

function fullName(claims: Claims): string {
  const [given, family] = [text(claims, 'given_name'), text(claims, 'family_name')];
  const familyFirst = FAMILY_FIRST.test(given) && FAMILY_FIRST.test(family);
  return text(claims, 'name') || (familyFirst ? `${family}${given}` : `${given} ${family}`.trim());
}

/** Some providers write booleans as texts. */
function isUnverified({ email_verified }: Claims): boolean {
  return email_verified === false || email_verified === 'false';
}

function text(claims: Claims, name: string): string {
  const value = claims[name];
  return typeof value === 'string' ? value.trim() : '';
}
