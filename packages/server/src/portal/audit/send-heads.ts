import { open } from 'node:fs/promises';
import type { HeadsTarget } from '../../config/audit-heads.ts';
import type { Database } from '../../kernel/database/database.ts';
import { headsOfChains } from './follow-chains.ts';

/** Milliseconds that an address may take. */
const TIMEOUT_MS = 10_000;

/**
 * @returns What sends the heads that have changed since it was last called: first all, and again those that did not arrive. Lines as
 *   `openhouse audit heads` prints them. @throws Error without the address, which may hold a token.
 */
export function headsSender(database: Pick<Database, 'pool'>, to: HeadsTarget): () => Promise<void> {
  let sent = new Map<string, string>();
  return async () => {
    const heads = await headsOfChains(database);
    const at = new Date().toISOString();
    const lines = heads
      .filter(({ chain, hash }) => sent.get(chain) !== hash)
      .map((head) => `${JSON.stringify({ at, ...head })}\n`)
      .join('');
    if (lines === '') return;
    if (to.kind === 'file') await appendWhole(to.path, lines);
    else await post(to.url, lines);
    sent = new Map(heads.map(({ chain, hash }) => [chain, hash]));
  };
}

/** All of it or nothing: a full disk would leave half a line, which spoils the next one too. */
async function appendWhole(path: string, lines: string): Promise<void> {
  const file = await open(path, 'a', 0o600);
  try {
    const { size } = await file.stat();
    await file.appendFile(lines).catch(async (error: NodeJS.ErrnoException) => {
      await file.truncate(size);
      throw error;
    });
  } finally {
    await file.close();
  }
}

async function post(url: string, body: string): Promise<void> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/x-ndjson' },
    body,
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => undefined);
  await answer?.body?.cancel();
  if (answer === undefined) throw new Error('AUDIT_HEADS_TO could not be reached');
  if (answer.status >= 300) throw new Error(`AUDIT_HEADS_TO answered with HTTP ${answer.status}`);
}
