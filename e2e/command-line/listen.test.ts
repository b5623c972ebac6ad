import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyWebhook } from '../../packages/sdk/src/webhooks/index.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../packages/server/src/testing/webhook-receiver.ts';
import { demoDataDirectory } from '../demo-data-directory.ts';
import { type RunningService, startService } from '../service.ts';
import { type Machine, newMachine, type Running, shownCode } from './openhouse.ts';
import { personAt } from './person.ts';

let directory: Awaited<ReturnType<typeof demoDataDirectory>>;
let service: RunningService;
let laptop: Machine;
let receiver: WebhookReceiver;
let listening: Running | undefined;
beforeAll(async () => {
  directory = await demoDataDirectory();
  service = await startService(directory.path);
  receiver = await startWebhookReceiver();
  laptop = await newMachine(dirname(directory.path), 'laptop');
  const ada = await personAt(service.demo, 'ada@example.com', 'Ada Lindqvist');
  const login = laptop.start(['login', '--portal', service.demo.portal_url]);
  const userCode = await shownCode(login);
  await ada.post('/api/command-line/sign-ins/decide', { userCode, decision: 'allow' });
  expect((await login.ended).exitCode).toBe(0);
});
afterAll(async () => {
  // It goes on until somebody ends it, which a test that failed did not.
  listening?.kill();
  await service?.stop();
  await receiver?.stop();
  await directory?.remove();
});

const PATIENCE = { timeout: 120_000, interval: 100 };

/** Writes a work into the machine's directory. @returns Its file. */
async function work(code: string): Promise<string> {
  const file = `${code}.json`;
  const content = { resource_code: code, name: code, model: { file_url: 'm' } };
  await writeFile(join(laptop.directory, file), JSON.stringify(content));
  return file;
}
const codes = () => receiver.received.map(({ body }) => JSON.parse(body).data.resource_code);

test('listen: events come while the portal is there, and what happened while it was away comes afterwards, once', {
  tags: ['slow', 'long'],
}, async () => {
  // A service that starts again brings its demo tours up to date: they are replaced.
  const command = laptop.start(['listen', '--forward-to', `${receiver.url}/hook`, '--events', 'tour.imported']);
  listening = command;
  await expect.poll(command.err, PATIENCE).toContain('until you press Ctrl-C');
  const secret = /whsec_[^']+/.exec(command.err())?.[0] ?? '';

  expect((await laptop.run('tours', 'import', await work('before'))).exitCode).toBe(0);
  await expect.poll(codes, PATIENCE).toEqual(['before']);

  const portalPort = new URL(service.demo.portal_url).port;
  await service.stop();
  await expect.poll(command.err, PATIENCE).toContain('does not answer');
  const atStore = ['--data-dir', directory.path, '--team', service.demo.team];
  expect((await laptop.run('import', await work('meanwhile'), ...atStore)).exitCode).toBe(0);
  service = await startService(directory.path, { PORTAL_PORT: portalPort });
  await expect.poll(codes, PATIENCE).toEqual(['before', 'meanwhile']);
  expect((await laptop.run('tours', 'import', await work('after'))).exitCode).toBe(0);
  await expect.poll(codes, PATIENCE).toEqual(['before', 'meanwhile', 'after']);

  for (const { id, timestamp, signatures, body } of receiver.received) {
    const headers = {
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': signatures.join(' '),
    };
    expect(await verifyWebhook(body, headers, { secret, toleranceS: 3600 })).toMatchObject({ id });
  }
  process.kill(command.pid, 'SIGINT');
  const { exitCode, out, err } = await command.ended;
  expect([exitCode, out.trim().split('\n').length]).toEqual([0, 3]);
  expect(err).toContain('The portal answers again.');
  expect(service.said()).not.toContain(secret);
});
