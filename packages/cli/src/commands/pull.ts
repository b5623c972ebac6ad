import { mkdir, readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { RESOURCE_CODE_PATTERN } from '@openhouse/contract';
import { STALL_S } from '../bounded-call.ts';
import {
  type Command,
  type ExitCode,
  type Invocation,
  jsonOption,
  optionNumber,
  optionValue,
  Refusal,
  UsageError,
} from '../command.ts';
import { callerOf, callerOptions } from '../gateway-client.ts';
import { progressBar } from '../progress-bar.ts';
import { IncompleteTour } from '../pull/fetches.ts';
import type { NamedTour } from '../pull/payloads.ts';
import { politeGateway } from '../pull/polite-gateway.ts';
import { type PulledTour, pullTour } from '../pull/pull-tour.ts';
import { results } from '../results.ts';
import { told } from '../told.ts';
import type { World } from '../world.ts';
import { lacksRoom, readReason, writeRefusal } from '../write-refusal.ts';

const MEBIBYTE = 1024 * 1024;

/** `openhouse pull` (decision 0049). */
export const pull: Command = {
  name: 'pull',
  summary: 'Download whole tours from any compatible gateway as bundles.',
  description:
    'Each tour becomes a directory named after its resource code, with one JSON file for every operation that answers, byte for byte, and the files that the gateway itself serves. Import it with openhouse import. Name a tour CODE, or CODE:NODE with the root node of its combined tour; without NODE the code itself is tried. Existing bundles are left alone, or brought up to date with --update: what has not changed costs a header each. An interrupted pull resumes when you run it again. It honours Retry-After. What fails on the way (a proxy in between, a connection that breaks or stalls) is asked for again, then reported as that file, and the others are fetched.',
  arguments: [
    { name: 'tour', description: 'resource codes, each with or without :NODE', required: false, variadic: true },
  ],
  options: [
    { flags: '--from-file <file>', description: 'file with more tours, one per line' },
    { flags: '--to <directory>', description: 'where the bundles are written, instead of the working directory' },
    { flags: '--concurrency <number>', description: 'tours at a time, 1 to 16; default 2' },
    { flags: '--max-file-mb <number>', description: 'maximum size of a file in MiB, 1 to 4096; default 64' },
    { flags: '--max-tour-mb <number>', description: "maximum size of a tour's files in MiB, 1 to 65536; default 256" },
    {
      flags: '--timeout <seconds>',
      description: `seconds without a byte after which an answer has stalled, 1 to 600; default ${STALL_S}; a whole one may take ten times as long`,
    },
    {
      flags: '--update',
      description: 'bring bundles that are there up to date; versions are noted beside each, in .CODE.etags.json',
    },
    ...callerOptions,
    jsonOption,
  ],
  examples: [
    { call: 'openhouse pull demo-loft:demo-house --to backup', does: 'writes the demo tour to backup/demo-loft' },
    { call: 'openhouse pull --from-file codes.txt', does: 'downloads every tour listed in codes.txt' },
    { call: 'openhouse pull --from-file codes.txt --update', does: 'fetches what has changed since; for every night' },
  ],
  ended: 'Run it again: what has arrived is not fetched again.',
  async run(invocation, world) {
    const tours = [...invocation.arguments, ...(await toursInFile(invocation, world))].map(namedTour);
    if (tours.length === 0)
      throw new UsageError(told`Name the tours by resource code, or a file of them with --from-file.`);
    const into = resolve(world.directory, optionValue(invocation, 'to') ?? '.');
    await mkdir(into, { recursive: true });
    const stallS = optionNumber(invocation, 'timeout', { usual: STALL_S, least: 1, most: 600 });
    const gateway = politeGateway(await callerOf(invocation, world), world, stallS);
    const megabytes = (name: string, usual: number, most: number) =>
      optionNumber(invocation, name, { usual, least: 1, most }) * MEBIBYTE;
    const limits = { fileBytes: megabytes('maxFileMb', 64, 4096), tourBytes: megabytes('maxTourMb', 256, 65_536) };
    const concurrency = optionNumber(invocation, 'concurrency', { usual: 2, least: 1, most: 16 });
    const update = invocation.options.update === true;
    const pullOne = (tour: NamedTour) => pullTour(gateway, tour, into, limits, update);
    return pullAll(distinct(tours), concurrency, pullOne, invocation, world);
  },
};

const OUTCOMES = {
  pulled: told`pulled`,
  updated: told`updated`,
  unchanged: told`unchanged`,
  'there already': told`there already`,
  incomplete: told`incomplete`,
  refused: told`refused`,
} as const;

async function pullAll(
  tours: readonly NamedTour[],
  concurrency: number,
  pullOne: (tour: NamedTour) => Promise<PulledTour>,
  invocation: Invocation,
  world: World,
): Promise<ExitCode> {
  const out = results(invocation, world);
  const bar = progressBar(world.stderr);
  const isWatched = world.stderr.isTTY === true && !out.asJson;
  let exitCode: ExitCode = 0;
  let [done, whole] = [0, 0];
  const waiting = [...tours];
  const work = async () => {
    for (let tour = waiting.shift(); tour !== undefined; tour = waiting.shift()) {
      const { resourceCode } = tour;
      const pulled = await pullOne(tour).catch((error: unknown) => refusedTour(error, resourceCode));
      done += 1;
      bar.clear();
      if (pulled instanceof Refusal) {
        exitCode = pulled.exitCode === 4 || exitCode === 4 ? 4 : 1;
        const { said: reason } = pulled;
        const outcome =
          pulled instanceof IncompleteTour
            ? ({ outcome: 'incomplete', reason, missing: pulled.missing } as const)
            : ({ outcome: 'refused', reason } as const);
        out.one({ resourceCode, ...outcome }, told`${OUTCOMES[outcome.outcome]}  ${resourceCode}  ${reason}`);
      } else {
        const { outcome, directory, operations, files, warnings } = pulled;
        if (warnings.length > 0 && exitCode === 0) exitCode = 1;
        whole += 1;
        const counts = outcome !== 'there already' ? told`  ${operations} operations, ${files} files` : '';
        out.one({ resourceCode, ...pulled }, told`${OUTCOMES[outcome]}  ${resourceCode}  ${directory}${counts}`);
        if (!out.asJson) for (const warning of warnings) out.say(told`  warning: ${warning}`);
      }
      world.soFar?.(told`${whole} of ${tours.length} tours are there.`);
      if (isWatched) bar.show(done, tours.length, resourceCode);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  bar.clear();
  return exitCode;
}

/** @throws Any error that is not the refusal of one tour. */
function refusedTour(error: unknown, resourceCode: string): Refusal {
  const refusal = error instanceof Refusal ? error : writeRefusal(error, resourceCode);
  if (refusal === undefined) throw error;
  if (!lacksRoom(error)) return refusal;
  const next = told`What has arrived is kept in .${resourceCode}.pull: free some space and run it again, or remove that folder.`;
  return new Refusal(refusal.code, told`${refusal.said} ${next}`, refusal.exitCode);
}

async function toursInFile(invocation: Invocation, world: World): Promise<string[]> {
  const file = optionValue(invocation, 'fromFile');
  if (file === undefined) return [];
  const text = await readFile(resolve(world.directory, file), 'utf8').catch((error: unknown) => {
    throw new UsageError(told`${file} cannot be read: ${readReason(error)}.`);
  });
  if (text.includes('\0'))
    throw new UsageError(told`${file} is no text in UTF-8, as PowerShell's > writes none. Save it as UTF-8.`);
  const tours = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  if (tours.length === 0) throw new UsageError(told`${file} names no tour. Did the command that wrote it succeed?`);
  return tours;
}

const CODE = new RegExp(RESOURCE_CODE_PATTERN);

function namedTour(text: string): NamedTour {
  const [resourceCode = '', nodeCode, ...rest] = text.split(':');
  if (rest.length > 0 || !CODE.test(resourceCode) || (nodeCode !== undefined && !CODE.test(nodeCode))) {
    throw new UsageError(told`${JSON.stringify(text)} is not a tour. Write CODE or CODE:NODE.`);
  }
  return { resourceCode, nodeCode };
}

/** Drops duplicates: two pulls of one tour would write to the same directory. */
function distinct(tours: readonly NamedTour[]): NamedTour[] {
  const seen = new Set<string>();
  return tours.filter(({ resourceCode }) => seen.size < seen.add(resourceCode).size);
}
