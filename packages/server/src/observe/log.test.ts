import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { programOf } from '../testing/program.ts';
import { mayMount, smallDisk } from '../testing/small-disk.ts';
import { createLog, infoLines, secretFieldNames } from './log.ts';

/** A destination, and what it has got. */
function written() {
  let text = '';
  const destination = new Writable({
    write(chunk, _encoding, done) {
      text += chunk;
      done();
    },
  });
  return { destination, text: () => text };
}

function logged(fields: object): string {
  const { destination, text } = written();
  createLog('info', destination).info(fields, 'said');
  return text();
}

// Pinned: a field that joins or leaves this list changes what logs may hold.
test('the secret fields are those that the contract marks', () => {
  expect(secretFieldNames()).toEqual([
    'access_token',
    'app_secret',
    'authorization',
    'botCheck',
    'csrf',
    'deviceCode',
    'presigned_urls',
    'redirectTo',
    'secret',
    'source_verify',
    'svc_account',
    'svc_handshake',
    'svc_token',
    'ticket',
    'token',
    'x-csrf-token',
  ]);
});

describe('a secret never reaches the log', () => {
  const CANARY = 'canary-7c1e';
  test.each(secretFieldNames())('%s, at the top and two levels below it', (name) => {
    for (const value of [CANARY, [CANARY], { deep: CANARY }]) {
      expect(logged({ [name]: value, body: { [name]: value }, a: { b: { [name]: value } } })).not.toContain(CANARY);
    }
  });
  test.each(['authorization', 'cookie', 'set-cookie'])('header %s', (name) => {
    expect(logged({ headers: { [name]: CANARY }, request: { headers: { [name]: CANARY } } })).not.toContain(CANARY);
  });
});

test('everything else is written as it is', () => {
  expect(JSON.parse(logged({ operation: 'vr-info', status: 'success', app_key: 'ohk_a' }))).toMatchObject({
    msg: 'said',
    operation: 'vr-info',
    status: 'success',
    app_key: 'ohk_a',
  });
});

describe('whole lines', () => {
  test('go out as they are, and not at all where the level is left out', () => {
    const { destination, text } = written();
    const lines = infoLines(createLog('info', destination));
    lines?.write('{"msg":"call"}\n');
    expect(text()).toBe('{"msg":"call"}\n');
    expect(infoLines(createLog('warn', destination))).toBeUndefined();
  });

  test('of a worker say which', () => {
    const { destination, text } = written();
    const lines = infoLines(createLog('info', destination).child({ worker: 2 }));
    lines?.write('{"msg":"call"}\n');
    expect(text()).toBe('{"msg":"call","worker":2}\n');
  });
});

describe('the end of a process', () => {
  const programPath = () => programOf(new URL('../testing/logging-process.main.ts', import.meta.url));
  const messagesIn = (text: string) =>
    text
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { msg: string }).msg);

  test.each(['throw', 'exit'])(
    'what waits is written, in its order, when a process ends at once: %s',
    { tags: ['slow'] },
    async (end) => {
      const { stdout } = spawnSync(process.execPath, [await programPath(), end], { encoding: 'utf8' });
      expect(messagesIn(stdout)).toEqual(['call 1', 'first', 'call 2', 'last', 'call 3']);
    },
  );

  test('a slow reader gets everything', { tags: ['slow'] }, async () => {
    const child = spawn(process.execPath, [await programPath(), 'much', '20000'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(child, 'exit');
    await sleep(500);
    const pieces: Buffer[] = [];
    for await (const piece of child.stdout) pieces.push(piece as Buffer);
    expect(await ended).toEqual([0, null]);
    expect(messagesIn(String(Buffer.concat(pieces)))).toEqual(
      Array.from({ length: 20_000 }, (_, index) => `call ${index + 1}`),
    );
  });

  test.each([
    ['has gone', 'The log is not written any more: its reader has gone (EPIPE).\n'],
    ['takes nothing', expect.stringMatching(/^The log is not read\. The last \d+ bytes of it are lost\.\n$/)],
  ])('a reader who %s does not keep it, which is said', { tags: ['slow'] }, async (what, sentence) => {
    const child = spawn(process.execPath, [await programPath(), 'much', '200000'], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    if (what === 'has gone') child.stdout.destroy();
    else child.stdout.pause();
    try {
      const said = text(child.stderr);
      expect(await once(child, 'exit', { signal: AbortSignal.timeout(10_000) })).toEqual([0, null]);
      expect(await said).toEqual(sentence);
    } finally {
      child.kill('SIGKILL');
    }
  });
});

test.skipIf(!mayMount())(
  'a full disk below it ends nothing: the lines wait, and are written once there is room',
  async () => {
    const program = await programOf(new URL('../testing/logging-process.main.ts', import.meta.url));
    const disk = smallDisk(1);
    const path = join(disk.path, 'log');
    const file = openSync(path, 'a');
    const messages = () =>
      readFileSync(path, 'utf8')
        .split('\n')
        .flatMap((line) => (line === '' ? [] : [(JSON.parse(line) as { msg: string }).msg]));
    disk.fill(0);
    const child = spawn(process.execPath, [program, 'stay'], { stdio: ['pipe', file, 'pipe'] });
    try {
      let said = '';
      child.stderr?.on('data', (text) => {
        said += text;
      });
      await expect.poll(() => said).toMatch(/^The log cannot be written \(ENOSPC\)\. Its lines wait/);
      disk.empty();
      await expect.poll(() => messages().length).toBeGreaterThan(3);
      child.stdin?.end();
      expect(await once(child, 'exit')).toEqual([0, null]);
      expect(messages().filter((message) => message !== 'more')).toEqual(['first', 'call 1', 'call 2']);
      expect(said.split('\n')).toHaveLength(2);
    } finally {
      child.kill('SIGKILL');
      closeSync(file);
      disk.unmount();
    }
  },
);

test.skipIf(process.platform !== 'linux')(
  'nor does one that stays full until the end, which is said once',
  async () => {
    const program = await programOf(new URL('../testing/logging-process.main.ts', import.meta.url));
    const full = openSync('/dev/full', 'w');
    try {
      const { status, stderr } = spawnSync(process.execPath, [program, 'exit'], { stdio: ['ignore', full, 'pipe'] });
      expect([status, String(stderr)]).toEqual([
        0,
        expect.stringMatching(/^The log cannot be written \(ENOSPC\)\..*\n$/),
      ]);
    } finally {
      closeSync(full);
    }
  },
);
