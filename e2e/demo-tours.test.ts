import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gatewayEndpoints } from '@openhouse/contract';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { launchChromium } from './browser.ts';
import { root } from './service.ts';
import { useDemoService } from './use-demo-service.ts';

interface OpenApi {
  readonly paths: Record<
    string,
    Record<string, { responses: Record<string, { content: Record<string, { schema: object }> }> }>
  >;
}

interface Answer {
  readonly status: string;
  // biome-ignore lint/suspicious/noExplicitAny: a payload of any operation, as a client without types sees it.
  readonly data: any;
}

describe('the demo tours', { tags: 'slow' }, () => {
  const service = useDemoService({
    APP_LIMIT_PER_MINUTE: '0',
    IP_LIMIT_PER_MINUTE: '0',
    LOG_LEVEL: 'warn',
  });
  let document: OpenApi;
  let token: string;
  beforeAll(async () => {
    document = JSON.parse(await readFile(join(root, 'docs/reference/openapi.json'), 'utf8')) as OpenApi;
    const { base_url, app_key, app_secret } = service.demo;
    const body = new URLSearchParams({ app_key, app_secret });
    const exchanged = await post(`${base_url}/auth/access_token`, body);
    expectValid('post', '/auth/access_token', exchanged);
    token = exchanged.data.access_token;
  });

  const post = async (url: string, body: URLSearchParams | string, headers: Record<string, string> = {}) =>
    (await (await fetch(url, { method: 'POST', body, headers })).json()) as Answer;
  const get = async (path: string, query: Record<string, string>) =>
    (await (
      await fetch(`${service.demo.base_url}${path}?${new URLSearchParams(query)}`, {
        headers: { authorization: token },
      })
    ).json()) as Answer;

  /** By the OpenAPI document alone, with a validator that is not ours. */
  function expectValid(method: 'get' | 'post', path: string, answer: Answer): void {
    const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
    ajv.addSchema({ $id: 'openapi', ...document });
    const pointer = `openapi#/paths/${path.replaceAll('~', '~0').replaceAll('/', '~1')}/${method}/responses/200/content/application~1json/schema`;
    const validate = ajv.compile({ $ref: pointer });
    expect(validate(answer), `${path}: ${ajv.errorsText(validate.errors)}`).toBe(true);
    expect(answer.status, path).toBe('success');
  }

  const reads = gatewayEndpoints.filter(({ method }) => method === 'GET');

  test.each(['demo-loft', 'demo-studio', 'demo-garden'])(
    '%s: every operation answers a payload that the OpenAPI document allows',
    async (code) => {
      const tags = await get('/open/v3/custom/hot/list', { resource_code: code });
      const loftTags = await get('/open/v3/custom/hot/list', { resource_code: 'demo-loft' });
      const files = await get('/open/v3/view/custom/file/detail', { resource_code: code });
      const [tag] = [...tags.data.tagList, ...loftTags.data.tagList];
      const paths = files.data.file_list.map(({ path }: { path: string }) => path);
      const tree = JSON.parse(await readFile(join(root, 'demo/tours/demo-loft/group-tree.json'), 'utf8'));
      const query: Record<string, string> = {
        resource_code: code,
        id: String(tag.id),
        vr_code: code,
        node_code: (Array.isArray(tree) ? tree[0] : tree).node_code,
        paths: JSON.stringify(paths),
      };
      let asked = 0;
      for (const { path, query: schema, name } of reads) {
        if (name === 'file-private-presign' && paths.length === 0) continue;
        const wanted = Object.keys(schema.properties).filter((parameter) => parameter in query);
        expectValid('get', path, await get(path, Object.fromEntries(wanted.map((one) => [one, query[one] ?? '']))));
        asked += 1;
      }
      expect(asked).toBeGreaterThanOrEqual(19);
    },
  );

  test('the inactive one becomes active, and says so at once', async () => {
    const info = () => get('/open/v3/vr/info', { resource_code: 'demo-garden' });
    expect((await info()).data.is_active).toBe(false);
    const submitted = await post(
      `${service.demo.base_url}/open/saas/v2/vr/submit`,
      JSON.stringify({ resource_code: 'demo-garden', action_num: 1 }),
      { authorization: token, 'content-type': 'application/json' },
    );
    expectValid('post', '/open/saas/v2/vr/submit', submitted);
    expect((await info()).data.is_active).toBe(true);
  });

  test('a link of the private file opens it; its address alone does not', async () => {
    const files = await get('/open/v3/view/custom/file/detail', { resource_code: 'demo-loft' });
    const path = files.data.file_list
      .map((file: { path: string }) => file.path)
      .find((one: string) => one.startsWith('private/'));
    const { data } = await get('/open/v3/view/file/private/presign', { resource_code: 'demo-loft', paths: path });
    const [link] = data.presigned_urls as string[];
    const opened = await fetch(link ?? '');
    expect(opened.status).toBe(200);
    expect((await opened.arrayBuffer()).byteLength).toBeGreaterThan(0);
    expect((await fetch((link ?? '').replace(/\?.*/, ''))).status).toBe(403);
  });

  test('Chromium decodes a gzip answer', async () => {
    const browser = await launchChromium();
    try {
      const page = await browser.newPage({ extraHTTPHeaders: { authorization: token } });
      const response = await page.goto(`${service.demo.base_url}/open/v3/vr/info?resource_code=demo-loft`);
      expect(response?.headers()['content-encoding']).toBe('gzip');
      expect(JSON.parse((await response?.text()) ?? '').data.resource_code).toBe('demo-loft');
      await expect.poll(() => page.textContent('body')).toContain('demo-loft');
    } finally {
      await browser.close();
    }
  });
});
