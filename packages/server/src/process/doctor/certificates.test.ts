import { chownSync, readFileSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type Config, parseConfig } from '../../config/config.ts';
import { makeAuthority } from '../../testing/certificates.ts';
import { useFolder } from '../../testing/folder.ts';
import { type PostgresServer, postgresPrograms, startPostgres } from '../../testing/postgres-server.ts';
import { servicesRequired, unprivilegedUser } from '../../testing/processes.ts';
import { type Certificate, certificatesSeen, endsSoon, lookAtCertificates } from '../certificates.ts';
import { examineCertificates } from './certificates.ts';

const DAY_MS = 86_400_000;

test.each([
  ['a year, 15 days left', 350, 15, false],
  ['a year, 13 days left', 352, 13, true],
  ['90 days, 13 left', 77, 13, true],
  ['a week, 3 days left', 4, 3, false],
  ['a week, 2 days left', 5, 2, true],
  ['ended', 90, -1, true],
])('a certificate of %s ends soon: %s', (_, startedDays, leftDays, soon) => {
  const certificate = { startMs: -startedDays * DAY_MS, endMs: leftDays * DAY_MS } as Certificate;
  expect(endsSoon(certificate, 0)).toBe(soon);
});

describe.skipIf(inject('postgresUrl') === null && !servicesRequired)(
  'what the configuration leads to',
  { tags: 'slow' },
  () => {
    const folder = useFolder();
    let database: PostgresServer;
    let config: Config;
    const servers: ReturnType<typeof createServer>[] = [];

    beforeAll(async () => {
      const authority = makeAuthority(folder, 'authority');
      const programs = postgresPrograms();
      if (programs === undefined) throw new Error('PostgreSQL was not found, and OPENHOUSE_REQUIRE_SERVICES is set.');
      const { certificate, key } = authority.sign('server', 'localhost', 20);
      const { uid, gid } = unprivilegedUser();
      if (uid !== undefined && gid !== undefined) for (const path of [folder, key]) chownSync(path, uid, gid);
      database = await startPostgres(programs, ['ssl=on', `ssl_cert_file=${certificate}`, `ssl_key_file=${key}`]);
      const portOf = async (name: string, days: number) => {
        const shown = authority.sign(name, 'localhost', days);
        const server = createServer({ cert: readFileSync(shown.certificate), key: readFileSync(shown.key) });
        servers.push(server);
        await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
        return (server.address() as AddressInfo).port;
      };
      authority.sign('card', 'card', -3);
      writeFileSync(
        join(folder, 'two.pem'),
        `${readFileSync(join(folder, 'card.pem'))}\n${readFileSync(authority.file)}`,
      );
      config = {
        ...parseConfig({}),
        PORTAL_URL: `https://localhost:${await portOf('portal', 5)}`,
        BASE_URL: `https://localhost:${await portOf('gateway', 60)}`,
        REDIS_URL: `rediss://localhost:${await portOf('cache', -2)}`,
        LOGIN_URL: 'https://localhost:1',
        DATABASE_URL: `postgres://openhouse:word@localhost:${new URL(database.url).port},localhost:1/openhouse?sslmode=verify-full&sslrootcert=${folder}/two.pem&sslcert=${folder}/card.pem&sslkey=${folder}/card.key`,
        DATABASE_READ_URL: `postgres://openhouse:word@localhost:${new URL(database.url).port}/openhouse`,
      };
    });
    afterAll(async () => {
      for (const server of servers) server.close();
      await database?.stop();
    });

    const days = (seen: readonly Certificate[]) =>
      Object.fromEntries(seen.map(({ of, endMs }) => [of, Math.round((endMs - Date.now()) / DAY_MS)]));
    const all = {
      PORTAL_URL: 5,
      BASE_URL: 60,
      REDIS_URL: -2,
      DATABASE_URL: 20,
      'DATABASE_URL sslcert': -3,
      // Of two in a file the one that is valid longer.
      'DATABASE_URL sslrootcert': 30,
    };

    test('is looked at: servers, databases and files, ended ones too; not what is away or speaks no TLS', async () => {
      expect(days(await lookAtCertificates(config))).toEqual(all);
    });

    test('metrics have it after the first look, without waiting for it', async () => {
      const seen = certificatesSeen(config);
      expect(seen()).toEqual([]);
      await expect.poll(() => days(seen())).toEqual(all);
    });

    test('doctor warns of what ends soon, and calls a file broken that has ended', async () => {
      const found = (await examineCertificates(config)).map(({ verdict, says }) => `${verdict}: ${says}`);
      expect(found.filter((line) => !line.startsWith('ok'))).toEqual([
        expect.stringMatching(/^warning: That of localhost \(PORTAL_URL\) ends in [45] days\.$/),
        expect.stringMatching(/^broken: That in .*card\.pem \(DATABASE_URL sslcert\) ended [23] days ago\.$/),
      ]);
      expect(found).toHaveLength(Object.keys(all).length - 1);
    });
  },
);
