import type { ToldProfile } from './profile.ts';

/** Claims of a person, as an ID token or userinfo holds them (OpenID Connect Core 1.0, 5.1). */
export type Claims = Readonly<Record<string, unknown>>;

/** The ID token's claims that are stored with the session; userinfo overrides them. */
export interface KeptClaims {
  readonly email: string;
  /** Absent when the provider does not say. */
  readonly emailVerified?: boolean;
  /** True when the ID token has the claim of operators; absent otherwise. */
  readonly operator?: boolean;
  readonly name: string;
  readonly picture: string;
}

/** Names in these scripts are written family name first, without a space. */
const FAMILY_FIRST = /^[\p{Script=Han}\p{Script=Hangul}]+$/u;

/** A claim and its required value, or one of its values. */
interface WantedClaim {
  readonly name: string;
  readonly value: string;
}

/** @returns What an ID token says of the person. @param wanted The claim of operators, or null. */
export function keptClaims(claims: Claims, wanted: WantedClaim | null): KeptClaims {
  return {
    email: text(claims, 'email'),
    ...(isUnverified(claims) ? { emailVerified: false } : {}),
    ...(isVouched(claims) ? { emailVerified: true } : {}),
    ...(hasClaim(claims, wanted) ? { operator: true } : {}),
    name: fullName(claims) || text(claims, 'preferred_username'),
    picture: text(claims, 'picture'),
  };
}

/** @returns The profile of an ID token, overridden by userinfo. @param wanted The claim of operators, or null. */
export function profileClaims(
  subject: string,
  kept: KeptClaims,
  wanted: WantedClaim | null,
  told: Claims = {},
): ToldProfile {
  const email = text(told, 'email') || kept.email;
  // Either source can say that this address is not verified.
  const isUnverifiedIn = (from: { readonly email: string; readonly isUnverified: boolean }) =>
    from.isUnverified && (from.email === '' || from.email.toLowerCase() === email.toLowerCase());
  const isEmailVerified = ![
    { email: kept.email, isUnverified: kept.emailVerified === false },
    { email: text(told, 'email'), isUnverified: isUnverified(told) },
  ].some(isUnverifiedIn);
  // Only for exactly the address that it was said about.
  const vouched = [
    kept.emailVerified === true ? kept.email : '',
    isVouched(told) ? text(told, 'email') || kept.email : '',
  ].some((one) => one !== '' && one.toLowerCase() === email.toLowerCase());
  return {
    subject,
    email,
    isEmailVerified,
    isEmailVouched: vouched,
    // Userinfo is fetched each time: its claim is newer than the ID token.
    hasOperatorClaim: wanted !== null && (wanted.name in told ? hasClaim(told, wanted) : kept.operator === true),
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

function isVouched({ email_verified }: Claims): boolean {
  return email_verified === true || email_verified === 'true';
}

/** Whether a claim is the value, or a list that contains it. Booleans and numbers are compared as written in JSON. */
function hasClaim(claims: Claims, wanted: WantedClaim | null): boolean {
  if (wanted === null) return false;
  const values = [claims[wanted.name]].flat().filter((value) => ['string', 'boolean', 'number'].includes(typeof value));
  return values.map(String).includes(wanted.value);
}

function text(claims: Claims, name: string): string {
  const value = claims[name];
  return typeof value === 'string' ? value.trim() : '';
}
