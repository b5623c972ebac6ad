import { DASHBOARD_PATH, legacyRedirects, targetParameters } from '@openhouse/contract';

declare const safe: unique symbol;

/** A path on the portal's own origin, ready for a Location header. Only this file creates one. */
export type SafePath = string & { readonly [safe]: 'SafePath' };

/**
 * Maximum length of a target, in characters, as it came and as serialised: `Location` and the cookie of a sign-in, which
 * browsers drop above 4,096 bytes, hold the latter.
 */
const TARGET_MAX_CHARS = 2048;

/** Any origin will do: a path that leaves one origin leaves every origin. `.invalid` never resolves. */
const BASE = 'https://portal.invalid';
// Browsers drop tabs and line ends, and some intermediaries other controls, before they look for `//`.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused.
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;
const SPACE = /\s/;
const LONE_SURROGATE = /\p{Surrogate}/u;
const ESCAPE = /%([0-9a-f]{2})/gi;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused.
const ASCII_CONTROL = /[\u0000-\u001f\u007f]/;

/**
 * A path that the program itself names. It is judged like any other, so a mistake here cannot leave the portal either.
 */
export const dashboard = fixedPath(DASHBOARD_PATH);

/** @throws {Error} when the path is not one that safeTarget accepts. */
export function fixedPath(path: `/${string}`): SafePath {
  const accepted = accept(path);
  if (accepted !== path) throw new Error(`${JSON.stringify(path)} is not a path of the portal`);
  return accepted;
}

/**
 * Where to send the browser for a target from outside (SPEC 4.6, decision 0022).
 * @param raw The decoded parameter.
 * @returns The target as a browser serialises it, or /dashboard/apps when a browser could read it as another origin.
 */
export function safeTarget(raw: string): SafePath {
  return accept(raw) ?? dashboard;
}

/**
 * The target that a query names (SPEC 4.4): `gotoURL`, else `redirect_to`, else `next`.
 * @param query The query string as it stands in the address, without `?`.
 * @param missing Where to go when none of the three is there.
 * @returns /dashboard/apps as well when one of them occurs twice: two readers could see different targets.
 */
export function chooseTarget(query: string, missing: SafePath): SafePath {
  const parameters = new URLSearchParams(query);
  const given = targetParameters.map((name) => parameters.getAll(name));
  if (given.some((values) => values.length > 1)) return dashboard;
  const [first] = given.flat();
  return first === undefined ? missing : safeTarget(first);
}

/** The new address of an old one (SPEC 4.5), with the query string byte for byte. */
export function legacyTarget(path: keyof typeof legacyRedirects, rawUrl: string): SafePath {
  return withQueryOf(legacyRedirects[path], rawUrl);
}

/** @param rawUrl The request target as sent on the wire; what follows its first `?` is appended unchanged. */
export function withQueryOf(path: `/${string}`, rawUrl: string): SafePath {
  return `${fixedPath(path)}${rawUrl.slice(pathOf(rawUrl).length)}` as SafePath;
}

/**
 * A path with a text behind its `#`, as one word of base64url: no server hears of it, it waits in the browser's tab while somebody
 * signs in, and no length of a target limits it.
 */
export function withFragment(path: `/${string}`, text: string): SafePath {
  return `${fixedPath(path)}#${Buffer.from(text).toString('base64url')}` as SafePath;
}

/** The query string of a request target, without `?`, as sent on the wire. */
export function queryOf(rawUrl: string): string {
  return rawUrl.slice(pathOf(rawUrl).length + 1);
}

function pathOf(rawUrl: string): string {
  const mark = rawUrl.indexOf('?');
  return mark === -1 ? rawUrl : rawUrl.slice(0, mark);
}

function accept(raw: string): SafePath | undefined {
  if (!raw.startsWith('/') || raw.startsWith('//')) return undefined;
  if (raw.length > TARGET_MAX_CHARS || LONE_SURROGATE.test(raw)) return undefined;
  if (CONTROL.test(raw) || SPACE.test(raw) || raw.includes('\\')) return undefined;
  const serialised = onPortal(raw);
  if (serialised === undefined || serialised.length > TARGET_MAX_CHARS) return undefined;
  // An intermediary may decode once more: the result must stay on the portal too. Bytes, not characters: only ASCII
  // matters to where an address leads.
  const decoded = serialised.replace(ESCAPE, (_escape, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  if (ASCII_CONTROL.test(decoded) || onPortal(decoded) === undefined) return undefined;
  return serialised as SafePath;
}

/**
 * @returns The target as the URL standard serialises it, or undefined when that is another origin or starts with `//`.
 */
function onPortal(target: string): string | undefined {
  const url = parsed(target);
  if (url === undefined || url.origin !== BASE) return undefined;
  const serialised = `${url.pathname}${url.search}${url.hash}`;
  return serialised.startsWith('/') && !serialised.startsWith('//') ? serialised : undefined;
}

function parsed(target: string): URL | undefined {
  try {
    // Not URL.canParse: on Node 20 it and the constructor disagree about some addresses.
    return new URL(target, BASE);
  } catch {
    return undefined;
  }
}
