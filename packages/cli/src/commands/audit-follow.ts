import { open, readFile, writeFile } from 'node:fs/promises';
import type { FollowedEntry, Progress } from '@openhouse/server';
import { renamed } from '@openhouse/server/renamed';
import { type Command, jsonOption, optionNumber, optionValue, Refusal, UsageError } from '../command.ts';
import { results } from '../results.ts';
import { stopSignal } from '../stop-signal.ts';
import { dataDirOption, withMigratedStore } from '../store.ts';
import { told } from '../told.ts';
import type { World } from '../world.ts';
import { unwritten } from '../write-refusal.ts';
import { auditFilterOf } from './audit-filter.ts';

/** How far a collector has come: what it has of each chain, and how many bytes of its file that is. */
interface Kept {
  readonly bytes: number;
  readonly chains: Record<string, number>;
  /** Of the last entry of each, by which a restore is noticed. Versions before did not keep them. */
  readonly hashes?: Record<string, string> | undefined;
}

/** Where entries go. */
interface Sink {
  readonly progress: Progress;
  write(lines: string): Promise<void>;
  close(): Promise<void>;
}

/** `openhouse audit follow` (decision 0157). */
export const auditFollow: Command = {
  name: 'audit follow',
  summary: 'Write every entry of every audit log as it occurs, for a log collector.',
  description:
    "One JSON object per line, of all Teams and of the installation's own chain: `chain` and `number` identify an entry permanently, unless the database is restored: then a log that differs is written again, which standard error says, and `hash` tells its entries from those that were lost. With --to it appends to a file and resumes after any stop without gaps or duplicates: FILE.state holds its position. On standard output, --state does; a process that was killed may then repeat its last lines. Ends at SIGTERM, or with --once when nothing is new. Works on the store only.",
  arguments: [],
  options: [
    { flags: '--to <file>', description: 'append to this file in place of standard output' },
    { flags: '--state <file>', description: 'where to keep how far standard output has come' },
    { flags: '--every <seconds>', description: 'seconds between two looks, 1 to 3600; default 2' },
    { flags: '--once', description: 'end when nothing is new' },
    dataDirOption,
    jsonOption,
  ],
  examples: [
    { call: 'openhouse audit follow --to /var/log/openhouse-audit.jsonl', does: 'keeps a file that a collector reads' },
    { call: 'openhouse audit follow --once | wc -l', does: 'counts all entries' },
  ],
  run: (invocation, world) =>
    withMigratedStore(invocation, world, async ({ server, database }) => {
      const [to, state] = [optionValue(invocation, 'to'), optionValue(invocation, 'state')];
      if (to !== undefined && state !== undefined)
        throw new UsageError(told`--to keeps its state itself: leave --state out.`);
      const everyMs = optionNumber(invocation, 'every', { usual: 2, least: 1, most: 3600 }) * 1000;
      const sink = await (to === undefined ? stdoutSink(world, state) : fileSink(to));
      const stopping = stopSignal(world);
      const once = invocation.options.once === true;
      const { say } = results(invocation, world);
      try {
        do {
          await server.newEntries(database, sink.progress, (entries) => sink.write(linesOf(entries)), {
            onForgotten: (chain, from, until) =>
              say(told`${chain}: entries ${from} to ${until} are not kept any more; they were not read in time.`),
            onOther: (chain, number) =>
              say(
                told`${chain}: entry ${number}, which was read last, is another one now or is gone, as after a restore or a failover. The whole log is written again; entries of one number differ in their hash.`,
              ),
          });
          if (!once && !stopping.aborted) await world.sleep(everyMs, stopping);
        } while (!once && !stopping.aborted);
      } finally {
        await sink.close();
      }
      return 0;
    }),
};

const linesOf = (entries: readonly FollowedEntry[]) => entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');

const NOTHING: Kept = { bytes: 0, chains: {} };

/** @returns undefined when there is none. */
async function readState(path: string): Promise<Kept | undefined> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  try {
    const { bytes, chains, hashes } = JSON.parse(text) as Kept;
    if (Number.isSafeInteger(bytes) && typeof chains === 'object') return { bytes, chains, hashes };
  } catch {
    // Said below.
  }
  throw new UsageError(
    told`${path} is not a state of audit follow. Move it away, and with --to its file as well, to begin with the first entry.`,
  );
}

const progressOf = ({ chains, hashes }: Kept): Progress =>
  new Map(Object.entries(chains).map(([chain, number]) => [chain, { number, hash: hashes?.[chain] }]));

const keptOf = (bytes: number, progress: Progress): Kept => ({
  bytes,
  chains: Object.fromEntries([...progress].map(([chain, { number }]) => [chain, number])),
  hashes: Object.fromEntries([...progress].flatMap(([chain, { hash }]) => (hash === undefined ? [] : [[chain, hash]]))),
});

/** Whole or not at all: a process may be killed while it writes, and a machine lose its power. */
async function writeState(path: string, kept: Kept): Promise<void> {
  const next = `${path}.next`;
  await writeFile(next, JSON.stringify(kept), { mode: 0o600, flush: true }).catch(unwritten(path));
  await renamed(next, path);
}

/** Appends to a file. What stands behind the state was written by a process that ended in between: it is written again. */
async function fileSink(path: string): Promise<Sink> {
  const statePath = `${path}.state`;
  const known = await readState(statePath);
  const kept = known ?? NOTHING;
  const file = await open(path, 'a', 0o600);
  try {
    const { size } = await file.stat();
    // It may be the only copy of entries that are not kept any more, or a file of something else.
    if (known === undefined && size > 0) {
      throw new UsageError(
        told`${path} is not empty, and without ${statePath} nothing tells what is in it. Move it away to begin with the first entry, or name another file.`,
      );
    }
    if (size < kept.bytes) {
      throw new UsageError(
        told`${path} is shorter than ${statePath} says. Move both away to begin with the first entry.`,
      );
    }
    // Before the first entry: a process that is killed amid it begins again.
    if (known === undefined) await writeState(statePath, NOTHING);
    if (size > kept.bytes) await file.truncate(kept.bytes);
  } catch (error) {
    await file.close();
    throw error;
  }
  let bytes = kept.bytes;
  const progress = progressOf(kept);
  return {
    progress,
    async write(lines) {
      // What another one appends would be cut off at the next start, and its entries taken for kept.
      if ((await file.stat()).size !== bytes) {
        throw new Refusal(
          'FILE_CHANGED',
          told`${path} was changed by another program, so nothing more is written to it. Does audit follow run twice, or is the file cut by a rotation of logs? Let one write to it, and start again.`,
        );
      }
      // All of them or an error: a single write takes what a disk still has room for.
      await file.appendFile(lines).catch(unwritten(path));
      bytes += Buffer.byteLength(lines);
      await file.datasync();
      await writeState(statePath, keptOf(bytes, progress));
    },
    close: () => file.close(),
  };
}

async function stdoutSink(world: Pick<World, 'stdout' | 'heard'>, statePath: string | undefined): Promise<Sink> {
  const progress = progressOf((statePath === undefined ? undefined : await readState(statePath)) ?? NOTHING);
  return {
    progress,
    async write(lines) {
      world.stdout.write(lines);
      await world.heard?.();
      if (statePath !== undefined) await writeState(statePath, keptOf(0, progress));
    },
    close: async () => undefined,
  };
}

/** Every entry of every chain that a filter takes, on standard output: `openhouse audit export --all`. */
export const exportAll: Command['run'] = (invocation, world) =>
  withMigratedStore(invocation, world, async ({ server, database }) => {
    const { action, actor, outcome, since, until } = auditFilterOf(invocation);
    const wants = (entry: FollowedEntry) =>
      (action === undefined || entry.action === action) &&
      (actor === undefined || entry.actor.userCode === actor) &&
      (outcome === undefined || (entry.outcome === 'succeeded') === (outcome === 'succeeded')) &&
      (since === undefined || Date.parse(entry.at) >= Date.parse(since)) &&
      (until === undefined || Date.parse(entry.at) < Date.parse(until));
    await server.newEntries(database, new Map(), async (entries) => {
      world.stdout.write(linesOf(entries.filter(wants)));
      await world.heard?.();
    });
    return 0;
  });
