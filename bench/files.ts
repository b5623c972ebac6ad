import { createHash, randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createEmptyDatabase } from '../packages/server/src/testing/postgres-template.ts';
import { startSwift } from '../packages/server/src/testing/swift.ts';
import { swiftMissing } from '../packages/server/src/testing/swift-programs.ts';
import type { Load } from './load/load.ts';
import { ask, like } from './probe.ts';
import { type Contender, OURS, type Scenario } from './scenario.ts';
import { importBundles, type OpenhouseOptions } from './servers/openhouse.ts';
import { programOf, startPeer } from './servers/server.ts';
import type { Stage } from './stage.ts';

const CODE = 'files';
const FILE = 'panorama.jpg';
const BYTES = 300_000;
/** Digits of the rate limit in the heads come and go. */
const SLACK_BYTES = 64;

/**
 * A file of 300 KB through the gateway, beside a bare server that streams it: from the folder, and, where Swift is installed
 * and PostgreSQL serves, from a bucket with the same client.
 */
export function fileScenarios(stage: Stage): Scenario[] {
  return [
    folderScenario(stage),
    ...(stage.databaseUrl === null || swiftMissing().length > 0 ? [] : [bucketScenario(stage)]),
  ];
}

function folderScenario(stage: Stage): Scenario {
  const against = 'node:http streaming the file';
  return {
    name: 'file-folder',
    title: 'File of 300 KB, from a folder',
    targets: [{ against, atLeast: 0.8 }],
    async start() {
      const ours = await stage.openhouse();
      const { bundle, sha256 } = await writeBundle(stage.folder);
      await importBundles(optionsOf(stage, { dataDirectory: ours.dataDirectory }), bundle);
      const file = join(ours.dataDirectory, 'assets', sha256.slice(0, 2), sha256);
      const peer = await startPeer(stage.cores.onServerCore(programOf('bare-file.main.ts', file)));
      return {
        contenders: [await contender(OURS, ours, TARGET), await contender(against, peer, '/')],
        stop: () => peer.stop(),
      };
    },
  };
}

function bucketScenario(stage: Stage): Scenario {
  const against = 'node:http streaming the object';
  return {
    name: 'file-bucket',
    title: 'File of 300 KB, from a bucket (Swift)',
    targets: [{ against, atLeast: 0.8 }],
    async start() {
      const swift = await startSwift();
      const bucket = await swift.newBucket();
      const settings = swift.settings(bucket);
      const dataDirectory = join(stage.folder, 'in-bucket', '.openhouse');
      await mkdir(dataDirectory, { recursive: true, mode: 0o700 });
      const databaseUrl = await createEmptyDatabase(new URL('/', stage.databaseUrl ?? '').href.replace(/\/$/, ''));
      const options = { dataDirectory, databaseUrl, otherwise: settings };
      const ours = await stage.openhouse(options);
      const { bundle, sha256 } = await writeBundle(join(stage.folder, 'in-bucket'));
      await importBundles(optionsOf(stage, options), bundle);
      const keys = join(stage.folder, 'objects.json');
      await writeFile(keys, JSON.stringify([`files/${sha256.slice(0, 2)}/${sha256}`]));
      const object = ['bare-object.main.ts', swift.endpoint, bucket, keys] as const;
      Object.assign(process.env, settings);
      const peer = await startPeer(stage.cores.onServerCore(programOf(...object)));
      return {
        contenders: [await contender(OURS, ours, TARGET), await contender(against, peer, '/0')],
        async stop() {
          await peer.stop();
          await swift.delete();
        },
      };
    },
  };
}

const TARGET = `/files/demo/${CODE}/${FILE}`;

const optionsOf = (stage: Stage, options: Partial<OpenhouseOptions>): OpenhouseOptions => ({
  cores: stage.cores,
  databaseUrl: stage.databaseUrl,
  dataDirectory: '',
  cacheMebibytes: 64,
  ...options,
});

async function writeBundle(parent: string): Promise<{ readonly bundle: string; readonly sha256: string }> {
  const bundle = join(parent, CODE);
  const bytes = randomBytes(BYTES);
  await mkdir(join(bundle, 'assets'), { recursive: true });
  await writeFile(join(bundle, 'assets', FILE), bytes);
  await writeFile(join(bundle, 'vr-info.json'), JSON.stringify({ resource_code: CODE, name: CODE, is_active: true }));
  return { bundle, sha256: createHash('sha256').update(bytes).digest('hex') };
}

async function contender(name: string, server: Contender['server'], target: string): Promise<Contender> {
  const load: Omit<Load, 'expected'> = { origin: server.origin, targets: [target], method: 'GET', headers: {} };
  const answer = await ask(load);
  if (answer.status !== 200 || answer.sent.length < BYTES) throw new Error(`${name} gave no file: ${answer.status}`);
  return { name, server, load: { ...load, expected: like(answer, SLACK_BYTES) } };
}
