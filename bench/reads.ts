import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hotList, vrInfo } from '@openhouse/contract';
import type { Load } from './load/load.ts';
import { type Answer, ask, like } from './probe.ts';
import { type Contender, OTHER_BUILD, OURS, type Scenario, type Target } from './scenario.ts';
import { hasNginx, startNginx } from './servers/nginx.ts';
import type { Openhouse } from './servers/openhouse.ts';
import { programOf, type Server, startPeer } from './servers/server.ts';
import type { Stage } from './stage.ts';
import { REAL_TOUR } from './tours.ts';

type Coding = 'gzip' | 'identity';

interface HotRead {
  readonly name: string;
  readonly title: string;
  readonly target: string;
  readonly atLeast: number;
  readonly coding: Coding;
  /** Further peers beside `node:http`. */
  readonly peers?: readonly Target[];
}

const info = (code: string) => `${vrInfo.path}?resource_code=${code}`;
const CODINGS: readonly Coding[] = ['gzip', 'identity'];

const hotReads: readonly HotRead[] = [
  ...CODINGS.flatMap((coding) => [
    { name: `2k-${coding}`, title: `2 KB, ${coding}`, target: info('bench-2k'), atLeast: 0.95, coding },
    { name: `20k-${coding}`, title: `20 KB, ${coding}`, target: info('bench-20k'), atLeast: 0.95, coding },
  ]),
  {
    name: '300k-gzip',
    title: 'Real tour of 317 KB, gzip',
    target: info(REAL_TOUR),
    atLeast: 0.85,
    coding: 'gzip',
    peers: [
      { against: 'nginx gzip_static', atLeast: 0.7 },
      { against: 'nginx gzip_static, sendfile', atLeast: 0.7 },
      { against: 'express + compression', atLeast: 150 },
    ],
  },
  {
    name: '300k-identity',
    title: 'Real tour of 317 KB, identity',
    target: info(REAL_TOUR),
    atLeast: 0.85,
    coding: 'identity',
    peers: [{ against: 'fastify with schema', atLeast: 1 }],
  },
  {
    name: 'tags-gzip',
    title: 'List of 200 tags, ordered, gzip',
    target: `${hotList.path}?resource_code=${REAL_TOUR}&order_by=create_time%20desc`,
    atLeast: 0.95,
    coding: 'gzip',
  },
];

/** Reads of payloads that are in memory, beside a server that sends the same constant bytes. */
export const hotScenarios = (stage: Stage): Scenario[] => hotReads.map((read) => hotScenario(stage, read));

function hotScenario(stage: Stage, { name, title, target, atLeast, coding, peers = [] }: HotRead): Scenario {
  const available = peers.filter(({ against }) => !against.startsWith('nginx') || hasNginx());
  return {
    name,
    title,
    targets: [{ against: 'node:http', atLeast }, ...available, ...stage.besideOtherBuild],
    async start() {
      const ours = await stage.openhouse();
      const load = readLoad(ours, [target], coding);
      const answer = await ask(load);
      judge(answer, coding);
      const contenders: Contender[] = [{ name: OURS, server: ours, load: { ...load, expected: like(answer) } }];
      const bare = await startBare(stage, answer, coding);
      contenders.push(await peer('node:http', bare, load, answer));
      for (const { against } of available) {
        const server = await startNamed(stage, against, answer);
        contenders.push(await peer(against, server, load, answer));
      }
      const stop = async () => {
        for (const { server } of contenders.slice(1)) await server.stop();
      };
      const other = await stage.otherBuild();
      if (other === null) return { contenders, stop };
      const beside = await peer(OTHER_BUILD, other, readLoad(other, [target], coding), answer);
      return { contenders: [...contenders, beside], stop };
    },
  };
}

/** A load of reads with the demo app's token. */
export function readLoad(ours: Openhouse, targets: readonly string[], coding: Coding): Omit<Load, 'expected'> {
  const headers = { Authorization: ours.token, 'Accept-Encoding': coding };
  return { origin: ours.origin, targets, method: 'GET', headers };
}

/** A read that is measured must be a right one. */
function judge({ status, headers, text }: Answer, coding: Coding): void {
  const envelope = JSON.parse(text) as { status: string; data: object | null };
  const isRight = status === 200 && envelope.status === 'success' && envelope.data !== null;
  const isCoded = (headers['content-encoding'] === 'gzip') === (coding === 'gzip');
  const isOn = headers.ratelimit !== undefined && headers['x-request-id'] !== undefined;
  if (!isRight || !isCoded || !isOn) throw new Error(`openhouse answered ${status}: ${text.slice(0, 300)}`);
}

/** `node:http` that sends the body of an answer to everybody. */
export async function startBare(stage: Stage, { sent, headers }: Answer, coding: Coding): Promise<Server> {
  const file = join(stage.folder, `body-${createHash('sha256').update(sent).digest('hex')}`);
  await writeFile(file, sent);
  const sentHeaders = {
    'Content-Type': headers['content-type'],
    ...(coding === 'gzip' && { 'Content-Encoding': 'gzip' }),
  };
  return startPeer(stage.cores.onServerCore(programOf('bare.main.ts', file, JSON.stringify(sentHeaders))));
}

async function startNamed(stage: Stage, name: string, { text }: Answer): Promise<Server> {
  if (name.startsWith('nginx')) {
    const sending = name.endsWith('sendfile') ? 'sendfile' : 'buffers';
    return startNginx(stage.cores, stage.folder, Buffer.from(text), sending);
  }
  const file = join(stage.folder, 'payload.json');
  await writeFile(file, JSON.stringify((JSON.parse(text) as { data: object }).data));
  const program = name.startsWith('express') ? 'express.main.mjs' : 'fastify.main.ts';
  return startPeer(stage.cores.onServerCore(programOf(program, file)));
}

/** A peer that answers the same data. Fastify drops what its schema does not name; that is its advantage. */
async function peer(name: string, server: Server, load: Omit<Load, 'expected'>, ours: Answer): Promise<Contender> {
  const its = { ...load, origin: server.origin };
  const answer = await ask(its);
  const wanted = (JSON.parse(ours.text) as { data: object }).data;
  const given = (JSON.parse(answer.text) as { data: object }).data;
  if (answer.status !== 200 || (name !== 'fastify with schema' && JSON.stringify(given) !== JSON.stringify(wanted))) {
    throw new Error(`${name} does not answer the same data: ${answer.status} ${answer.text.slice(0, 200)}`);
  }
  return { name, server, load: { ...its, expected: like(answer) } };
}
