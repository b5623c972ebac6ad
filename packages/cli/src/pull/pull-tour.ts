import { basename, join } from 'node:path';
import { Refusal } from '../command.ts';
import { isThere } from '../is-there.ts';
import { type Told, told } from '../told.ts';
import { Draft, Overtaken } from './draft.ts';
import { earlierCopy } from './earlier-copy.ts';
import { Fetches, IncompleteTour } from './fetches.ts';
import { refuseAlike } from './names-on-disk.ts';
import { notedVersions, versionsFile } from './noted-versions.ts';
import { type NamedTour, pullByCode, pullPayloads } from './payloads.ts';
import type { PoliteGateway } from './polite-gateway.ts';
import { type PullLimits, pullFiles } from './pull-files.ts';

/** The outcome for a tour. */
export interface PulledTour {
  /** `updated` and `unchanged`: of a bundle that was there, by what came now. */
  readonly outcome: 'pulled' | 'updated' | 'unchanged' | 'there already';
  readonly directory: string;
  readonly operations: number;
  readonly files: number;
  /** What is missing, and why. */
  readonly warnings: readonly Told[];
}

/**
 * Downloads every operation of a tour into a bundle (decision 0049), payloads byte for byte. An interrupted pull resumes:
 * what came before is fetched again only where it has changed. The bundle's directory appears only once it is complete.
 * @param into Directory in which the bundle is created.
 * @param update Whether a bundle that is there is brought up to date: what has not changed costs a header each, and the
 *   bundle is replaced once everything has come.
 * @throws {Refusal} when the gateway refuses the tour.
 * @throws {IncompleteTour} when files did not come.
 */
export async function pullTour(
  gateway: PoliteGateway,
  tour: NamedTour,
  into: string,
  limits: PullLimits,
  update = false,
): Promise<PulledTour> {
  const { resourceCode } = tour;
  const directory = join(into, resourceCode);
  const isUpdate = await isThere(directory);
  if (isUpdate) await refuseAlike(into, resourceCode, resourceCode);
  if (isUpdate && !update) return { outcome: 'there already', directory, operations: 0, files: 0, warnings: [] };
  const earlier = isUpdate ? earlierCopy(directory, await notedVersions(versionsFile(into, resourceCode))) : undefined;
  const draft = new Draft(into, resourceCode, earlier);
  await draft.begin();
  await refuseAlike(into, basename(draft.directory), resourceCode);
  try {
    return await pullInto(draft, gateway, tour, limits);
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    if (!(error instanceof Overtaken) && !(isMissing && (await draft.isOvertaken()))) throw error;
    throw new Refusal(
      'OVERTAKEN',
      told`Another openhouse pull has finished ${resourceCode} here meanwhile, and its bundle is whole. Let one run at a time.`,
      4,
    );
  }
}

/** Milliseconds within which a tour is taken to have come as it was at one moment. */
const AT_ONCE_MS = 5000;
/** How often everything is asked for, at most: some gateways answer otherwise each time, with links that they sign, say. */
const MOST_ROUNDS = 3;

/** Brings everything of a tour into its draft, and puts that in its place. */
async function pullInto(
  draft: Draft,
  gateway: PoliteGateway,
  tour: NamedTour,
  limits: PullLimits,
): Promise<PulledTour> {
  for (let round = 1; ; round += 1) {
    const startedMs = performance.now();
    const fetches = new Fetches();
    await pullPayloads(gateway, tour, draft, fetches);
    const { files, warnings } = await pullFiles(gateway, tour.resourceCode, draft, fetches, limits);
    if (fetches.missing.length > 0) throw new IncompleteTour(fetches.missing);
    const mayBeMixed = performance.now() - startedMs >= AT_ONCE_MS;
    if (mayBeMixed && round < MOST_ROUNDS && (await isReplaced(draft, gateway, tour))) {
      await draft.again();
      continue;
    }
    const { operations, outcome } = await draft.finish();
    const all = mayBeMixed && round === MOST_ROUNDS ? [...warnings, CHANGES] : warnings;
    return { outcome, directory: draft.place, operations, files, warnings: all };
  }
}

const CHANGES = told`The tour changed each time while it was pulled, and may be of several versions. Pull it again with --update.`;

/** Whether the tour is another one than when its payloads came. */
async function isReplaced(draft: Draft, gateway: PoliteGateway, { resourceCode }: NamedTour): Promise<boolean> {
  await draft.lookAgain();
  const fetches = new Fetches();
  await pullByCode(gateway, resourceCode, draft, fetches);
  if (fetches.missing.length > 0) throw new IncompleteTour(fetches.missing);
  return draft.hasNews;
}
