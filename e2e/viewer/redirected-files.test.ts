import { readFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fileUrl } from '../../packages/server/src/gateway/files/link.ts';
import { assetNameOf, hexOf } from '../../packages/server/src/kernel/assets/asset-store.ts';
import { localAssetStore } from '../../packages/server/src/kernel/assets/local-asset-store.ts';
import { listen } from '../../packages/server/src/kernel/http/listen.ts';
import { useStore } from '../../packages/server/src/testing/database.ts';
import { useFolder } from '../../packages/server/src/testing/folder.ts';
import { ownFiles, useGateway } from '../../packages/server/src/testing/gateway-suite.ts';
import { hasChromium } from '../browser.ts';
import { root } from '../service.ts';
import { useChromium } from '../use-demo-service.ts';

interface Rule {
  readonly AllowedOrigins: readonly string[];
  readonly AllowedMethods: readonly string[];
  readonly AllowedHeaders: readonly string[];
  readonly ExposeHeaders: readonly string[];
}

/** The rule for a bucket that the guide gives. */
function writtenRule(): Rule {
  const guide = readFileSync(join(root, 'docs/guides/going-to-production.md'), 'utf8');
  const [, json = ''] = /```json file=cors\.json\n(.*?)```/s.exec(guide) ?? [];
  return (JSON.parse(json) as { readonly CORSRules: readonly [Rule] }).CORSRules[0];
}

/** What S3 adds to an answer by a rule; nothing where the rule does not fit the request. */
function headersBy(rule: Rule, origin: string | undefined, isPreflight: boolean): Record<string, string> {
  const [any] = rule.AllowedOrigins;
  if (origin === undefined || (any !== '*' && !rule.AllowedOrigins.includes(origin))) return {};
  return {
    'access-control-allow-origin': any === '*' ? '*' : origin,
    'access-control-expose-headers': rule.ExposeHeaders.join(', '),
    ...(isPreflight && {
      'access-control-allow-methods': rule.AllowedMethods.join(', '),
      'access-control-allow-headers': rule.AllowedHeaders.join(', '),
    }),
  };
}

describe.skipIf(!hasChromium)('a page, and files that the gateway redirects to a bucket', { tags: 'slow' }, () => {
  const browser = useChromium();
  const servers: Server[] = [];
  const files = localAssetStore(join(useFolder(), 'files'));
  /** Who asked the bucket, as the browser says it. */
  const origins = new Set<string | undefined>();
  let rule = writtenRule();
  let [site, bucket] = ['', ''];
  const linkTo = async (sha256: Uint8Array) => `${bucket}/${assetNameOf(hexOf(sha256))}`;
  const suite = useGateway(useStore(), { assets: { ...files, linkTo }, redirects: true });

  async function serve(answer: RequestListener): Promise<string> {
    const server = createServer(answer);
    servers.push(server);
    return `http://127.0.0.1:${await listen(server, 0, '127.0.0.1')}`;
  }
  beforeAll(async () => {
    site = await serve((_, response) => response.setHeader('content-type', 'text/html').end('<!doctype html>'));
    bucket = await serve(({ method, headers }, response) => {
      origins.add(headers.origin);
      const isPreflight = method === 'OPTIONS';
      const allowed = headersBy(rule, headers.origin, isPreflight);
      response.writeHead(isPreflight ? 204 : 200, allowed).end(isPreflight ? undefined : ownFiles['plan.svg']);
    });
  });
  afterAll(() => servers.forEach((server) => void server.close()));

  /** What a script of the site gets, as a model or a texture is fetched. */
  async function fetched(headers: Readonly<Record<string, string>> = {}): Promise<string> {
    const { baseUrl } = suite.gateway;
    const url = fileUrl(baseUrl, { team: suite.other.teamCode, tour: 'other-tour', path: 'plan.svg' });
    const page = await browser.newPage();
    try {
      await page.goto(site);
      origins.clear();
      const ask = ({ url, headers }: { url: string; headers: Record<string, string> }) =>
        fetch(url, { headers }).then((answer) => answer.text(), String);
      return await page.evaluate(ask, { url, headers });
    } finally {
      await page.close();
    }
  }

  test('are blocked by a rule that names the site: a redirected request names no origin', async () => {
    rule = { ...writtenRule(), AllowedOrigins: [site] };
    expect(await fetched()).toBe('TypeError: Failed to fetch');
    expect([...origins]).toEqual(['null']);
  });

  test('are read by the rule of the guide, a part of a file as well', async () => {
    rule = writtenRule();
    expect(await fetched()).toBe(ownFiles['plan.svg']);
    // The browser asks first whether it may send these.
    expect(await fetched({ range: 'bytes=0-99', 'if-range': '"a"' })).toBe(ownFiles['plan.svg']);
    expect([...origins]).toEqual(['null']);
  });
});
