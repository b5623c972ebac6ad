import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createHmac, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { hostileRequests, statusOf } from './samples/hostile-requests.ts';
import { languagesNote, runnable } from './samples/languages.ts';
import { fileOf, readSamples, type Sample } from './samples/read-samples.ts';
import { freePorts, root } from './service.ts';

/* The receivers of the guide on webhooks, as deliveries meet them. The Chinese guide has the same ones, which a test holds. */

const samples = readSamples(readFileSync(join(root, 'docs/guides/webhooks.md'), 'utf8'));

const newSecret = () => `whsec_${randomBytes(24).toString('base64')}`;
const secret = newSecret();
/** The secret that a rotation made; its signature stands beside that of the former. */
const otherSecret = newSecret();

const nowS = () => Math.floor(Date.now() / 1000);

interface Delivery {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

function signatureBy(key: string, id: string, at: string, body: string): string {
  const bytes = Buffer.from(key.slice('whsec_'.length), 'base64');
  return `v1,${createHmac('sha256', bytes).update(`${id}.${at}.${body}`).digest('base64')}`;
}

const EVENT = JSON.stringify({
  type: 'tour.imported',
  timestamp: '2026-11-26T10:00:00.000Z',
  data: { resource_code: 'loft', name: '公园旁的复式' },
});

function delivery(id: string, { at = String(nowS()), body = EVENT, by = [secret] } = {}): Delivery {
  const signature = by.map((key) => signatureBy(key, id, at, body)).join(' ');
  return { headers: { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signature }, body };
}

const changed = (one: Delivery, headers: Readonly<Record<string, string>>): Delivery => ({
  ...one,
  headers: { ...one.headers, ...headers },
});

const without = (name: string, one = delivery('msg_1')): Delivery => ({
  ...one,
  headers: Object.fromEntries(Object.entries(one.headers).filter(([header]) => header !== name)),
});

const accepted: readonly (readonly [what: string, delivery: () => Delivery])[] = [
  ['a good one', () => delivery('msg_good')],
  ['the same again', () => delivery('msg_good')],
  ['signed by the former and the new secret', () => delivery('msg_rotated_1', { by: [otherSecret, secret] })],
  ['signed by the new secret and the former', () => delivery('msg_rotated_2', { by: [secret, otherSecret] })],
  [
    'with a signature of another scheme',
    () => {
      const one = delivery('msg_scheme');
      return changed(one, { 'webhook-signature': `v1a,AAAA ${one.headers['webhook-signature']}` });
    },
  ],
  ['four minutes old', () => delivery('msg_late', { at: String(nowS() - 240) })],
];

const refused: readonly (readonly [what: string, delivery: () => Delivery])[] = [
  ['another body', () => ({ ...delivery('msg_1'), body: EVENT.replace('loft', 'l0ft') })],
  ['a body with a space more', () => ({ ...delivery('msg_1'), body: `${EVENT} ` })],
  ['another id', () => changed(delivery('msg_1'), { 'webhook-id': 'msg_2' })],
  ['another time', () => changed(delivery('msg_1'), { 'webhook-timestamp': String(nowS() - 1) })],
  ['another secret', () => delivery('msg_1', { by: [otherSecret] })],
  ['the empty key', () => delivery('msg_1', { by: ['whsec_'] })],
  ['no scheme', () => changed(delivery('msg_1'), { 'webhook-signature': 'AAAA' })],
  ['the beginning of a signature', () => changed(delivery('msg_1'), { 'webhook-signature': 'v1,' })],
  ['six minutes old', () => delivery('msg_1', { at: String(nowS() - 360) })],
  ['six minutes ahead', () => delivery('msg_1', { at: String(nowS() + 360) })],
  ...['now', '1e9', '-1', '99999999999999999999', '-9223372036854775808'].map(
    (at) => [`the time ${at}`, () => delivery('msg_1', { at })] as const,
  ),
  ...['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(
    (name) => [`no ${name}`, () => without(name)] as const,
  ),
];

/** How each receiver is started in its directory; what is built is built before. */
const starts: Readonly<Record<string, { readonly build?: readonly string[]; readonly run: readonly string[] }>> = {
  'receiver.mjs': { run: [process.execPath, 'receiver.mjs'] },
  'receiver.go': { build: ['go', 'build', '-o', 'receiver', 'receiver.go'], run: ['./receiver'] },
  'receiver.php': { run: ['php', '-S', 'localhost:PORT', 'receiver.php'] },
  'Receiver.java': { run: ['java', 'Receiver.java'] },
};

/** Go's first build compiles the library; a JVM starts slowly on a busy machine. In milliseconds. */
const STARTS_MS = 180_000;

describe(`receivers of webhooks${languagesNote}`, { tags: ['slow', 'long'], timeout: 600_000 }, () => {
  const receivers = samples.filter((sample) => starts[fileOf(sample) ?? ''] !== undefined);

  test('are there in four languages', () => {
    expect(receivers.map(fileOf)).toEqual(Object.keys(starts));
  });

  test.each(receivers.filter(runnable).map((sample) => [fileOf(sample) ?? '', sample] as const))(
    '%s accepts what Openhouse sent, once, and nothing else',
    async (file, sample) => {
      const receiver = await start(file, sample);
      try {
        const outcomes = async (table: typeof accepted) => {
          const found: string[] = [];
          for (const [what, of] of table) found.push(`${what}: ${await receiver.status(of())}`);
          return found;
        };
        expect(await outcomes(refused)).toEqual(refused.map(([what]) => `${what}: 400`));
        expect(receiver.said().match(/tour\.imported/g)).toBe(null);
        expect(await outcomes(accepted)).toEqual(accepted.map(([what]) => `${what}: 204`));
        const times = () => receiver.said().match(/tour\.imported/g)?.length;
        await expect.poll(times).toBe(accepted.length - 1);
        const huge = delivery('msg_huge', { body: `{"type":"${'x'.repeat(70_000)}"}` });
        expect(await receiver.status(huge).catch(() => 413)).toBe(413);
        for (const request of hostileRequests(300)) {
          const status = await statusOf(receiver.port, request);
          expect([request.slice(0, 100), status]).toEqual([request.slice(0, 100), expect.not.stringMatching('hangs')]);
        }
        expect(await receiver.status(delivery('msg_last'))).toBe(204);
        await expect.poll(times).toBe(accepted.length);
      } finally {
        await receiver.stop();
      }
    },
  );

  test('the function in Python accepts and refuses the same', async () => {
    const sample = samples.find(({ language }) => language === 'python');
    if (sample === undefined || !runnable(sample)) return;
    const table = [...accepted, ...refused].map(([what, of]) => ({ what, ...of() }));
    const program = `${sample.code.split('\nexample = ')[0]}
import json, sys
for one in json.load(sys.stdin):
    print(is_from_openhouse(one["body"].encode(), one["headers"], ${JSON.stringify(secret)}, time.time()))`;
    const child = spawn('python3', ['-c', program], { stdio: ['pipe', 'pipe', 'inherit'] });
    child.stdin.end(JSON.stringify(table));
    let printed = '';
    for await (const chunk of child.stdout.setEncoding('utf8')) printed += chunk;
    const answers = printed.trim().split('\n');
    expect(table.map(({ what }, index) => [what, answers[index]])).toEqual([
      ...accepted.map(([what]) => [what, 'True']),
      ...refused.map(([what]) => [what, 'False']),
    ]);
  });

  test.each(receivers.filter(runnable).map((sample) => [fileOf(sample) ?? '', sample] as const))(
    '%s without its secret says so, and accepts nothing',
    async (file, sample) => {
      const receiver = await start(file, sample, '').catch((error: Error) => error.message);
      if (typeof receiver === 'string') expect(receiver).toContain('OPENHOUSE_WEBHOOK_SECRET is not set');
      else {
        try {
          expect(await receiver.status(delivery('msg_1', { by: ['whsec_'] }))).toBe(500);
          expect(receiver.said()).toContain('OPENHOUSE_WEBHOOK_SECRET is not set');
        } finally {
          await receiver.stop();
        }
      }
    },
  );

  /** @throws What it said, where it ends by itself. */
  async function start(file: string, sample: Sample, given = secret) {
    const directory = await mkdtemp(join(tmpdir(), 'openhouse-receiver-'));
    const [port = 0] = await freePorts(1);
    await symlink(join(root, 'node_modules'), join(directory, 'node_modules'));
    await mkdir(join(directory, 'tmp'));
    await writeFile(join(directory, file), sample.code.replaceAll('8080', String(port)));
    const { build, run } = starts[file] ?? { run: [] };
    if (build !== undefined) await promisify(execFile)(build[0] ?? '', build.slice(1), { cwd: directory });
    const [program = '', ...words] = run.map((word) => word.replace('PORT', String(port)));
    let said = '';
    const child: ChildProcess = spawn(program, words, {
      cwd: directory,
      // PHP remembers ids in files: each run in its own directory.
      env: { ...process.env, OPENHOUSE_WEBHOOK_SECRET: given, TMPDIR: join(directory, 'tmp'), LC_ALL: 'C.UTF-8' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (said += chunk));
    const status = async ({ headers, body }: Delivery) => {
      const answer = await fetch(`http://localhost:${port}/`, { method: 'POST', headers, body });
      return answer.status;
    };
    const stop = async () => {
      child.kill();
      await rm(directory, { recursive: true, force: true });
    };
    const isUp = () =>
      fetch(`http://localhost:${port}/`).then(
        () => true,
        () => child.exitCode !== null,
      );
    await expect.poll(isUp, { timeout: STARTS_MS }).toBe(true);
    if (child.exitCode !== null) {
      await stop();
      throw new Error(said);
    }
    return { port, status, said: () => said, stop };
  }
});
