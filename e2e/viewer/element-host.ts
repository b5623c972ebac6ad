import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { build } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import { root } from '../service.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.json': 'application/json',
};

/** Notes the events of every element on the page, with the element's id. */
const program = `
  import '@openhouse/viewer/element';
  import { openTour } from '@openhouse/viewer';
  window.openTour = openTour;
  window.told = [];
  for (const type of ['viewpointchange', 'tagselect', 'modechange', 'statechange', 'playchange', 'measurechange', 'vrchange', 'error']) {
    document.addEventListener(type, ({ target, detail }) => window.told.push({ type, id: target.id, ...detail }), true);
  }`;

/** What the element told, with the type and the id of the element. */
export type Told = { readonly type: string; readonly id: string } & Readonly<Record<string, unknown>>;

export interface OpenedPage {
  readonly page: Page;
  /** Errors of scripts, what the policy refused, and what did not arrive. */
  readonly complaints: string[];
  /** Addresses of scripts that were asked for. */
  readonly scripts: string[];
  told(type: string): Promise<Told[]>;
}

/** A page of somebody's own with the element, under a strict policy, and tours beside it as files. */
export interface ElementHost {
  /** By their paths, as in `/tour/vr-info.json`. */
  readonly files: Map<string, Buffer | string>;
  /** What stands in the page's main part. */
  body: string;
  /** What the page's root element says of itself. */
  about: string;
  /** What scripts may do besides coming from the page's own host. */
  allowance: string;
  /** Features of the browser that the page gives up, as in `Permissions-Policy`. */
  permissions: string;
  /** In place of the whole page. */
  page: string | undefined;
  /** Files that are found nowhere else. */
  elsewhere: (path: string) => Promise<Buffer> | undefined;
  /** What an answer waits for. */
  before: (path: string) => Promise<unknown> | undefined;
  open(chromium: Pick<Browser, 'newContext'>, options?: Parameters<Browser['newContext']>[0]): Promise<OpenedPage>;
  close(): Promise<void>;
}

const PLAIN = '<openhouse-tour bundle="tour"></openhouse-tour>';

export async function elementHost(): Promise<ElementHost> {
  const code = await mkdtemp(join(tmpdir(), 'openhouse-element-'));
  await build({
    stdin: { contents: program, resolveDir: root, sourcefile: 'page.js' },
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    outdir: code,
    entryNames: 'page',
    conditions: ['openhouse:source'],
    // The package says which of its built files have side effects.
    ignoreAnnotations: true,
  });
  const html = () => `<!doctype html><html ${host.about}><head><meta charset="utf-8"><title>A tour</title>
    <meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/style.css">
    <script type="module" src="/code/page.js"></script></head><body><main><h1>A tour</h1>${host.body}</main></body></html>`;
  const style =
    'html, body { margin: 0; height: 100%; } h1 { position: absolute; margin: 0; z-index: -1; } openhouse-tour { display: block; height: 100vh; }';
  const fileAt = (path: string) => {
    const [, name] = /^\/code\/([\w.-]+\.js)$/.exec(path) ?? [];
    if (name !== undefined) return readFile(join(code, name));
    const own: Readonly<Record<string, string>> = { '/': host.page ?? html(), '/style.css': style, '/favicon.ico': '' };
    return host.files.get(path) ?? own[path] ?? host.elsewhere(path);
  };
  const server = createServer(async (request, response) => {
    const path = decodeURIComponent((request.url ?? '/').replace(/\?.*$/, ''));
    await host.before(path);
    const policy = `default-src 'none'; script-src 'self'${host.allowance}; style-src 'self'; connect-src 'self' blob:; img-src 'self' blob:`;
    const body = await fileAt(path);
    const type = path === '/' ? 'text/html' : (TYPES[extname(path)] ?? 'x/x');
    response.writeHead(body === undefined ? 404 : 200, {
      'content-type': type,
      'content-security-policy': policy,
      'permissions-policy': host.permissions,
    });
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const host: ElementHost = {
    files: new Map(),
    body: PLAIN,
    about: 'lang="en"',
    allowance: '',
    permissions: '',
    page: undefined,
    elsewhere: () => undefined,
    before: () => undefined,
    async open(chromium, options = {}) {
      const context = await chromium.newContext({
        reducedMotion: 'reduce',
        viewport: { width: 900, height: 600 },
        ...options,
      });
      const page = await context.newPage();
      const complaints: string[] = [];
      const scripts: string[] = [];
      page.on('request', (request) => request.url().endsWith('.js') && scripts.push(request.url()));
      page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
      page.on('pageerror', (error) => complaints.push(String(error)));
      await page.goto(origin);
      const told = (type: string) =>
        page.evaluate<Told[]>(`window.told.filter((one) => one.type === ${JSON.stringify(type)})`);
      return { page, complaints, scripts, told };
    },
    async close() {
      server.close();
      server.closeAllConnections();
      await rm(code, { recursive: true, force: true });
    },
  };
  return host;
}

/** Waits until nothing is loading, and what arrived is drawn. */
export async function settled(page: Page, element = 'openhouse-tour'): Promise<void> {
  await page.locator(`${element} .oh-tour`).waitFor();
  await page.locator(`${element} .oh-busy`).waitFor({ state: 'hidden' });
  await page.evaluate('new Promise((r) => requestAnimationFrame(() => requestAnimationFrame(r)))');
}
