import { isIP } from 'node:net';
import { fileURLToPath } from 'node:url';
import { postgresAddressProblem, readPostgresAddress } from '../kernel/database/postgres-address.ts';
import type { KeyRing } from '../kernel/keys/key-ring.ts';
import { nearest } from './nearest.ts';

/** How one environment variable is read. `takes` completes the sentence "NAME takes …". */
export interface Reader<Value> {
  readonly takes: string;
  /** True when the value must not be shown, not even in the message about a bad value. */
  readonly secret?: boolean;
  /** True for what is not secret and too long for an environment: it can be given as a file, as secrets can. */
  readonly isLong?: boolean;
  /** @returns The value, or undefined when the text is not one. */
  readonly read: (text: string) => Value | undefined;
  /** What is wrong with a text that is almost valid, and the remedy; repeats nothing of it that is secret. */
  readonly problem?: (text: string) => string | undefined;
  /** What was probably meant by an invalid text. */
  readonly meant?: (text: string) => string | undefined;
}

/** One environment variable: its reader, the text it defaults to and what it means to an operator. */
export interface Variable<Value> {
  readonly reader: Reader<Value>;
  readonly default: string;
  readonly meaning: string;
}

export function variable<Value>(reader: Reader<Value>, defaultText: string, meaning: string): Variable<Value> {
  return { reader, default: defaultText, meaning };
}

const KEY_BYTES = 32;
/** Random bytes practically always have more distinct values; a typed or counted key has fewer. */
const LEAST_DISTINCT_BYTES = 16;
const BASE64URL_KEY = /^[A-Za-z0-9_-]{43}$/;

/** @returns The 32 bytes, or undefined when the text is not their canonical base64url form. */
function readKey(text: string): Buffer | undefined {
  if (!BASE64URL_KEY.test(text)) return undefined;
  const bytes = Buffer.from(text, 'base64url');
  // Spare bits in the last character would give one key two spellings.
  if (bytes.length !== KEY_BYTES || bytes.toString('base64url') !== text) return undefined;
  return new Set(bytes).size >= LEAST_DISTINCT_BYTES ? bytes : undefined;
}

export const text: Reader<string> = { takes: 'a text', read: (value) => (value === '' ? undefined : value) };

const BRACKETS = /^\[(.*)\]$/;
/** Underscores, for services of a compose file have names with them. */
const HOST = /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?)*$/i;

/** What a port is bound to. */
export const boundAddress: Reader<string> = {
  takes: 'an IP address without brackets, or the name of a host',
  // A name of digits alone is a mistyped address.
  read: (value) => (isIP(value) !== 0 || (HOST.test(value) && !/^[\d.]+$/.test(value)) ? value : undefined),
  meant: (value) => {
    const bare = value.trim().replace(BRACKETS, '$1');
    return bare !== value && isIP(bare) !== 0 ? bare : undefined;
  },
};

export function integer(least: number, most: number): Reader<number> {
  return {
    takes: `a whole number from ${least} to ${most}`,
    read: (value) => {
      if (!/^\d{1,9}$/.test(value)) return undefined;
      const number = Number(value);
      return number >= least && number <= most ? number : undefined;
    },
  };
}

export function oneOf<const Choice extends string>(...choices: readonly Choice[]): Reader<Choice> {
  return {
    takes: `one of ${choices.join(', ')}`,
    read: (value) => choices.find((choice) => choice === value),
    meant: (value) => nearest(value, choices),
  };
}

/** An http or https address without credentials, query or fragment; a trailing slash is dropped. */
export const url: Reader<string> = {
  takes: 'an http or https address without user, query or fragment',
  read: (value) => {
    const parsed = parsedUrl(value);
    if (parsed === undefined || !['http:', 'https:'].includes(parsed.protocol)) return undefined;
    if (parsed.username !== '' || parsed.password !== '' || parsed.search !== '' || parsed.hash !== '')
      return undefined;
    return parsed.href.replace(/\/+$/, '');
  },
};

/** Whether a part of an address can be read back: `%` and two digits for what would be taken for a sign of its own. */
export function isEncoded(part: string): boolean {
  try {
    decodeURIComponent(part);
    return true;
  } catch {
    return false;
  }
}

/** The address of one Redis or Valkey server: no list, and no path except the number of a database. */
export const redisAddress: Reader<string> = {
  takes: 'redis://user:password@host:port, or rediss, valkey or valkeys; one host, no sentinels and no cluster',
  secret: true,
  read: (value) => {
    const parsed = parsedUrl(value);
    if (parsed === undefined || !/^(redis|valkey)s?:$/.test(parsed.protocol)) return undefined;
    const one = parsed.hostname !== '' && !parsed.hostname.includes(',');
    if (redisPasswordProblem(value) !== undefined) return undefined;
    return one && /^(\/\d{0,5})?$/.test(parsed.pathname) && parsed.hash === '' ? value : undefined;
  },
  problem: redisPasswordProblem,
};

/** The client decodes user and password. */
function redisPasswordProblem(text: string): string | undefined {
  const { username = '', password = '' } = parsedUrl(text) ?? {};
  return [username, password].every(isEncoded) ? undefined : 'write % in the user or password as %25';
}

/** The address of a PostgreSQL database. */
export const postgresAddress: Reader<string> = {
  takes:
    'postgres://user:password@host:port/database, with several hosts separated by commas, and with /, ?, #, @ and % in the user or password as %2F, %3F, %23, %40 and %25',
  secret: true,
  read: (value) =>
    /^postgres(ql)?:\/\//.test(value) &&
    readPostgresAddress(value) !== undefined &&
    postgresAddressProblem(value) === undefined
      ? value
      : undefined,
  problem: postgresAddressProblem,
};

/** Where files of tours are kept. */
export type AssetStoreAddress =
  | { readonly kind: 'file'; readonly directory: string }
  /** @property prefix Without slashes at its ends; may be empty. */
  | { readonly kind: 's3'; readonly bucket: string; readonly prefix: string };

/** A folder of this machine, or a bucket with a prefix: names that every S3 store takes. */
export const assetStoreAddress: Reader<AssetStoreAddress> = {
  takes: 's3://bucket/prefix, or file:///folder',
  problem: percentProblem,
  read: (value) => {
    const [, bucket, prefix = ''] =
      /^s3:\/\/([a-z\d][a-z\d.-]{1,61}[a-z\d])(?:\/([\w.-]+(?:\/[\w.-]+)*))?\/?$/.exec(value) ?? [];
    if (bucket !== undefined) return { kind: 's3', bucket, prefix };
    const parsed = parsedUrl(value);
    const isFolder = parsed?.protocol === 'file:' && parsed.host === '' && parsed.search === '' && parsed.hash === '';
    if (!isFolder || !value.startsWith('file:///') || parsed.pathname === '/') return undefined;
    const directory = pathOfFile(parsed);
    return directory === undefined ? undefined : { kind: 'file', directory };
  },
};

/** @returns The path that a file's address names; undefined where it cannot be read back: a `%` that encodes nothing, or a slash. */
export function pathOfFile(address: URL): string | undefined {
  try {
    return fileURLToPath(address);
  } catch {
    return undefined;
  }
}

/** What is wrong with the address of a file that has no path. Repeats nothing of it. */
export function percentProblem(text: string): string | undefined {
  const parsed = parsedUrl(text);
  if (parsed?.protocol !== 'file:' || parsed.host !== '' || pathOfFile(parsed) !== undefined) return undefined;
  return 'write % in the path as %25, and slashes as they are';
}

/** Not URL.canParse: on Node 20 it and the constructor disagree about some addresses (decision 0022). */
export function parsedUrl(value: string): URL | undefined {
  try {
    return new URL(value);
  } catch {
    return undefined;
  }
}

export const keyRing: Reader<KeyRing> = {
  takes: 'number:base64url of 32 random bytes, comma separated, numbers 1 to 255 each once',
  secret: true,
  read: (value) => {
    const keys = value.split(',').map((entry) => {
      const match = /^([1-9]\d{0,2}):(.+)$/.exec(entry.trim());
      const key = match?.[2] === undefined ? undefined : readKey(match[2]);
      const id = Number(match?.[1]);
      return key === undefined || id > 255 ? undefined : { id, key };
    });
    const ring = keys.filter((entry) => entry !== undefined);
    return ring.length === keys.length && new Set(ring.map(({ id }) => id)).size === ring.length ? ring : undefined;
  },
};

/** A ring whose only key needs no number: what was set before there were several. It is number 1. */
export const keyOrRing: Reader<KeyRing> = {
  takes: `base64url of 32 random bytes, or ${keyRing.takes}`,
  secret: true,
  read: (value) => {
    const key = readKey(value);
    return key === undefined ? keyRing.read(value) : [{ id: 1, key }];
  },
};

/** Empty means not set. */
export function optional<Value>(reader: Reader<Value>): Reader<Value | null> {
  return {
    ...reader,
    takes: `${reader.takes}, or nothing`,
    read: (value) => (value === '' ? null : reader.read(value)),
  };
}

/** The values of a table of variables. */
export type ValuesOf<Table> = {
  readonly [Name in keyof Table]: Table[Name] extends Variable<infer Value> ? Value : never;
};

/** Every bad variable at once. The message never repeats a secret value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly problems: readonly string[];
  /** Whether the same configuration may be right later: what it names is only away. */
  readonly mayPass: boolean;

  constructor(problems: readonly string[], mayPass = false) {
    super(
      `The configuration has ${problems.length === 1 ? 'a problem' : `${problems.length} problems`}:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`,
    );
    this.problems = problems;
    this.mayPass = mayPass;
  }
}

/** Characters of a wrong value that its message repeats. */
const MOST_SHOWN = 200;

/**
 * Reads a table of variables from an environment.
 * @returns The values, and the problems of those that could not be read.
 */
export function readVariables<Table extends Record<string, Variable<unknown>>>(
  table: Table,
  env: Readonly<Record<string, string | undefined>>,
): { values: ValuesOf<Table>; problems: string[] } {
  const problems: string[] = [];
  const values = Object.entries(table).map(([name, { reader, default: defaultText }]) => {
    const given = env[name];
    const value = reader.read(given ?? defaultText);
    if (value === undefined) {
      const shown = reader.secret ? '' : `, not ${JSON.stringify(given?.slice(0, MOST_SHOWN))}`;
      const problem = reader.problem?.(given ?? '');
      if (problem !== undefined) {
        problems.push(`${name}: ${problem}`);
        return [name, value] as const;
      }
      const meant = reader.meant?.(given ?? '');
      problems.push(`${name} takes ${reader.takes}${shown}${meant === undefined ? '' : `: did you mean ${meant}?`}`);
    }
    return [name, value] as const;
  });
  return { values: Object.fromEntries(values) as ValuesOf<Table>, problems };
}
