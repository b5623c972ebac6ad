import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { missingServices } from './services.mjs';

const machine = mkdtempSync(join(tmpdir(), 'services-'));

afterAll(() => rmSync(machine, { recursive: true }));

function program(path: string): void {
  const target = join(machine, path);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, '');
  chmodSync(target, 0o755);
}

program('all/redis-server');
program('all/chromium');
program('all/curl');
program('all/python3');
program('postgresql/15/bin/postgres');
program('other/valkey-server');
program('other/google-chrome');
program('other/postgres');
program('other/curl');
program('other/python3');
for (const directory of ['all', 'other'])
  for (const name of ['go', 'php', 'javac', 'nginx', 'openssl', 'systemd-analyze']) program(`${directory}/${name}`);
writeFileSync(join(machine, 'chromium'), 'no program');

test.each([
  ['everything, as on Debian', 'all', 'postgresql', []],
  ['everything, by its other names', 'other', 'none', []],
  ['no PostgreSQL', 'all', 'none', ['PostgreSQL']],
  [
    'a file that is no program',
    '.',
    'postgresql',
    ['Redis or Valkey', 'Chromium', 'curl', 'Python 3', 'Go', 'PHP', 'a JDK', 'nginx', 'OpenSSL', 'systemd'],
  ],
])('%s', (_, directory, postgresql, missing) => {
  const path = [join(machine, 'nowhere'), join(machine, directory)].join(delimiter);
  expect(missingServices(path, join(machine, postgresql)).map(({ name }) => name)).toEqual(missing);
});
