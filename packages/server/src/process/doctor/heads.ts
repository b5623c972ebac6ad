import { access, constants, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Config } from '../../config/config.ts';
import type { Database } from '../../kernel/database/database.ts';
import { changedHeads } from '../../portal/audit/follow-chains.ts';
import { ask, isAnswered, unreachable } from './ask.ts';
import { broken, type Finding, ok } from './finding.ts';

const check = 'audit heads';
/** Most of the end of the file that is read. */
const TAIL_BYTES = 1024 ** 2;
/** How long it is said that entries are gone: whoever restored the database knows by then. */
const SAID_FOR_MS = 7 * 86_400_000;

interface KeptHead {
  readonly at: string;
  readonly chain: string;
  readonly number: number;
  readonly hash: string;
}

/** Where the ends of the audit chains are kept: can they be sent there, and are the entries that they name still there? */
export async function examineHeads(
  { AUDIT_HEADS_TO: to }: Pick<Config, 'AUDIT_HEADS_TO'>,
  database: Pick<Database, 'pool'>,
): Promise<Finding> {
  if (to === null) return ok(check, 'AUDIT_HEADS_TO is empty: none are kept outside the database.');
  if (to.kind === 'url') {
    // Its path may hold a token. Any answer will do: what is posted there is not to be tried.
    const { origin } = new URL(to.url);
    const answer = await ask(origin);
    return isAnswered(answer) ? ok(check, `${origin} answers.`) : unreachable(check, origin, 'AUDIT_HEADS_TO', answer);
  }
  const file = await open(to.path, 'r+').catch((error: NodeJS.ErrnoException) => error.code ?? 'unknown');
  if (typeof file === 'string') return file === 'ENOENT' ? notThereYet(to.path) : notOpened(to.path, file);
  try {
    const { size } = await file.stat();
    const bytes = Math.min(size, TAIL_BYTES);
    const { buffer } = await file.read(Buffer.alloc(bytes), 0, bytes, size - bytes);
    return await compared(to.path, keptIn(buffer.toString('utf8')), database);
  } finally {
    await file.close();
  }
}

async function notThereYet(path: string): Promise<Finding> {
  const folder = dirname(path);
  const mayBeMade = await access(folder, constants.W_OK).then(
    () => true,
    () => false,
  );
  if (mayBeMade) return ok(check, `${path} is not there yet: the first sending makes it.`);
  return broken(
    check,
    `${path} cannot be made in ${folder}.`,
    'Make that folder, and let the user of the service write in it.',
  );
}

function notOpened(path: string, code: string): Finding {
  return broken(check, `${path} cannot be appended to (${code}).`, 'Let the user of the service write it.');
}

/** The heads of the last days. The first line of a tail may be a part of one. */
function keptIn(tail: string): KeptHead[] {
  const since = Date.now() - SAID_FOR_MS;
  return tail.split('\n').flatMap((line) => {
    try {
      const head = JSON.parse(line) as KeptHead;
      const isHead =
        typeof head.chain === 'string' && Number.isSafeInteger(head.number) && typeof head.hash === 'string';
      return isHead && Date.parse(head.at) > since ? [head] : [];
    } catch {
      return [];
    }
  });
}

async function compared(path: string, kept: readonly KeptHead[], database: Pick<Database, 'pool'>): Promise<Finding> {
  const changed = await changedHeads(database, kept);
  const [first] = changed;
  if (first === undefined) return ok(check, `What was kept in ${path} in the last week agrees with the audit logs.`);
  const more = changed.length === 1 ? '' : `, and ${changed.length - 1} more`;
  const what =
    first.cutOff === undefined
      ? `entry ${first.number} of ${first.chain} is another one`
      : `${first.chain} ends at entry ${first.cutOff.endsAt}, and entry ${first.cutOff.keptTo} was kept`;
  return broken(
    check,
    `The audit logs are not those that were kept in ${path}: ${what}${more}.`,
    'After a restore or a failover to a copy that lagged, what was done in these entries is gone: openhouse audit verify --heads names each log. Otherwise somebody rewrote them.',
  );
}
