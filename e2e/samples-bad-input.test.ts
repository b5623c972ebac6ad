import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PAGE_SIZE_MAX, vrList } from '@openhouse/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoService } from './demo-service.ts';
import { hostileRequests, statusOf } from './samples/hostile-requests.ts';
import { languagesNote, runnable } from './samples/languages.ts';
import { pageSamples } from './samples/page-samples.ts';
import { fileOf, isRun, readSamples, type Sample } from './samples/read-samples.ts';
import { runSamples } from './samples/run-samples.ts';
import { expectServesWhoMay, isServer, startServer } from './samples/serve-sample.ts';
import { freePorts, type RunningService, root } from './service.ts';

/* The samples of guides and pages as they meet the world. Samples of the Chinese guides are the same, which a test holds. */

const guides = readdirSync(join(root, 'docs/guides'))
  .filter((name) => name.endsWith('.md'))
  .map((name) => [name, readSamples(readFileSync(join(root, 'docs/guides', name), 'utf8'))] as const);

let service: RunningService;
beforeAll(async () => {
  service = await demoService();
});

const gateways: Server[] = [];
afterAll(() => Promise.all(gateways.map(async (one) => one.close())));

/** Address of something that answers in the place of a gateway. */
async function gatewayOf(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json');
    answer(request, response);
  }).listen(0, '127.0.0.1');
  gateways.push(server);
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('the recipe of the nightly copy', { tags: ['slow', 'long'] }, () => {
  test('fails, and copies nothing, where the list of the tours ends early', async () => {
    const asked: string[] = [];
    const tour = { is_active: true, create_time: '', modify_time: '', name: '' };
    const list = Array.from({ length: PAGE_SIZE_MAX }, (_, index) => ({ ...tour, vr_code: `tour-${index}` }));
    const gateway = await gatewayOf(({ url = '' }, response) => {
      asked.push(url.split('?')[0] ?? '');
      const data = url.startsWith('/auth/')
        ? { access_token: 'oht_x', expire_at: 4e9 }
        : { list, page_size: PAGE_SIZE_MAX };
      const refused = url.includes('page=2') ? { code: -8, status: 'err_permission_denied', data: null } : {};
      if ('status' in refused) response.statusCode = 403;
      response.end(JSON.stringify({ request_id: 'r', code: 0, status: 'success', message: '', data, ...refused }));
    });
    const recipe = readSamples(readFileSync(join(root, 'docs/guides/how-to.md'), 'utf8'))[0]?.code ?? '';
    const directory = await mkdtemp(join(tmpdir(), 'openhouse-recipe-'));
    try {
      await symlink(join(root, 'node_modules'), join(directory, 'node_modules'));
      const app = { OPENHOUSE_BASE_URL: gateway, OPENHOUSE_APP_KEY: 'ohk_x', OPENHOUSE_APP_SECRET: 'ohs_x' };
      // As cron runs it: in a shell that does not look at the parts of a pipe.
      const shell = spawn('sh', ['-c', recipe], { cwd: directory, env: { ...service.env, ...app }, stdio: 'ignore' });
      const [exitCode] = await once(shell, 'exit');
      expect(exitCode).not.toBe(0);
      expect(new Set(asked)).toEqual(new Set(['/auth/access_token', vrList.path]));
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  });
});

describe('each server of the guides', () => {
  const servers = guides.flatMap(([guide, samples]) =>
    samples.filter(isServer).map((sample) => [`${guide}: ${fileOf(sample)}`, sample, samples] as const),
  );

  test('there are some', { tags: 'slow' }, () => {
    expect(servers.map(([name]) => name)).toEqual(
      expect.arrayContaining(['viewer-on-your-site.md: server.mjs', 'sdk.md: express-server.mjs']),
    );
  });

  const isQuick = ([name]: (typeof servers)[number]) => name.startsWith('viewer-on-your-site');
  const survives = '%s survives 1,000 hostile requests, and then serves who may and nobody else';
  test.each(servers.filter(isQuick))(survives, { tags: ['slow', 'long'] }, (_, sample, all) => holds(sample, all));
  test.concurrent.each(servers.filter((server) => !isQuick(server)))(
    survives,
    { tags: ['slow', 'long'] },
    (_, sample, all) => holds(sample, all),
  );

  async function holds(sample: Sample, all: readonly Sample[]): Promise<void> {
    const server = await startServer(sample, all, service);
    try {
      const wrong: string[] = [];
      for (const request of hostileRequests(1000)) {
        const status = await statusOf(server.port, request);
        if (status === 'hangs' || (typeof status === 'number' && status >= 500))
          wrong.push(`${status} ${request.slice(0, 100)}`);
      }
      expect(wrong).toEqual([]);
      await expectServesWhoMay(server, sample, service);
    } finally {
      await server.remove();
    }
  }
});

describe(`each client of guides and pages says what is wrong${languagesNote}`, () => {
  const ofGuides = guides.flatMap(([guide, samples]) =>
    samples
      .filter(
        (sample) =>
          isRun(sample) &&
          runnable(sample) &&
          /YOUR_APP_KEY/.test(sample.code) &&
          !/^export /m.test(sample.code.split('ANSWER')[0] ?? ''),
      )
      .map((sample) => [`${guide}, line ${sample.line} (${sample.language})`, sample, samples] as const),
  );
  const ofPages = pageSamples
    .filter(([, sample]) => runnable(sample))
    .map(([name, sample]) => [name, sample, [] as Sample[]] as const);
  const clients = [...ofGuides, ...ofPages];
  const remove: (() => Promise<void>)[] = [];
  afterAll(() => Promise.all(remove.map((one) => one())));

  /** What a sample says when it is run by itself, beside the files of its page. */
  async function saidBy(
    sample: Sample,
    all: readonly Sample[],
    demo: Partial<RunningService['demo']>,
  ): Promise<string> {
    const [port = 0] = await freePorts(1);
    const files = all.filter((one) => fileOf(one) !== undefined);
    const changed = { ...service, demo: { ...service.demo, ...demo } };
    const run = await runSamples([...files, sample], changed, {}, port);
    remove.push(run.remove);
    return `${run.printed.get(sample)}${run.complained.get(sample)}`;
  }

  test('there are some in every language', { tags: 'slow' }, () => {
    expect(new Set(clients.map(([, { language }]) => language))).toEqual(
      new Set(['sh', 'ts', 'python', 'go', 'php', 'java']),
    );
  });

  test('each of a page reads the tour where nothing is wrong', { tags: ['slow', 'long'] }, async () => {
    for (const [name, sample, all] of ofPages)
      expect([name, await saidBy(sample, all, {})]).toEqual([name, expect.stringContaining('Loft by the park')]);
  });

  test('the Python samples of the operations say the refusal, not where urlopen raised it', {
    tags: ['slow', 'long'],
  }, async () => {
    const folder = join(root, 'docs/reference/operations');
    const samples = readdirSync(folder)
      .flatMap((name) => readSamples(readFileSync(join(folder, name), 'utf8')))
      .filter((sample) => isRun(sample) && runnable(sample) && sample.language === 'python');
    const changed = { ...service, demo: { ...service.demo, app_secret: 'ohs_wrong-secret-of-nobody' } };
    const run = await runSamples(samples, changed, { OPENHOUSE_TOKEN: 'wrong' }, 0);
    remove.push(run.remove);
    expect(run.failure).toBeUndefined();
    for (const sample of samples) expect(run.printed.get(sample), sample.code).toMatch(/^err_[a-z_]+ [A-Z]/);
  });

  test('a tour without viewpoints has 0 of them in every language', { tags: ['slow', 'long'] }, async () => {
    const counting = clients.filter(([, { code }]) => /viewpoints/.test(code) && !/is_asc/.test(code));
    expect(counting.map(([, { language }]) => language)).toEqual(['go', 'php', 'ts', 'python']);
    const empty = await gatewayOf((request, response) => {
      const data = request.url?.startsWith('/auth/') ? { access_token: 'oht_x', expire_at: 4e9 } : { name: 'Empty' };
      response.end(JSON.stringify({ request_id: 'r', code: 0, status: 'success', data }));
    });
    for (const [name, sample, all] of counting)
      expect([name, await saidBy(sample, all, { base_url: empty })]).toEqual([name, 'Empty: 0 viewpoints\n']);
  });

  describe('the client in Python', { tags: ['slow', 'long'] }, () => {
    const success = (data: object) => JSON.stringify({ request_id: 'r', code: 0, status: 'success', data });
    /** What a program with the client of the guide prints that reads one tour twice. */
    async function reads(gateway: string): Promise<string> {
      const client = guides.flatMap(([, samples]) => samples).find((one) => fileOf(one) === 'openhouse_client.py');
      const directory = await mkdtemp(join(tmpdir(), 'openhouse-python-'));
      try {
        await writeFile(join(directory, 'openhouse_client.py'), client?.code ?? '');
        const program = [
          'from openhouse_client import Gateway, TransportError',
          `gateway = Gateway("${gateway}", "ohk_x", "ohs_x")`,
          'for _ in range(2):',
          '    try:',
          '        print(gateway.get("/open/v3/vr/info", resource_code="x"))',
          '    except TransportError as error:',
          '        print(error)',
        ].join('\n');
        const run = spawn('python3', ['-c', program], { cwd: directory, stdio: ['ignore', 'pipe', 'inherit'] });
        let printed = '';
        for await (const chunk of run.stdout.setEncoding('utf8')) printed += chunk;
        return printed;
      } finally {
        await rm(directory, { recursive: true, force: true });
      }
    }

    test('has one token where the clock of its machine is an hour ahead', async () => {
      const asked: string[] = [];
      const past = Date.now() - 3_600_000;
      const gateway = await gatewayOf(({ url = '' }, response) => {
        asked.push(url.split('?')[0] ?? '');
        response.setHeader('date', new Date(past).toUTCString());
        const token = { access_token: 'oht_x', expire_at: Math.floor(past / 1000) + 600 };
        response.end(success(url.startsWith('/auth/') ? token : { name: 'Loft' }));
      });
      expect(await reads(gateway)).toBe("{'name': 'Loft'}\n{'name': 'Loft'}\n");
      expect(asked).toEqual(['/auth/access_token', '/open/v3/vr/info', '/open/v3/vr/info']);
    });

    test('asks again after an answer that was cut off, and after one that is none', async () => {
      let calls = 0;
      const gateway = await gatewayOf(({ url = '' }, response) => {
        const body = success(url.startsWith('/auth/') ? { access_token: 'oht_x', expire_at: 4e9 } : { name: 'Loft' });
        calls += 1;
        if (calls === 1) {
          response.setHeader('content-length', String(body.length));
          response.write(body.slice(0, 20), () => response.destroy());
        } else if (calls === 2) response.socket?.end('Nothing of HTTP\r\n\r\n');
        else response.end(body);
      });
      expect(await reads(gateway)).toBe("{'name': 'Loft'}\n{'name': 'Loft'}\n");
    });

    test('takes its secret nowhere else: a redirect is no answer', async () => {
      let strangers = 0;
      const elsewhere = await gatewayOf((_, response) => {
        strangers += 1;
        response.end(success({ access_token: 'oht_x', expire_at: 4e9 }));
      });
      const gateway = await gatewayOf((_, response) => response.writeHead(302, { location: elsewhere }).end());
      expect(await reads(gateway)).toMatch(/^(HTTP 302 without an envelope\. Is this the gateway's address\?\n){2}$/);
      expect(strangers).toBe(0);
    });
  });

  const wrongCredentials = /err_app_credentials_invalid|The app key or the app secret is wrong/;
  const isQuick = ([name, { language }]: (typeof clients)[number]) =>
    name.startsWith('quick-start') && language === 'sh';
  const helps = '%s: with a wrong secret, without one, with the placeholder left in, without a network';
  test.each(clients.filter(isQuick))(helps, { tags: 'slow' }, (_, sample, all) => helpsWith(sample, all));
  // The SDK waits for a gateway that may come back: most of the time nothing is done.
  test.concurrent.each(clients.filter((client) => !isQuick(client)))(
    helps,
    { tags: ['slow', 'long'] },
    (_, sample, all) => helpsWith(sample, all),
  );

  async function helpsWith(sample: Sample, all: readonly Sample[]): Promise<void> {
    const wrong = 'ohs_wrong-secret-of-nobody';
    const [nobody = 0] = await freePorts(1);
    const [secret, missing, placeholder, network] = await Promise.all([
      saidBy(sample, all, { app_secret: wrong }),
      saidBy(sample, all, { app_secret: '' }),
      saidBy(sample, all, { app_key: 'YOUR_APP_KEY' }),
      saidBy(sample, all, { base_url: `http://localhost:${nobody}` }),
    ]);
    expect(secret).toMatch(wrongCredentials);
    expect(missing).toMatch(/app_secret|OPENHOUSE_APP_SECRET|appSecret .*environment variable is not set/);
    expect(placeholder).toMatch(wrongCredentials);
    expect(network).toMatch(
      /refused|ECONNREFUSED|could not be reached|does not answer|connect to|that the gateway runs/i,
    );
    expect(secret + placeholder + network).not.toMatch(new RegExp(`${wrong}|${service.demo.app_secret}`));
  }
});
