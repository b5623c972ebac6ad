import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findNpm } from '../../scripts/ensure/npm.mjs';
import { packPackages, publishedPackages } from '../../scripts/release/packages.mjs';
import { hasChromium, PATIENCE_MS, softwareWebGl } from '../browser.ts';
import { judge } from '../pages/judge.ts';
import { fileOf, readSamples } from '../samples/read-samples.ts';
import { freePorts, inheritedEnv, root } from '../service.ts';
import { useChromium, useDemoService } from '../use-demo-service.ts';

const run = promisify(execFile);

/** As people install them, with the packed packages beside. */
const GUESTS = {
  next: '16.4.6',
  react: '19.3.1',
  'react-dom': '19.3.1',
  '@types/react': '19.3.0',
  '@types/react-dom': '19.3.0',
  '@types/node': '22.20.7',
  typescript: '5.9.3',
};
const OURS = ['@openhouse/contract', '@openhouse/sdk', '@openhouse/viewer'];
const INSTALL_MS = 900_000;

const guide = (page: string) => readFileSync(join(root, 'docs/guides', page), 'utf8');

/** A file of a guide, as it is written there. */
function sample(page: string, name: string): string {
  const found = readSamples(guide(page)).find((one) => fileOf(one) === name);
  if (found === undefined) throw new Error(`${page} has no ${name}`);
  return `${found.code}\n`;
}

const page = (tour: string) => `
  import { connection } from 'next/server';
  import { Tour } from '${tour}';
  export default async function Page() {
    await connection();
    return <main><h1>A tour</h1><Tour code="demo-loft" /></main>;
  }`;

/** A policy of the strictest kind that Next.js knows: no script but those with the nonce of the page, and what they load. */
const policyFile = (gateway: string) => `
  import { type NextRequest, NextResponse } from 'next/server';
  export function proxy(request: NextRequest) {
    const nonce = btoa(crypto.randomUUID());
    const policy = [
      "default-src 'none'",
      \`script-src 'nonce-\${nonce}' 'strict-dynamic'\`,
      "style-src 'self'",
      "connect-src 'self' ${gateway} blob:",
      "img-src 'self' ${gateway} blob:",
    ].join('; ');
    const headers = new Headers(request.headers);
    headers.set('content-security-policy', policy);
    const response = NextResponse.next({ request: { headers } });
    response.headers.set('content-security-policy', policy);
    return response;
  }
  export const config = { matcher: ['/', '/listens'] };`;

describe.skipIf(!hasChromium)(`in Next.js${hasChromium ? '' : ' (SKIPPED: no Chromium)'}`, () => {
  const service = useDemoService();
  const chromium = useChromium(softwareWebGl);
  let place: string;
  let server: ChildProcess | undefined;
  let said = '';
  let origin: string;

  beforeAll(async () => {
    place = await mkdtemp(join(tmpdir(), 'openhouse-next-'));
    const packed = process.env.OPENHOUSE_TARBALLS ?? join(place, 'tarballs');
    await mkdir(packed, { recursive: true });
    if (process.env.OPENHOUSE_TARBALLS === undefined) await packPackages(root, packed);
    const { base_url, app_key, app_secret } = service.demo;
    // The secret is there when the server runs, and not where it is built: what the guide says of that.
    const [, later = ''] = /`(appSecret: \(\) => [^`]+)`/.exec(guide('sdk.md')) ?? [];
    const filled = (text: string) =>
      text
        .replaceAll('http://localhost:4001', base_url)
        .replaceAll('YOUR_APP_KEY', app_key)
        .replace(/appSecret: [^,\n]+/, later);
    const files = {
      'package.json': '{ "private": true }',
      'tours.mjs': filled(sample('sdk.md', 'tours.mjs')),
      'app/api/tours/[...path]/route.js': sample('sdk.md', 'app/api/tours/[...path]/route.js'),
      'app/tour.tsx': `'use client';\n${sample('viewer-on-your-site.md', 'tour.tsx')}`,
      'app/tour-in-browser.tsx': sample('viewer-on-your-site.md', 'tour-in-browser.tsx'),
      'app/icon.svg': '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>',
      'app/style.css': 'openhouse-tour { display: block; height: 520px; }',
      'app/layout.tsx': `
        import './style.css';
        export const metadata = { title: 'A tour' };
        export default function Layout({ children }: { readonly children: React.ReactNode }) {
          return <html lang="en"><body>{children}</body></html>;
        }`,
      'app/page.tsx': page('./tour'),
      'app/listens/page.tsx': page('../tour-in-browser'),
      'proxy.ts': policyFile(new URL(base_url).origin),
    };
    for (const [name, text] of Object.entries(files)) {
      await mkdir(dirname(join(place, name)), { recursive: true });
      await writeFile(join(place, name), text);
    }
    const own = publishedPackages(root).filter(({ name }) => OURS.includes(name));
    const guests = Object.entries(GUESTS).map(([name, version]) => `${name}@${version}`);
    const options = ['install', '--no-audit', '--no-fund', '--prefer-offline', '--engine-strict=false'];
    await run(
      process.execPath,
      [findNpm(), ...options, ...own.map(({ tarball }) => join(packed, tarball)), ...guests],
      {
        cwd: place,
      },
    );
    const next = join(place, 'node_modules/next/dist/bin/next');
    const { OPENHOUSE_APP_SECRET: _, ...inherited } = inheritedEnv;
    const env = { ...inherited, NODE_ENV: 'production' as const, NEXT_TELEMETRY_DISABLED: '1' };
    // Types are checked too.
    await run(process.execPath, [next, 'build'], { cwd: place, env });
    const [port] = await freePorts(1);
    origin = `http://127.0.0.1:${port}`;
    server = spawn(process.execPath, [next, 'start', '--hostname', '127.0.0.1', '--port', String(port)], {
      cwd: place,
      env: { ...env, OPENHOUSE_APP_SECRET: app_secret },
    });
    for (const stream of [server.stdout, server.stderr]) stream?.on('data', (chunk) => (said += chunk));
    while (!said.includes('Ready')) {
      if (server.exitCode !== null) throw new Error(`Next.js ended at start:\n${said}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }, INSTALL_MS);
  afterAll(async () => {
    server?.kill('SIGTERM');
    await rm(place, { recursive: true, force: true });
  });

  test.each([
    ['/', 'goes out as an empty tag, and the browser fills it'],
    ['/listens', 'is rendered in the browser alone, and its events are heard'],
  ])('%s: the element %s', { timeout: PATIENCE_MS }, async (path) => {
    const context = await chromium.newContext({ reducedMotion: 'reduce', viewport: { width: 900, height: 760 } });
    await context.addCookies([{ name: 'session', value: 'ida', url: origin }]);
    const opened = await context.newPage();
    const complaints: string[] = [];
    const heard: string[] = [];
    opened.on('pageerror', (error) => complaints.push(String(error)));
    opened.on('console', (message) => {
      (['error', 'warning'].includes(message.type()) ? complaints : heard).push(message.text());
    });
    const html = await (await opened.goto(`${origin}${path}`))?.text();
    expect(html?.includes('<openhouse-tour')).toBe(path === '/');
    await opened.locator('openhouse-tour .oh-mark[data-look=rings]').first().waitFor({ state: 'attached' });
    await opened.getByRole('button', { name: 'Model', exact: true }).first().click();
    await opened.locator('openhouse-tour [data-look=dots]').first().waitFor({ state: 'attached' });
    await opened.locator('openhouse-tour [role=progressbar]').waitFor({ state: 'hidden' });
    expect(await judge(opened)).toEqual([]);
    // React attaches no events to a custom element that a server rendered.
    expect(heard.filter((line) => /^\d+$/.test(line)).length > 0).toBe(path === '/listens');
    // Software that draws WebGL says that it is slow.
    expect(complaints.filter((line) => !/GPU stall|WebGL/.test(line))).toEqual([]);
    await context.close();
  });

  test('a visitor who is not signed in gets 403 from the route handler', async () => {
    const answer = await fetch(`${origin}/api/tours/vr-info?resource_code=demo-loft`);
    expect(answer.status).toBe(403);
  });
});
