import { createHash, randomBytes } from 'node:crypto';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { vrInfo } from '@openhouse/contract';
import { Client } from 'pg';
import { createEmptyDatabase } from '../packages/server/src/testing/postgres-template.ts';
import { startSwift } from '../packages/server/src/testing/swift.ts';
import { swiftMissing } from '../packages/server/src/testing/swift-programs.ts';
import { keysOf } from './cold-reads.ts';
import { fillTo, keepPrototypes, nameFilesOfCopies } from './growth/fill.ts';
import { PROTOTYPES, writeTours } from './growth/tours.ts';
import type { Expected, Load } from './load/load.ts';
import { ask, like } from './probe.ts';
import { readLoad } from './reads.ts';
import { type Contender, OURS, type Scenario } from './scenario.ts';
import { importBundles, type Openhouse, startOpenhouse } from './servers/openhouse.ts';
import { programOf, startPeer } from './servers/server.ts';
import type { Stage } from './stage.ts';

const SECOND = 'openhouse, second node';
const PG = 'pg by primary key';
const CLIENT = 'node:http streaming the object';
const CODE_PREFIX = 'nodes-';
/** Tours that are read, spread over all of them; more files than a node keeps in memory. */
const WORKING_SET = 1000;
/** Distance of tours with as many observers as each other: what is asked for has about one size. */
const SHAPES = 20;
/** Of these, tours with 22 observers. */
const SHAPE = 14;
/** Of each tour that is imported. Tours beyond those name the same ones. */
const FILES_A_TOUR = 5;
const FILE_BYTES = 300_000;
/** Megabytes of payloads in memory: fewer than the working set has. */
const CACHE_MB = 1;
/** As the guide advises for files in a bucket (decision 0248). */
const YOUNG_GENERATION = '--max-semi-space-size=4';
/** Digits of the rate limit in the heads come and go. */
const SLACK_BYTES = 64;

/** Two nodes over one database of many tours, whose files lie in a bucket. */
interface Estate {
  readonly nodes: readonly [Openhouse, Openhouse];
  readonly databaseUrl: string;
  readonly bucket: { readonly endpoint: string; readonly name: string };
  /** Addresses of files that are asked for, and where each lies in the bucket. */
  readonly files: readonly { readonly target: string; readonly key: string }[];
  readonly codes: readonly string[];
}

/**
 * A cold read and a file through each of two nodes, beside bare peers. Needs PostgreSQL and Swift.
 * @param tours In the database; a multiple of PROTOTYPES.
 */
export function twoNodeScenarios(stage: Stage, tours: number): Scenario[] {
  if (stage.databaseUrl === null || swiftMissing().length > 0) {
    throw new Error('Two nodes are measured over PostgreSQL and Swift, and one of them was not found.');
  }
  let opened: Promise<Estate> | undefined;
  const estate = () => {
    opened ??= openEstate(stage, tours);
    return opened;
  };
  const of = `of ${tours.toLocaleString('en')}`;
  return [
    {
      name: 'nodes-cold',
      title: `Cold read, two nodes, ${of} tours, gzip`,
      targets: [OURS, SECOND].map((ours) => ({ ours, against: PG, atLeast: 0.7 })),
      start: async () => coldReads(stage, await estate()),
    },
    {
      name: 'nodes-file',
      title: `File of 300 KB from a bucket, two nodes, ${of} tours`,
      targets: [OURS, SECOND].map((ours) => ({ ours, against: CLIENT, atLeast: 0.8 })),
      start: async () => files(stage, await estate()),
    },
  ];
}

async function coldReads(stage: Stage, { nodes, databaseUrl, codes }: Estate) {
  const keys = join(stage.folder, 'nodes-keys.json');
  await writeFile(keys, JSON.stringify(await keysOf(databaseUrl, codes)));
  const server = await startPeer(stage.cores.onServerCore(programOf('pg.main.ts', databaseUrl, keys)));
  const targets = codes.map((code) => `${vrInfo.path}?resource_code=${code}`);
  const first = readLoad(nodes[0], targets, 'gzip');
  const peer = { ...first, origin: server.origin, targets: codes.map((_, index) => `/${index}`) };
  if (!(await ask(first)).sent.includes((await ask(peer)).sent)) {
    throw new Error('pg does not select the bytes that are served');
  }
  return {
    contenders: [
      await contender(OURS, nodes[0], first),
      await contender(SECOND, nodes[1], readLoad(nodes[1], targets, 'gzip')),
      await contender(PG, server, peer),
    ],
    stop: () => server.stop(),
  };
}

async function files(stage: Stage, { nodes, bucket, files: asked }: Estate) {
  const keys = join(stage.folder, 'nodes-objects.json');
  await writeFile(keys, JSON.stringify(asked.map(({ key }) => key)));
  const program = programOf('bare-object.main.ts', bucket.endpoint, bucket.name, keys);
  const server = await startPeer(stage.cores.onServerCore(program));
  const load = (origin: string, targets: readonly string[]) =>
    ({ origin, targets, method: 'GET', headers: {} }) as const;
  const targets = asked.map(({ target }) => target);
  return {
    contenders: [
      await contender(OURS, nodes[0], load(nodes[0].origin, targets)),
      await contender(SECOND, nodes[1], load(nodes[1].origin, targets)),
      await contender(
        CLIENT,
        server,
        load(
          server.origin,
          asked.map((_, index) => `/${index}`),
        ),
      ),
    ],
    stop: () => server.stop(),
  };
}

/** Asks for everything once, so that the database and the bucket have it in memory, as far as the machine has any. */
async function contender(name: string, server: Contender['server'], load: Omit<Load, 'expected'>): Promise<Contender> {
  let expected: Expected | undefined;
  for (const target of load.targets) {
    const answer = await ask(load, target);
    if (answer.status !== 200) throw new Error(`${name} answered ${target} with ${answer.status}: ${answer.text}`);
    const { minLength, maxLength } = like(answer, SLACK_BYTES);
    expected = {
      status: 200,
      minLength: Math.min(minLength, expected?.minLength ?? minLength),
      maxLength: Math.max(maxLength, expected?.maxLength ?? maxLength),
    };
  }
  if (expected === undefined) throw new Error(`${name} is asked for nothing`);
  return { name, server, load: { ...load, expected } };
}

async function openEstate(stage: Stage, tours: number): Promise<Estate> {
  console.error(`${tours.toLocaleString('en')} tours with files in a bucket …`);
  const folder = join(stage.folder, 'two-nodes');
  const swift = await startSwift();
  stage.atEnd(() => swift.delete());
  const name = await swift.newBucket();
  const databaseUrl = await createEmptyDatabase(new URL('/', stage.databaseUrl ?? '').href.replace(/\/$/, ''));
  const optionsOf = (node: string) => ({
    cores: stage.cores,
    dataDirectory: join(folder, node, '.openhouse'),
    databaseUrl,
    cacheMebibytes: CACHE_MB,
    otherwise: swift.settings(name),
    nodeArguments: [YOUNG_GENERATION],
  });
  const [one, two] = [optionsOf('one'), optionsOf('two')];
  await mkdir(one.dataDirectory, { recursive: true, mode: 0o700 });
  const filling = await startOpenhouse(one);
  const bundles = await writeTours(folder, CODE_PREFIX, PROTOTYPES);
  const keys = await writeFiles(bundles);
  await importBundles(one, bundles);
  await fill(databaseUrl, tours);
  // Both begin alike, with the database as it is from now on.
  await filling.stop();
  // The keys of the first, as every node of a company has them.
  await cp(one.dataDirectory, two.dataDirectory, { recursive: true });
  const first = await startOpenhouse(one);
  stage.atEnd(() => first.stop());
  const second = await startOpenhouse(two);
  stage.atEnd(() => second.stop());
  // From the bare client's environment.
  Object.assign(process.env, swift.settings(name));
  const copies = tours / PROTOTYPES;
  return {
    nodes: [first, second],
    databaseUrl,
    bucket: { endpoint: swift.endpoint, name },
    codes: spread(tours / SHAPES).map((nth) => codeOf(nth * SHAPES + SHAPE)),
    // Every file once, of one of the tours that name it.
    files: keys.map(({ tour, path, key }, index) => ({
      target: `/files/demo/${codeOf(tour + PROTOTYPES * ((index * 7919) % copies))}/${path}`,
      key,
    })),
  };
}

const codeOf = (tour: number): string => `${CODE_PREFIX}${tour}`;

/** @returns So many numbers below `count`, in ascending order and as far apart as can be. */
function spread(count: number): number[] {
  const many = Math.min(WORKING_SET, count);
  return Array.from({ length: many }, (_, nth) => Math.floor((nth * count) / many));
}

interface WrittenFile {
  /** Number of the tour that brings it. */
  readonly tour: number;
  readonly path: string;
  /** Of the object. */
  readonly key: string;
}

async function writeFiles(bundles: string): Promise<WrittenFile[]> {
  const written: WrittenFile[] = [];
  for (let tour = 0; tour < PROTOTYPES; tour += 1) {
    const assets = join(bundles, codeOf(tour), 'assets');
    await mkdir(assets);
    for (let nth = 0; nth < FILES_A_TOUR; nth += 1) {
      const bytes = randomBytes(FILE_BYTES);
      const path = `panorama-${nth}.jpg`;
      await writeFile(join(assets, path), bytes);
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      written.push({ tour, path, key: `files/${sha256.slice(0, 2)}/${sha256}` });
    }
  }
  return written;
}

async function fill(databaseUrl: string, tours: number): Promise<void> {
  const owner = new Client({ connectionString: databaseUrl });
  await owner.connect();
  const codes = Array.from({ length: PROTOTYPES }, (_, tour) => codeOf(tour));
  await keepPrototypes(owner, codes);
  await fillTo(owner, { from: PROTOTYPES, to: tours, prefix: CODE_PREFIX, withPayloads: true });
  await nameFilesOfCopies(owner, CODE_PREFIX);
  await owner.end();
}
