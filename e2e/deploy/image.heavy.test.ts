import { execFile, spawn } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { nginxProgram } from '../../packages/server/src/testing/nginx.ts';
import { folderWith, servicesRequired } from '../../packages/server/src/testing/processes.ts';
import { launchChromium } from '../browser.ts';
import { inheritedEnv, root } from '../service.ts';
import { type Installation, install, type Program, type Settings } from './installation.ts';
import { signInThroughProvider } from './person.ts';

const run = promisify(execFile);
const BASE = 'localhost/openhouse-test-base:latest';
/** Two checkouts on one machine build one each. */
const IMAGE = `localhost/openhouse-test-${process.pid}:latest`;
const STORAGE = ['--storage-driver', 'vfs'];
const BUILD_MS = 1_500_000;
/** What the image may add to its base, in bytes. */
const ADDED_MAX = 120e6;
/** The container's user, as the Dockerfile names it. */
const USER = 1000;

const postgresUrl = inject('postgresUrl');
const nginx = nginxProgram();
const missing =
  postgresUrl === null ||
  nginx === undefined ||
  process.getuid?.() !== 0 ||
  ['buildah', 'podman', 'runc', 'debootstrap'].some(
    (program) => !existsSync(join('/usr/sbin', program)) && folderWith(program) === undefined,
  );

const podman = (args: readonly string[]) => [
  ...['--runtime', 'runc', ...STORAGE, '--cgroup-manager=cgroupfs', 'run', '--rm', '--network=host', '--read-only'],
  ...['--ulimit', 'nofile=1024:1024', '--ulimit', 'nproc=1000:1000', '--cap-drop=all', ...args],
];

/** Where the Dockerfile and the manifests mount the volume. */
const MOUNTED = '/var/lib/openhouse';
/** As the kubelet makes an emptyDir for a pod of this group. */
let volume = '';
/** What deploy/kubernetes sets for pods alone. */
const { data: ofPods } = parseYaml(readFileSync(join(root, 'deploy/kubernetes/settings.yaml'), 'utf8')) as {
  readonly data: Settings;
};

/** Run as deploy/ runs it: nothing is written but the volume and /tmp. */
const inContainer = (env: Settings, args: readonly string[]) => {
  const { NODE_EXTRA_CA_CERTS: certificate } = env;
  return podman([
    ...Object.keys(env).flatMap((name) => ['--env', name]),
    ...(certificate === undefined
      ? []
      : ['--volume', `${volume}:${MOUNTED}`, '--volume', `${certificate}:${certificate}:ro`]),
    ...['--tmpfs', '/tmp', IMAGE, ...args],
  ]);
};
const image: Program = {
  command: async (args, env) =>
    (await run('podman', inContainer(env, args), { env: { ...process.env, ...env } })).stdout,
  serve: (env, ...options) =>
    spawn('podman', inContainer(env, ['serve', ...options]), {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
};

describe.skipIf(missing && !servicesRequired)('the image of deploy/Dockerfile', () => {
  let installation: Installation | undefined;
  let chromium: Browser;

  beforeAll(async () => {
    volume = mkdtempSync(join(tmpdir(), 'openhouse-volume-'));
    chownSync(volume, 0, USER);
    chmodSync(volume, 0o2777);
    const pulled = await run('podman', [...STORAGE, 'image', 'exists', BASE]).then(
      () => true,
      () => false,
    );
    if (!pulled) await run(join(root, 'e2e/deploy/base-image.sh'), [BASE], { maxBuffer: 1e9 });
    // How this machine reaches packages: its npm settings and authorities, for the build alone.
    const npmrc = [
      ['/etc/ssl/certs', '/etc/ssl/certs'],
      [`${inheritedEnv.HOME}/.npmrc`, '/root/.npmrc'],
      ['/etc/npmrc', '/usr/local/etc/npmrc'],
    ].flatMap(([from = '', to]) => (existsSync(from) ? ['--volume', `${from}:${to}:ro`] : []));
    await run(
      'buildah',
      [
        ...[...STORAGE, 'bud', '--pull=never', '--isolation=chroot', '--network=host', ...npmrc],
        ...['--build-arg', `NODE_IMAGE=${BASE}`, '-f', 'deploy/Dockerfile', '-t', IMAGE, '.'],
      ],
      { cwd: root, maxBuffer: 1e9 },
    );
    chromium = await launchChromium();
  }, BUILD_MS);
  afterAll(async () => {
    await chromium?.close();
    await installation?.remove();
    await run('podman', [...STORAGE, 'rmi', '--force', IMAGE]).catch(() => {});
    rmSync(volume, { recursive: true, force: true });
  });

  test('adds at most 120 MB to its base', async () => {
    const sizeOf = async (name: string) =>
      Number((await run('podman', [...STORAGE, 'image', 'inspect', '--format', '{{.Size}}', name])).stdout);
    const added = (await sizeOf(IMAGE)) - (await sizeOf(BASE));
    console.log(`the image adds ${(added / 1e6).toFixed(0)} MB to its base`);
    expect(added).toBeGreaterThan(0);
    expect(added).toBeLessThanOrEqual(ADDED_MAX);
  });

  test('runs as nobody of importance, writes nowhere, and has nothing to build with', async () => {
    const script = 'id -u; touch /app/x 2>/dev/null && echo written; command -v npm npx corepack yarn gcc; true';
    const { stdout } = await run('podman', podman(['--entrypoint', '/bin/sh', IMAGE, '-c', script]));
    expect(stdout.trim()).toBe(String(USER));
  });

  test('a volume with a name, as compose makes one, is the service’s own', async () => {
    const name = `openhouse-test-${process.pid}`;
    const stat = ['--volume', `${name}:${MOUNTED}`, '--entrypoint', '/bin/stat', IMAGE, '-c', '%a %u', MOUNTED];
    try {
      expect((await run('podman', podman(stat))).stdout.trim()).toBe(`700 ${USER}`);
    } finally {
      await run('podman', [...STORAGE, 'volume', 'rm', name]).catch(() => {});
    }
  });

  test('migrates, serves, signs somebody in, takes a tour, and stops cleanly, on a volume as pods get one', async () => {
    const { DATA_DIR = MOUNTED } = ofPods;
    installation = await install(postgresUrl ?? '', nginx ?? '', image, { settings: { DATA_DIR } });
    const person = await signInThroughProvider(chromium, installation.portal, 'mei');
    expect(await person.call('/api/teams', { name: '梅的团队' })).toMatchObject({ status: 200 });
    const work = Buffer.from(JSON.stringify({ resource_code: 'mei-1', name: '花园'.repeat(400_000) }));
    const uploaded = await person.call('/api/tours/imports?name=mei-1.json', work);
    expect(uploaded, uploaded.body.slice(0, 500)).toMatchObject({ status: 200 });
    await person.close();
    expect(await installation.stopService()).toBe(0);
    expect(installation.log()).not.toMatch(/^\s+at /m);
  });
});
