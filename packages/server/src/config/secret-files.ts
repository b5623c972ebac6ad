import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import { quotesProblem } from './wrapping.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Suffix of a secret variable's name: the file that holds its value. */
export const FILE_SUFFIX = '_FILE';
/** Larger than any secret; a larger file is a mistake. */
const MOST_BYTES = 64 * 1024;
/** Modes that allow access to others, and those that allow a group to write. */
const ANYBODY_ELSE = 0o077;
const BEYOND_ITS_GROUP = 0o027;
/** Modes that let others change what is no secret. */
const OTHERS_WRITE = 0o022;

/** An environment with the values from files under the names of their variables. */
export interface WithFiles {
  readonly env: Environment;
  readonly problems: readonly string[];
}

/**
 * Reads secrets from files: `LINK_KEYS_FILE=/run/secrets/link-keys` sets `LINK_KEYS` to the content of the file,
 * without blanks and line breaks at its ends. In production nobody else may read the file; a file of another owner, as
 * containers mount them, may be readable by its group.
 * @param names Of the variables with secrets.
 * @param open Variables that are not secret: everybody may read their files, but in production nobody else may write them.
 */
export function withSecretFiles(env: Environment, names: readonly string[], open: readonly string[]): WithFiles {
  const problems: string[] = [];
  const read: Record<string, string> = {};
  for (const name of [...names, ...open]) {
    const path = env[`${name}${FILE_SUFFIX}`] ?? '';
    if (path === '') continue;
    if ((env[name] ?? '') !== '') {
      problems.push(`${name} and ${name}${FILE_SUFFIX} are both set: leave one of them out`);
      continue;
    }
    const answer = readSecret(name, path, env.APP_ENV === 'production', open.includes(name));
    if ('problem' in answer) problems.push(`${name}${FILE_SUFFIX}: ${path} ${answer.problem}`);
    else read[name] = answer.value;
  }
  return { env: { ...env, ...read }, problems };
}

function readSecret(
  name: string,
  path: string,
  isProduction: boolean,
  isOpen: boolean,
): { value: string } | { problem: string } {
  try {
    const file = openSync(path, 'r');
    try {
      const { mode, uid, size } = fstatSync(file);
      const isOwn = uid === process.getuid?.();
      const forbidden = isOwn ? ANYBODY_ELSE : BEYOND_ITS_GROUP;
      const tooOpen = mode & (isOpen ? OTHERS_WRITE : forbidden);
      if (isProduction && process.platform !== 'win32' && tooOpen !== 0) {
        const shown = (mode & 0o777).toString(8).padStart(4, '0');
        if (isOpen) return { problem: `has mode ${shown}, so others can change it: chmod 0644 ${path}` };
        return { problem: isOwn ? openProblem(shown, path) : foreignProblem(shown, uid) };
      }
      if (size > MOST_BYTES) return { problem: `holds more than ${MOST_BYTES} bytes: name the file of the value` };
      const value = readFileSync(file, 'utf8').trim();
      if (/[\0\ufffd]/.test(value)) return { problem: 'is no text in UTF-8: save it as UTF-8' };
      const quotes = quotesProblem(value);
      if (quotes !== undefined) return { problem: quotes };
      if (value.startsWith(`${name}=`)) return { problem: `begins with ${name}=: write the value alone into it` };
      return value === '' ? { problem: 'is empty: write the value into it' } : { value };
    } finally {
      closeSync(file);
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const mend = code === 'ENOENT' ? 'is not there' : code === 'EISDIR' ? 'is a folder' : 'cannot be read';
    return { problem: `${mend} (${code}): name a file that this user may read` };
  }
}

const openProblem = (mode: string, path: string): string =>
  `has mode ${mode}, so others can read it: chmod 0600 ${path}, or the file of the host that is mounted there`;

/** This user cannot change the mode, and often nobody can: secrets are mounted read-only. */
const foreignProblem = (mode: string, owner: number): string =>
  `has mode ${mode} and belongs to user ${owner}, so others can read it: give it mode 0440 and a group of this user. ` +
  'Where it is mounted as a secret, say so there: defaultMode: 0440 and fsGroup in Kubernetes, uid, gid and mode: 0400 in Swarm';
