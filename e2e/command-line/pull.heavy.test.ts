import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { root, startService } from '../service.ts';
import { useDemoService } from '../use-demo-service.ts';
import { type Machine, newMachine } from './openhouse.ts';

/** Roots of the demo's combined tours; no operation names them. */
const nodes: Readonly<Record<string, string>> = {
  'demo-loft': 'demo-house',
  'demo-garden': 'demo-roof',
  'demo-studio': 'demo-workshops',
};

describe('whole tours', () => {
  // A pull must also meet the limit, and wait for it.
  const service = useDemoService({ APP_LIMIT_PER_MINUTE: '0', IP_LIMIT_PER_MINUTE: '0' });
  let machine: Machine;
  beforeAll(async () => {
    const { base_url, app_key, app_secret } = service.demo;
    machine = await newMachine(dirname(service.dataDirectory), 'reader', {
      OPENHOUSE_BASE_URL: base_url,
      OPENHOUSE_APP_KEY: app_key,
      OPENHOUSE_APP_SECRET: app_secret,
    });
  });

  const store = () => ['--data-dir', service.dataDirectory, '--team', service.demo.team];

  /** Every file below a folder, by name, as text that keeps each byte. */
  async function content(folder: string): Promise<Record<string, string>> {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
    const read = async (file: string) => [relative(folder, file), await readFile(file, 'latin1')] as const;
    return Object.fromEntries((await Promise.all(files.map(read))).sort());
  }

  test('export, import, export again: every demo tour and every real work, byte for byte', async () => {
    const works = join(root, 'node_modules/@realsee/open-works');
    for (const kind of ['real', 'virtual']) {
      const names = (await readdir(join(works, kind))).map((name) => join(works, kind, name, 'work.json'));
      expect((await machine.run('import', ...names, ...store())).exitCode).toBe(0);
    }
    expect((await machine.run('export', '--all', '--to', 'first', ...store())).exitCode).toBe(0);
    const first = await content(join(machine.directory, 'first'));
    const tours = new Set(Object.keys(first).map((file) => file.split('/')[0]));
    expect(tours.size).toBe(service.demo.resource_codes.length + 7);

    const other = join(machine.directory, 'other-store');
    expect((await machine.run('migrate', '--data-dir', other)).exitCode).toBe(0);
    const second = await startService(other);
    try {
      const into = ['--data-dir', other, '--team', second.demo.team];
      expect((await machine.run('import', 'first', ...into)).exitCode).toBe(0);
      expect((await machine.run('export', '--all', '--to', 'second', ...into)).exitCode).toBe(0);
    } finally {
      await second.stop();
    }
    expect(await content(join(machine.directory, 'second'))).toEqual(first);
  });

  test('pull gives what export gives', async () => {
    const codes = service.demo.resource_codes;
    const named = codes.map((code) => (nodes[code] === undefined ? code : `${code}:${nodes[code]}`));
    const pulled = await machine.run('pull', ...named, '--to', 'pulled', '--json');
    expect([pulled.exitCode, pulled.err]).toEqual([0, '']);
    for (const code of codes) {
      expect(await content(join(machine.directory, 'pulled', code)), code).toEqual(
        await content(join(machine.directory, 'first', code)),
      );
    }
  });

  test('a pull that was interrupted goes on, and drops what the tour no longer has', async () => {
    const [code = ''] = service.demo.resource_codes;
    const whole = join(machine.directory, 'pulled', code);
    const into = join(machine.directory, 'again');
    const draft = join(into, `.${code}.pull`);
    await mkdir(into, { recursive: true });
    await cp(whole, draft, { recursive: true });
    await rm(join(draft, 'ruler-list.json'));
    await writeFile(join(draft, 'assets', 'left.txt'), 'Of a tour that was replaced since.');
    const before = service.said().length;
    const { exitCode } = await machine.run('pull', `${code}:${nodes[code]}`, '--to', 'again');
    expect(exitCode).toBe(0);
    const asked =
      service
        .said()
        .slice(before)
        .match(/"operation":"[a-z-]+"/g) ?? [];
    expect(asked).toContain('"operation":"ruler-list"');
    expect(await content(join(into, code))).toEqual(await content(whole));
    const third = await machine.run('pull', code, '--to', 'again', '--json');
    expect(JSON.parse(third.out)).toMatchObject({ outcome: 'there already' });
  });

  test('a tour that there is not, and a file that is too large, are named; the status is 1', async () => {
    const missing = await machine.run('pull', 'no-such-tour', '--to', 'none', '--json');
    expect([missing.exitCode, JSON.parse(missing.out).outcome]).toEqual([1, 'refused']);
    const [code = ''] = service.demo.resource_codes;
    const small = await machine.run('pull', code, '--to', 'small', '--max-tour-mb', '1', '--json');
    expect(small.exitCode).toBe(1);
    expect(JSON.parse(small.out).warnings[0]).toMatch(/^assets\/.* is missing: /);
  });
});
