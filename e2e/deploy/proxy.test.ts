import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:http2';
import { connect as connectTls } from 'node:tls';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { nginxProgram } from '../../packages/server/src/testing/nginx.ts';
import { servicesRequired } from '../../packages/server/src/testing/processes.ts';
import { launchChromium } from '../browser.ts';
import { builtProgram, type Installation, install } from './installation.ts';
import { signInThroughProvider } from './person.ts';

const postgresUrl = inject('postgresUrl');
const nginx = nginxProgram();

describe.skipIf((postgresUrl === null || nginx === undefined) && !servicesRequired)(
  'an installation as the guide makes it, behind deploy/nginx',
  { tags: 'slow' },
  () => {
    let installation: Installation;
    let chromium: Browser;

    beforeAll(async () => {
      installation = await install(postgresUrl ?? '', nginx ?? '', builtProgram);
      chromium = await launchChromium();
    });
    afterAll(async () => {
      await chromium?.close();
      await installation?.remove();
    });

    test('somebody signs in over TLS, makes a Team and uploads a tour that is larger than what nginx takes untold', async () => {
      const person = await signInThroughProvider(chromium, installation.portal, 'mei');
      expect(await person.call('/api/teams', { name: '梅的团队' })).toMatchObject({ status: 200 });
      const work = Buffer.from(JSON.stringify({ resource_code: 'mei-1', name: '花园'.repeat(400_000) }));
      const uploaded = await person.call('/api/tours/imports?name=mei-1.json', work, 'application/json');
      expect(uploaded, uploaded.body.slice(0, 500)).toMatchObject({ status: 200 });
      await person.close();
    });

    test('paths arrive byte for byte', async () => {
      const { gateway, send } = installation;
      const answers = await Promise.all(
        ['/open/v3/vr/info', '//open/v3/vr/info', '/open/v3/%76r/info', '/open/v3/../v3/vr/info'].map(async (path) => {
          const { status, body } = await send(gateway, { path });
          return [path, status, (JSON.parse(body.toString()) as { status: string }).status];
        }),
      );
      expect(answers).toEqual([
        ['/open/v3/vr/info', 401, 'err_access_token_missing'],
        ['//open/v3/vr/info', 404, 'err_path_not_found'],
        ['/open/v3/%76r/info', 404, 'err_path_not_found'],
        ['/open/v3/../v3/vr/info', 404, 'err_path_not_found'],
      ]);
    });

    test('an address that a browser claims is not believed', async () => {
      const claimed = { 'x-forwarded-for': '203.0.113.7', forwarded: 'for=203.0.113.8' };
      const person = await signInThroughProvider(chromium, installation.portal, 'lin', claimed);
      const sessions = await person.read('/api/sessions');
      expect(sessions).toContain('127.0.0.1');
      expect(sessions).not.toContain('203.0.113.');
      await person.close();
    });

    test('every answer asks for https from then on', async () => {
      const { portal, gateway, send } = installation;
      const addresses = [`${portal}/docs`, `${portal}/api/me`, `${portal}/nothing`, `${gateway}/open/v3/vr/info`];
      const headers = await Promise.all(
        addresses.map(async (address) => (await send(address)).headers['strict-transport-security']),
      );
      expect(headers).toEqual(addresses.map(() => 'max-age=31536000; includeSubDomains'));
    });

    test('over plain HTTP people are sent on, and callers of the gateway refused', async () => {
      const asked = (host: string) =>
        new Promise<Pick<IncomingMessage, 'statusCode' | 'headers'>>((resolve, reject) => {
          const headers = { host, authorization: 'oht_a-token' };
          request({ port: installation.plainPort, path: '/open/v3/vr/info?resource_code=a', headers }, (answer) => {
            answer.resume();
            resolve(answer);
          })
            .on('error', reject)
            .end();
        });
      const [portal, gateway] = [await asked('developers.example.com'), await asked('gateway.example.com')];
      const there = 'https://developers.example.com/open/v3/vr/info?resource_code=a';
      expect([portal.statusCode, portal.headers.location]).toEqual([301, there]);
      expect([gateway.statusCode, gateway.headers.location]).toEqual([403, undefined]);
    });

    test.each([
      ['TLSv1', false],
      ['TLSv1.1', false],
      ['TLSv1.2', true],
      ['TLSv1.3', true],
    ] as const)('older versions of TLS are refused: %s is taken: %s', async (version, isTaken) => {
      for (const address of [installation.portal, installation.gateway]) {
        const taken = await new Promise<boolean>((resolve) => {
          // Without the lower level OpenSSL itself would not speak the old ones.
          const ciphers = 'DEFAULT@SECLEVEL=0';
          const versions = { minVersion: version, maxVersion: version };
          const port = Number(new URL(address).port);
          const socket = connectTls({ host: 'localhost', port, ...versions, ciphers, rejectUnauthorized: false }, () =>
            resolve(true),
          );
          socket.on('error', () => resolve(false));
          socket.on('secureConnect', () => socket.destroy());
        });
        expect([address, taken]).toEqual([address, isTaken]);
      }
    });

    test('HTTP/2 is spoken', async () => {
      const session = connect(installation.gateway, { rejectUnauthorized: false });
      const status = await new Promise((resolve, reject) => {
        session.on('error', reject);
        session.request({ ':path': '/open/v3/vr/info' }).on('response', (headers) => resolve(headers[':status']));
      });
      session.destroy();
      expect(status).toBe(401);
    });
  },
);
