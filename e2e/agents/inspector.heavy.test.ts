import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findNpm } from '../../scripts/ensure/npm.mjs';
import { fetchNode } from '../../scripts/test/fetch-node.mjs';
import { hasChromium } from '../browser.ts';
import { personAt } from '../command-line/person.ts';
import { demoService, sharedChromium } from '../demo-service.ts';
import { inheritedEnv, openhouse, root } from '../service.ts';
import { signInAs } from '../sign-in-as.ts';

const run = promisify(execFile);

/** The protocol's own programs, installed for this suite alone: nothing of ours needs their hundred packages. */
const PACKAGES = ['@modelcontextprotocol/sdk@1.32.2', '@modelcontextprotocol/inspector@2.12.0'];
/** The version of Node.js that the inspector asks for. */
const INSPECTOR_NODE = '22';
const INSTALL_MS = 900_000;
const TOOLS = ['list_tours', 'read_operation', 'search_docs'];

interface Told {
  readonly tools: readonly string[];
  readonly token: string;
  readonly server: { readonly name: string };
  readonly answer: { readonly content: readonly { readonly text: string }[] };
}

describe.skipIf(!hasChromium)(`agents of others${hasChromium ? '' : ' (SKIPPED: no Chromium)'}`, () => {
  let folder: string;
  let node: string;
  let portalUrl: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'openhouse-agents-'));
    await writeFile(join(folder, 'package.json'), '{ "private": true }\n');
    const options = ['--ignore-scripts', '--engine-strict=false', '--no-audit', '--no-fund', '--silent'];
    await run(process.execPath, [findNpm(), 'install', ...options, ...PACKAGES], { cwd: folder });
    node = (await fetchNode(INSPECTOR_NODE, folder)) ?? '';
    portalUrl = (await demoService()).demo.portal_url;
  }, INSTALL_MS);
  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** The inspector without its pages. @returns What it printed. */
  async function inspect(target: readonly string[], ...asked: readonly string[]) {
    const inspector = join(folder, 'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js');
    const home = { HOME: folder, PATH: `${dirname(node)}:${inheritedEnv.PATH}`, OPENHOUSE_CONFIG_DIR: folder };
    const { stdout } = await run(node, [inspector, '--cli', ...asked, ...target], { cwd: folder, env: home });
    return JSON.parse(stdout);
  }

  /** What both ways in must show. */
  async function expectTools(...target: readonly string[]): Promise<void> {
    const { tools } = await inspect(target, '--method', 'tools/list', '--strict');
    expect(tools.map(({ name }: { name: string }) => name)).toEqual(expect.arrayContaining(TOOLS));
    const called = ['--method', 'tools/call', '--tool-name', 'list_tours'];
    expect((await inspect(target, ...called)).content[0].text).toContain('demo-loft');
  }

  test('the inspector lists and calls the tools of openhouse mcp, and finds their schemas portable', async () => {
    const { demo } = await demoService();
    const owner = await personAt(demo, 'ada@example.com', 'Ada Lindqvist');
    const made = await owner.post('/api/credentials', { name: 'inspector', scopes: ['tours:read', 'apps:read'] });
    const { credential, token } = made.data as { readonly credential: { readonly id: string }; readonly token: string };
    const variables = [`OPENHOUSE_CREDENTIAL=${token}`, `OPENHOUSE_PORTAL_URL=${portalUrl}`];
    await expectTools(...variables.flatMap((each) => ['-e', each]), process.execPath, openhouse, 'mcp');
    await owner.post(`/api/credentials/${credential.id}/revoke`, {});
  });

  test('a page of another origin is let in with the protocol’s SDK, and its token serves the inspector', async () => {
    const script = await build({
      stdin: {
        contents: await readFile(join(root, 'e2e/agents/agent-in-page.mjs'), 'utf8'),
        resolveDir: folder,
      },
      bundle: true,
      format: 'iife',
      write: false,
    });
    const server = await served(script.outputFiles[0]?.text ?? '');
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const context = await (await sharedChromium()).newContext({ locale: 'en-GB' });
    const [page, person] = [await context.newPage(), await context.newPage()];
    try {
      await page.goto(origin);
      const started = `globalThis.agent = agentInPage(${JSON.stringify(`${portalUrl}/mcp`)}, ${JSON.stringify(`${origin}/callback`)})`;
      await page.evaluate(`void (${started})`);
      const address = await page.evaluate<string>('agent.authorization()');
      expect(await page.evaluate('agent.refused()')).toBe('UnauthorizedError');

      await signInAs(person, { portalUrl, name: 'Ada Lindqvist', to: '/dashboard/apps' });
      await person.goto(address);
      await person.getByRole('button', { name: 'Let it read' }).click();
      await person.waitForURL(`${origin}/callback?**`);
      const code = new URL(person.url()).searchParams.get('code') ?? '';

      const told = await page.evaluate<Told>(`agent.finish(${JSON.stringify(code)})`);
      expect(told.server.name).toBe('openhouse');
      expect(told.tools).toEqual(expect.arrayContaining(TOOLS));
      expect(JSON.parse(told.answer.content[0]?.text ?? '')).toMatchObject({ status: 'success' });

      const header = ['--header', `Authorization: Bearer ${told.token}`];
      await expectTools('--transport', 'http', '--server-url', `${portalUrl}/mcp`, ...header);
      await person.goto(`${portalUrl}/dashboard/team/credentials`);
      await person.getByRole('button', { name: 'Revoke Agent in a page' }).click();
      await person.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
      await person.getByRole('dialog').waitFor({ state: 'detached' });
    } finally {
      await context.close();
      server.close();
    }
  });
});

/** A page with a script, and one that a browser comes back to, on an origin of their own. */
async function served(script: string): Promise<Server> {
  const server = createServer(({ url = '/' }, answer) => {
    if (url === '/agent.js') answer.setHeader('content-type', 'text/javascript').end(script);
    else answer.setHeader('content-type', 'text/html').end('<!doctype html><script src="/agent.js"></script>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}
