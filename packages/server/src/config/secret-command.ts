import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { isAbsolute } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

/** How a value begins that is not the secret, but what KEY_COMMAND makes it from. */
export const COMMAND_PREFIX = 'command:';

/** A secret that a key management system has, or has wrapped. */
export interface KeptSecret {
  readonly name: string;
  /** What the system needs to know: the name of a key there, or a ciphertext. One line. */
  readonly reference: string;
}

/**
 * What we need of a key management system: the secrets behind these references, all of them or a problem. Asked once, at the
 * start; whatever it says must reach no log.
 */
export type KeyManagement = (
  kept: readonly KeptSecret[],
) => { readonly secrets: ReadonlyMap<string, string> } | FetchProblem;

interface FetchProblem {
  readonly problem: string;
  /** Whether the system may only be away: the same question may be answered later, and nobody has to mend anything. */
  readonly mayPass?: boolean;
}

/** An environment with the secrets of a key management system in their places. */
export interface WithKeptSecrets {
  readonly env: Environment;
  readonly problems: readonly string[];
  /** Whether the problems may pass by themselves. */
  readonly mayPass?: boolean;
}

/**
 * Fetches the secrets whose values are references: `LINK_KEYS=command:prod/link-keys` (decision 0141).
 * @param names Of all secrets.
 * @param isUsed Whether this process has a use for a secret. It gets no other.
 * @param manage The system; undefined where none is configured.
 */
export function withKeptSecrets(
  given: Environment,
  names: readonly string[],
  isUsed: (name: string) => boolean,
  manage: KeyManagement | undefined,
): WithKeptSecrets {
  const referring = names.flatMap((name) => {
    const value = given[name] ?? '';
    return value.startsWith(COMMAND_PREFIX) ? [{ name, reference: value.slice(COMMAND_PREFIX.length) }] : [];
  });
  // A reference is not a value: what the command is not asked for stays unset.
  const env = { ...given, ...Object.fromEntries(referring.map(({ name }) => [name, ''])) };
  const kept = referring.filter(({ name }) => isUsed(name));
  if (kept.length === 0) return { env, problems: [] };
  if (manage === undefined) {
    return {
      env,
      problems: kept.map(
        ({ name }) =>
          `${name} is to come from KEY_COMMAND, which is not set: name the program, or give the secret itself`,
      ),
    };
  }
  const bad = kept.find(({ reference }) => /[\r\n]/.test(reference) || reference.trim() === '');
  if (bad !== undefined)
    return { env, problems: [`${bad.name}: what follows ${COMMAND_PREFIX} must be one line that is not empty`] };
  const answer = manage(kept);
  if ('problem' in answer)
    return { env, problems: [`KEY_COMMAND ${answer.problem}`], mayPass: answer.mayPass === true };
  return { env: { ...env, ...Object.fromEntries(answer.secrets) }, problems: [] };
}

/** Milliseconds that the program has for all secrets together. */
const PATIENCE_MS = 15_000;
/** Most bytes that it may print; all secrets together are far smaller. */
const MOST_BYTES = 256 * 1024;
/** Modes that let anybody but the owner change a program. */
const CHANGED_BY_OTHERS = 0o022;

/**
 * A key management system behind a local program. It is started once, without a shell and without our secrets; it reads lines
 * `NAME reference` and prints lines `NAME secret`. What it prints is never repeated, and what it says on standard error is
 * not kept: it may be a secret too.
 * @param path Of the program.
 */
export function keyCommand(path: string, env: Environment, secretNames: readonly string[]): KeyManagement {
  return (kept) => {
    const wrong = programProblem(path, env.APP_ENV === 'production');
    if (wrong !== undefined) return { problem: wrong };
    const { status, signal, error, stdout } = spawnSync(path, [], {
      input: kept.map(({ name, reference }) => `${name} ${reference}\n`).join(''),
      env: Object.fromEntries(Object.entries(env).filter(([name]) => !secretNames.includes(name))),
      stdio: ['pipe', 'pipe', 'ignore'],
      encoding: 'utf8',
      timeout: PATIENCE_MS,
      killSignal: 'SIGKILL',
      maxBuffer: MOST_BYTES,
      windowsHide: true,
    });
    // A program need not read everything: what it prints decides.
    if (error !== undefined && codeOf(error) !== 'EPIPE')
      return { problem: failureOf(path, error), mayPass: codeOf(error) === 'ETIMEDOUT' };
    if (status !== 0) {
      const end = signal === null ? `exit status ${status}` : signal;
      return { problem: `ended with ${end}: ${tryIt(path, kept)}`, mayPass: true };
    }
    return secretsIn(stdout, kept, path);
  };
}

function programProblem(path: string, isProduction: boolean): string | undefined {
  if (!isAbsolute(path)) return `takes the path of a program from /, not ${JSON.stringify(path)}`;
  try {
    const { mode } = statSync(path);
    if (!isProduction || process.platform === 'win32' || (mode & CHANGED_BY_OTHERS) === 0) return undefined;
    return `names ${path}, which others may change: chmod 0755 ${path}`;
  } catch (error) {
    return failureOf(path, error as NodeJS.ErrnoException);
  }
}

const codeOf = (error: NodeJS.ErrnoException): string => error.code ?? 'unknown';

function failureOf(path: string, error: NodeJS.ErrnoException): string {
  switch (error.code) {
    case 'ENOENT':
      return `names ${path}, which is not there or whose interpreter is not`;
    case 'EACCES':
      return `names ${path}, which this user may not run: chmod 0755 ${path}, or set that mode where it is mounted`;
    case 'ETIMEDOUT':
      return `did not end within ${PATIENCE_MS / 1000} s`;
    case 'ENOBUFS':
      return `printed more than ${MOST_BYTES / 1024} KiB`;
    default:
      return `could not be run (${codeOf(error)})`;
  }
}

/** How to see what the program says itself. */
const tryIt = (path: string, [first]: readonly KeptSecret[]): string =>
  `run it by hand to see why: echo '${first?.name} …' | ${path}`;

/** One line for each secret that was asked for, and no other line. */
function secretsIn(printed: string, kept: readonly KeptSecret[], path: string): ReturnType<KeyManagement> {
  const secrets = new Map<string, string>();
  const asked = new Set(kept.map(({ name }) => name));
  for (const [index, line] of printed.split(/\r?\n/).entries()) {
    if (line === '') continue;
    const [, name = '', secret = ''] = /^(\w+) (.+)$/.exec(line) ?? [];
    if (!asked.has(name) || secrets.has(name)) {
      return {
        problem: `printed a line ${index + 1} that is no secret that was asked for: each is NAME, a space, the secret`,
      };
    }
    secrets.set(name, secret);
  }
  const missing = kept.filter(({ name }) => !secrets.has(name)).map(({ name }) => name);
  return missing.length === 0
    ? { secrets }
    : { problem: `printed nothing for ${missing.join(', ')}: ${tryIt(path, kept)}` };
}
