import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { run } from '../run.ts';
import { keptWorld } from '../testing/world.ts';

test('a tour that is removed while the list is read hides no other', async () => {
  const entry = (vr_code: string) => ({ vr_code, resource_code: vr_code, name: vr_code, is_active: true });
  let tours = Array.from({ length: 150 }, (_, number) => ({
    ...entry(`tour-${number}`),
    create_time: '',
    modify_time: '',
  }));
  let pages = 0;
  const gateway = createServer((request, response) => {
    request.resume();
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://gateway.example');
    const [page, page_size] = ['page', 'page_size'].map((name) => Number(searchParams.get(name))) as [number, number];
    const list = tours.slice((page - 1) * page_size, page * page_size);
    const listed = { list, total: tours.length, page, page_size };
    const data = pathname.startsWith('/auth/') ? { access_token: 't', expire_at: 0 } : listed;
    response.end(JSON.stringify({ code: 0, status: 'success', data }));
    if (!pathname.startsWith('/auth/')) pages += 1;
    if (pages === 1) tours = tours.filter(({ vr_code }) => vr_code !== 'tour-7');
  });
  await once(gateway.listen(0, '127.0.0.1'), 'listening');
  try {
    const world = keptWorld({
      OPENHOUSE_BASE_URL: `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`,
      OPENHOUSE_APP_KEY: 'ohk_1',
      OPENHOUSE_APP_SECRET: 'ohs_1',
    });
    expect(await run(['list', '--json'], world)).toBe(0);
    const codes = world.written.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).vr_code);
    expect(codes).toEqual(Array.from({ length: 150 }, (_, number) => `tour-${number}`));
  } finally {
    gateway.closeAllConnections();
    gateway.close();
  }
});
