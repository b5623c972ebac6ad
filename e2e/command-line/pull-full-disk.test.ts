import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { run } from '../../packages/cli/src/run.ts';
import { keptWorld } from '../../packages/cli/src/testing/world.ts';
import { mayMount, smallDisk } from '../../packages/server/src/testing/small-disk.ts';

test.skipIf(!mayMount())(
  'a disk that is full amid a pull: what came is named, kept, and not fetched again',
  async () => {
    const asked: string[] = [];
    const gateway = createServer((request, response) => {
      request.resume();
      const { url = '', headers } = request;
      asked.push(url);
      const data = url.startsWith('/auth/')
        ? { access_token: 't' }
        : { resource_code: 'loft', cover: 'a.jpg', plan: 'b.pdf', base_url: `http://${headers.host}/files/team/loft/` };
      if (url.startsWith('/files/')) response.end(Buffer.alloc(700 * 1024));
      else if (/^\/(?:auth|open\/v3\/vr\/info)/.test(url))
        response.end(JSON.stringify({ code: 0, status: 'success', data }));
      else {
        const none = { code: -1, status: 'err_resource_not_found', message: 'None.', data: null };
        response.writeHead(404).end(JSON.stringify(none));
      }
    });
    await once(gateway.listen(0, '127.0.0.1'), 'listening');
    const disk = smallDisk(2);
    const pull = async () => {
      const world = keptWorld({
        OPENHOUSE_BASE_URL: `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`,
        OPENHOUSE_APP_KEY: 'ohk_1',
        OPENHOUSE_APP_SECRET: 'ohs_1',
      });
      return { exitCode: await run(['pull', 'loft', '--to', disk.path, '--json'], world), ...world.written };
    };
    try {
      disk.fill(1024 * 1024);
      const full = await pull();
      expect([full.exitCode, JSON.parse(full.out).reason]).toEqual([
        1,
        expect.stringMatching(
          /the disk is full \(ENOSPC\)\. What has arrived is kept in \.loft\.pull: free some space and run it again, or remove that folder\.$/,
        ),
      ]);
      asked.length = 0;
      disk.empty();
      expect(await pull()).toMatchObject({ exitCode: 0 });
      expect(asked.filter((url) => url.startsWith('/files/'))).toEqual(['/files/team/loft/b.pdf']);
      expect(await readdir(disk.path)).toEqual(['loft']);
    } finally {
      disk.unmount();
      gateway.closeAllConnections();
      gateway.close();
    }
  },
);
