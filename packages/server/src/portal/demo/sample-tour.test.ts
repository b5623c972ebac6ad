import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { testDashboard } from '../../testing/dashboard.ts';
import { useStore } from '../../testing/database.ts';
import { DEMO_BUNDLES } from '../../testing/demo-bundles.ts';
import { useFolder } from '../../testing/folder.ts';
import { type InjectedPortal, injectedPortal } from '../../testing/injected-portal.ts';

const store = useStore();
const pagesDirectory = useFolder();
let portal: InjectedPortal;
beforeEach(() => {
  const dashboard = testDashboard(store.database);
  portal = injectedPortal(store.database, { dashboard, pagesDirectory });
});
afterEach(() => portal.app.close());

const get = (path: string, method: 'GET' | 'HEAD' | 'POST' = 'GET') =>
  portal.ask({ method, url: `/sample-tour/${path}` });

describe('the sample tour of the landing page, for anybody', () => {
  test.each([
    ['vr-info.json', 'application/json'],
    ['hot-list.json', 'application/json'],
    ['assets/cover.jpg', 'image/jpeg'],
    ['assets/panorama/0_up.webp', 'image/webp'],
    ['assets/model/loft.glb', 'model/gltf-binary'],
  ])('answers %s as it lies in the bundle', async (path, type) => {
    const answer = await get(path);
    expect([answer.statusCode, answer.headers['content-type'], answer.headers['cache-control']]).toEqual([
      200,
      type,
      'public, max-age=3600',
    ]);
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(answer.rawPayload.equals(await readFile(join(DEMO_BUNDLES, 'demo-loft', path)))).toBe(true);
    expect((await get(path, 'HEAD')).statusCode).toBe(200);
  });

  test.each([
    '',
    'contact-detail.json',
    'source-config.json',
    'assets',
    'assets/',
    'assets/private/warranty.txt',
    'assets/files/floor-plan.pdf',
    '../demo-studio/vr-info.json',
    '..%2fdemo-studio%2fvr-info.json',
    'assets/%2e%2e/contact-detail.json',
    'assets/..%5c..%5cvr-info.json',
    'vr-info.json%00',
  ])('has nothing at %j', async (path) => {
    expect((await get(path)).statusCode).toBe(404);
  });

  test('takes reads alone', async () => {
    expect((await get('vr-info.json', 'POST')).statusCode).toBe(405);
  });
});
