import { execFile } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { promisify } from 'node:util';
import { TOUR_UPLOAD_MAX_BYTES } from '@openhouse/contract';
import { describe, expect, test } from 'vitest';
import { parseAllDocuments, parse as parseYaml } from 'yaml';
import { parseConfig, variables } from '../../packages/server/src/config/config.ts';
import { misspeltNames } from '../../packages/server/src/config/warnings.ts';
import { UPLOAD_BYTES_OF_NODE } from '../../packages/server/src/portal/tours/import-places.ts';
import { filesOpenToOthers } from '../../packages/server/src/process/open-files.ts';
import { folderWith, servicesRequired } from '../../packages/server/src/testing/processes.ts';
import { root } from '../service.ts';

const run = promisify(execFile);
const textOf = (path: string) => readFileSync(join(root, 'deploy', path), 'utf8');

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly data?: Readonly<Record<string, string>>;
  readonly stringData?: Readonly<Record<string, string>>;
  readonly spec?: {
    readonly template?: { readonly spec: PodSpec };
    readonly rules?: readonly { readonly host: string }[];
  };
}
interface PodSpec {
  readonly terminationGracePeriodSeconds?: number;
  readonly automountServiceAccountToken?: boolean;
  readonly enableServiceLinks?: boolean;
  readonly securityContext: { readonly runAsUser?: number; readonly fsGroup?: number };
  readonly containers: readonly {
    readonly securityContext: object;
    readonly resources: { readonly requests: Readonly<Record<string, string>> };
    readonly args: readonly string[];
    readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[];
  }[];
  readonly volumes: readonly { readonly name: string; readonly emptyDir: { readonly sizeLimit?: string } }[];
}

const manifests = readdirSync(join(root, 'deploy/kubernetes')).flatMap((file) =>
  parseAllDocuments(textOf(`kubernetes/${file}`)).map((document): [string, Manifest] => [
    `${file}: ${(document.toJSON() as Manifest).kind} ${(document.toJSON() as Manifest).metadata?.name ?? ''}`,
    document.toJSON() as Manifest,
  ]),
);
const objects = manifests.filter(([, { kind }]) => kind !== 'Kustomization');

/** Variables that the files of deploy/ set. */
const settings = new Map<string, string>();
for (const [, { data, stringData }] of objects)
  for (const [name, value] of Object.entries({ ...data, ...stringData })) settings.set(name, value);
for (const file of ['systemd/openhouse.service', 'systemd/openhouse-migrate.service'])
  for (const [, pairs = ''] of textOf(file).matchAll(/^Environment=(.*)$/gm))
    for (const pair of pairs.split(' ')) settings.set(pair.split('=')[0] ?? '', pair.split('=')[1] ?? '');
for (const [, line = ''] of textOf('Dockerfile').matchAll(/^ENV (.*)$/gm))
  for (const pair of line.split(' ')) settings.set(pair.split('=')[0] ?? '', pair.split('=')[1] ?? '');

const pods = objects.flatMap(([, { kind, spec }]) =>
  spec?.template === undefined ? [] : [{ kind, ...spec.template.spec }],
);
/** What the pods get for DATA_DIR: the ConfigMap is read after the image's own. */
const podDataDirectory =
  objects.find(([, { kind }]) => kind === 'ConfigMap')?.[1].data?.DATA_DIR ??
  /DATA_DIR=(\S+)/.exec(textOf('Dockerfile'))?.[1] ??
  '';
/** The mount of a pod that holds a path. */
const mountOf = ({ containers }: PodSpec, path: string) =>
  containers[0]?.volumeMounts.find(({ mountPath }) => path === mountPath || path.startsWith(`${mountPath}/`));

/** What the AWS SDK and Node.js read themselves. */
const ofOthers = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'NODE_OPTIONS'];

interface ComposeService {
  readonly environment?: Readonly<Record<string, string>>;
  readonly volumes?: readonly string[];
  readonly depends_on?: Readonly<Record<string, object>>;
  readonly stop_grace_period?: string;
  readonly image?: string;
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly logging?: { readonly driver: string; readonly options: Readonly<Record<string, string>> };
}
// With its anchors, as compose reads it.
const compose = parseYaml(textOf('compose/compose.yaml'), { merge: true }) as {
  readonly services: Readonly<Record<string, ComposeService>>;
};

describe('the files of deploy/', () => {
  test('set variables that there are', () => {
    expect([...settings.keys()].filter((name) => !(name in variables) && !ofOthers.includes(name))).toEqual([]);
    expect(settings.size).toBeGreaterThan(15);
  });

  test('the image has the Node.js that the guides recommend', () => {
    const [, ofImage] = /NODE_IMAGE=\S+\/node:(\d+)-/.exec(textOf('Dockerfile')) ?? [];
    for (const guide of ['docs/guides/going-to-production.md', 'docs/guides/zh/going-to-production.md']) {
      const text = readFileSync(join(root, guide), 'utf8');
      expect([guide, /^\| Node\.js (\d+) \|/m.exec(text)?.[1]]).toEqual([guide, ofImage]);
    }
  });

  test('start Node.js as the guides advise for a bucket, and as the benchmark of two nodes measures it', () => {
    const option = '--max-semi-space-size=4';
    expect([settings.get('NODE_OPTIONS'), compose.services.openhouse?.environment?.NODE_OPTIONS]).toEqual([
      option,
      option,
    ]);
    for (const file of ['docs/guides/going-to-production.md', 'docs/guides/zh/going-to-production.md'])
      expect(readFileSync(join(root, file), 'utf8')).toContain(`\`NODE_OPTIONS=${option}\``);
    expect(readFileSync(join(root, 'bench/two-nodes.ts'), 'utf8')).toContain(`'${option}'`);
  });

  test('keep files of tours in a bucket: no node and no pod has a disk that the others see', () => {
    const ofPods = Object.fromEntries(['ASSET_STORE_URL', 'S3_REGION'].map((name) => [name, settings.get(name) ?? '']));
    const { environment } = compose.services.openhouse ?? {};
    expect(parseConfig(ofPods).ASSET_STORE_URL).toMatchObject({ kind: 's3' });
    expect(compose.services.migrate?.environment).toEqual(environment);
    const { DATABASE_URL: _, AWS_SECRET_ACCESS_KEY: secret, ...others } = environment ?? {};
    expect(parseConfig(others)).toMatchObject({ ASSET_STORE_URL: { kind: 's3', bucket: 'tours', prefix: 'files' } });
    // The bucket is a folder of the store, and its password the service's.
    const store = compose.services.files;
    expect(store?.volumes).toEqual(['files:/data/tours']);
    expect(store?.environment?.ROOT_ACCESS_KEY).toBe(environment?.AWS_ACCESS_KEY_ID);
    expect(secret).toMatch(/^\$\{FILES_PASSWORD\}$/);
    expect(store?.environment?.ROOT_SECRET_KEY).toMatch(/^\$\{FILES_PASSWORD:\?/);
  });

  test('compose asks for no variable that its guide does not set, and waits for everything that it starts', () => {
    const asked = [...textOf('compose/compose.yaml').matchAll(/\$\{(\w+)/g)].map(([, name]) => name ?? '');
    const told = textOf('README.md');
    for (const name of asked) expect(told, name).toMatch(new RegExp(`\\b${name}=`));
    const { openhouse, ...others } = compose.services;
    const waitsFor = new Set(
      [openhouse, ...Object.values(others)].flatMap((one) => Object.keys(one?.depends_on ?? {})),
    );
    expect([...waitsFor].sort()).toEqual(Object.keys(others).sort());
    for (const name of waitsFor)
      expect([name, 'healthcheck' in (others[name] ?? {}) || name === 'migrate']).toEqual([name, true]);
  });

  test('compose gives a container of ours no capability, writable root or way to more rights', () => {
    const ours = Object.entries(compose.services).filter(([, { image }]) => image === 'openhouse');
    expect(ours.map(([name]) => name)).toEqual(['migrate', 'openhouse']);
    for (const [, { read_only, cap_drop, security_opt }] of ours)
      expect([read_only, cap_drop, security_opt]).toEqual([true, ['ALL'], ['no-new-privileges:true']]);
  });

  test('what the guides write keys into is readable by nobody else, and comes neither into git nor into the image', async () => {
    const guides = ['deploy/README.md', 'docs/guides/going-to-production.md', 'docs/guides/zh/going-to-production.md'];
    const written = guides.flatMap((guide) =>
      [
        ...readFileSync(join(root, guide), 'utf8').matchAll(
          /^.*?(?:> |cp \S+ )((?:[\w./]+\/)?[\w]+\.(?:env|yaml))\b/gm,
        ),
      ].map(([line, path = '']) => ({ guide, line, path })),
    );
    expect(written.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['deploy/compose/production.env', 'openhouse.env', 'keys.env', 'secrets.yaml']),
    );
    for (const { guide, line } of written)
      expect([guide, line]).toEqual([guide, expect.stringContaining('(umask 077; ')]);
    const paths = [...new Set(written.map(({ path }) => path)), 'tls.key'];
    // In a repository of its own: this checkout may be a copy without one.
    const repository = mkdtempSync(join(tmpdir(), 'openhouse-ignored-'));
    await run('git', ['init', '--quiet'], { cwd: repository });
    writeFileSync(join(repository, '.gitignore'), readFileSync(join(root, '.gitignore')));
    const { stdout } = await run('git', ['check-ignore', ...paths], { cwd: repository });
    rmSync(repository, { recursive: true });
    expect(stdout.trim().split('\n')).toEqual(paths);
    const outOfImage = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n');
    for (const path of paths)
      expect([
        path,
        outOfImage.some((line) => line === path || (line === '**/*.env' && path.endsWith('.env'))),
      ]).toEqual([path, true]);
  });

  test('compose bounds the log of each container: Docker itself keeps everything', () => {
    for (const [name, { logging }] of Object.entries(compose.services))
      expect([name, logging]).toEqual([
        name,
        {
          driver: 'json-file',
          options: { 'max-size': expect.stringMatching(/^\d+m$/), 'max-file': expect.stringMatching(/^\d$/) },
        },
      ]);
  });

  test('give a process the time that it takes to stop', () => {
    const grace = Number(variables.SHUTDOWN_GRACE_S.default);
    const delay = Number(settings.get('SHUTDOWN_DELAY_S'));
    const least = grace + 5;
    const pod = objects.find(([, { kind }]) => kind === 'Deployment')?.[1].spec?.template?.spec;
    expect(pod?.terminationGracePeriodSeconds).toBeGreaterThan(least + delay);
    expect(Number(/TimeoutStopSec=(\d+)/.exec(textOf('systemd/openhouse.service'))?.[1])).toBeGreaterThan(least);
    expect(Number.parseInt(compose.services.openhouse?.stop_grace_period ?? '', 10)).toBeGreaterThan(least);
  });

  test('have room for uploads where they are received', () => {
    const pod = pods.find(({ kind }) => kind === 'Deployment');
    const { name } = (pod && mountOf(pod, podDataDirectory)) ?? {};
    const limit = pod?.volumes.find((one) => one.name === name)?.emptyDir.sizeLimit ?? '';
    expect(limit).toMatch(/^\d+Gi$/);
    expect(Number.parseInt(limit, 10) * 1024 ** 3).toBeGreaterThanOrEqual(UPLOAD_BYTES_OF_NODE);
    expect(pod?.containers[0]?.resources.requests['ephemeral-storage']).toBe(`${UPLOAD_BYTES_OF_NODE / 1024 ** 3}Gi`);
    for (const guide of ['docs/guides/capacity.md', 'docs/guides/zh/capacity.md'])
      expect(readFileSync(join(root, guide), 'utf8')).toMatch(
        new RegExp(
          `\\| ${UPLOAD_BYTES_OF_NODE / 1024 ** 3} GiB in \`DATA_DIR\`|\`DATA_DIR\` 中 ${UPLOAD_BYTES_OF_NODE / 1024 ** 3} GiB`,
        ),
      );
    // Of one person, who may have four arriving, others still have room.
    expect(UPLOAD_BYTES_OF_NODE).toBeGreaterThan(4 * TOUR_UPLOAD_MAX_BYTES);
  });

  test('take headers of answers as long as each other', () => {
    const [, size] = /proxy_buffer_size (\w+);/.exec(textOf('nginx/openhouse.conf')) ?? [];
    expect(textOf('kubernetes/network.yaml')).toContain(`ingress.kubernetes.io/proxy-buffer-size: ${size}\n`);
  });

  test('let the largest upload through', () => {
    const limits = [
      ...textOf('nginx/openhouse.conf').matchAll(/client_max_body_size (\d+)m;/g),
      ...textOf('kubernetes/network.yaml').matchAll(/proxy-body-size: (\d+)m/g),
    ];
    expect(limits).toHaveLength(2);
    for (const [, megabytes] of limits) expect(Number(megabytes) * 1024 ** 2).toBeGreaterThan(TOUR_UPLOAD_MAX_BYTES);
  });
});

describe('the Kubernetes manifests', () => {
  test.each(objects)('%s is what the API takes', async (_, manifest) => {
    const models: unknown = await import(
      /* @vite-ignore */ `kubernetes-models/${manifest.apiVersion}/${manifest.kind}`
    );
    const Model = (models as Record<string, new (manifest: object) => { validate(): void }>)[manifest.kind];
    if (Model === undefined) throw new Error(`There is no ${manifest.kind} in ${manifest.apiVersion}.`);
    new Model(manifest).validate();
  });

  test('every file is applied, but for the example of secrets and the migration', () => {
    const { resources } = parseYaml(textOf('kubernetes/kustomization.yaml')) as { resources: string[] };
    const files = readdirSync(join(root, 'deploy/kubernetes'));
    const apart = ['kustomization.yaml', 'secrets.example.yaml', 'migrate.yaml'];
    expect([...resources, ...apart].sort()).toEqual(files.sort());
  });

  test('the host of the gateway has an Ingress of its own: plain HTTP is refused there, and people are sent on', () => {
    const hosts = objects.flatMap(([, { kind, metadata, spec }]) =>
      kind === 'Ingress' ? [[metadata.name, spec?.rules?.map(({ host }) => host)]] : [],
    );
    expect(hosts).toEqual([
      ['openhouse', ['developers.example.com']],
      ['openhouse-gateway', ['gateway.example.com']],
    ]);
    // What the controller must be told where it takes snippets, and doctor's name for the check.
    expect(textOf('kubernetes/network.yaml')).toMatch(/# +if \(\$scheme = http\) \{ return 403 /);
    expect(textOf('README.md')).toContain('no warning about `plain HTTP`');
  });

  test('pods get no variables for Services: they would be read as settings, and are misspelt ones', () => {
    const services = objects.filter(([, { kind }]) => kind === 'Service').map(([, { metadata }]) => metadata.name);
    const ofLinks = services.map((name) => `${name.toUpperCase().replaceAll('-', '_')}_PORT`);
    expect(misspeltNames(Object.fromEntries(ofLinks.map((name) => [name, 'tcp://10.0.0.1:80'])))).toHaveLength(2);
    for (const [, { spec }] of objects)
      if (spec?.template !== undefined) expect(spec.template.spec.enableServiceLinks).toBe(false);
  });

  test.each([
    ['an emptyDir', 0o2777],
    ['a claim', 0o2775],
  ])('pods keep their files to themselves on %s as the kubelet makes one', async (_, mode) => {
    for (const pod of pods) {
      const { runAsUser = 0, fsGroup = 0 } = pod.securityContext;
      const volume = mkdtempSync(join(tmpdir(), 'openhouse-volume-'));
      const mounted = mountOf(pod, podDataDirectory)?.mountPath ?? '/';
      const DATA_DIR = join(volume, posix.relative(mounted, podDataDirectory));
      // Nobody but root may give a folder away.
      const asRoot = process.getuid?.() === 0;
      if (asRoot) chownSync(volume, 0, fsGroup);
      chmodSync(volume, mode);
      try {
        expect(await filesOpenToOthers({ DATA_DIR }, runAsUser)).toEqual([]);
        const make = `require('node:fs').mkdirSync(process.argv[1], { recursive: true, mode: 0o700 })`;
        await run(process.execPath, ['-e', make, DATA_DIR], {
          cwd: '/',
          ...(asRoot && { uid: runAsUser, gid: fsGroup }),
        });
        expect(await filesOpenToOthers({ DATA_DIR }, runAsUser)).toEqual([]);
      } finally {
        rmSync(volume, { recursive: true });
      }
    }
  });

  test('pods run without root, capabilities, a writable root or a token of the cluster', () => {
    expect(pods).toHaveLength(2);
    for (const pod of pods) {
      expect(pod.automountServiceAccountToken).toBe(false);
      expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
      for (const { securityContext } of pod.containers)
        expect(securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
    }
  });
});

describe.skipIf(folderWith('systemd-analyze') === undefined && !servicesRequired)('the systemd units', () => {
  const units = ['openhouse.service', 'openhouse-migrate.service'];

  test('start the service again for as long as the database is away, and not when its settings are wrong', () => {
    const unit = textOf('systemd/openhouse.service');
    expect(unit).toMatch(/^StartLimitIntervalSec=0$/m);
    expect(unit).toMatch(/^Restart=on-failure$/m);
    expect(unit).toMatch(/^RestartPreventExitStatus=2$/m);
    // Else a worker that is killed for want of memory ends the others too.
    expect(unit).toMatch(/^OOMPolicy=continue$/m);
  });

  test('let journald drop no line of the log, of which there is one for each call', () => {
    expect(textOf('systemd/openhouse.service')).toMatch(/^LogRateLimitIntervalSec=0$/m);
  });

  test('are verified by systemd, and expose little', { tags: 'slow' }, async () => {
    const directory = mkdtempSync(join(tmpdir(), 'openhouse-units-'));
    // systemd looks whether the program is there, which is not on this machine.
    const paths = units.map((unit) => {
      const path = join(directory, unit);
      writeFileSync(path, textOf(`systemd/${unit}`).replaceAll('/usr/bin/openhouse', process.execPath));
      return path;
    });
    const { stdout, stderr } = await run('systemd-analyze', ['verify', '--man=no', ...paths]);
    expect(stdout + stderr).toBe('');
    for (const path of paths) {
      const exposure = await run('systemd-analyze', ['security', '--offline=true', '--threshold=15', path]);
      expect(exposure.stdout).toContain('Overall exposure level');
    }
    rmSync(directory, { recursive: true });
  });
});
