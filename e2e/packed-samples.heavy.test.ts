import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { build, type Plugin } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compileScript, parse } from 'vue/compiler-sfc';
import { findNpm } from '../scripts/ensure/npm.mjs';
import { packPackages, publishedPackages } from '../scripts/release/packages.mjs';
import { fetchNode } from '../scripts/test/fetch-node.mjs';
import { OTHER_NODE_VERSIONS } from '../scripts/test/node-versions.mjs';
import { hasChromium, PATIENCE_MS, softwareWebGl } from './browser.ts';
import { expectAsShown } from './samples/as-shown.ts';
import { callsIn } from './samples/elsewhere.ts';
import { languagesNote, runnable } from './samples/languages.ts';
import { fileOf, has, isRun, readSamples, type Sample } from './samples/read-samples.ts';
import { type Packages, runSamples } from './samples/run-samples.ts';
import { expectServesWhoMay, isServer, startServer } from './samples/serve-sample.ts';
import { describeSignedIn } from './samples/signed-in.ts';
import { freePorts, root, startService } from './service.ts';
import { useChromium, useService } from './use-demo-service.ts';

/* The samples of the guides, beside nothing but what a reader installs. The suites of the samples run them in the checkout. */

const run = promisify(execFile);
const INSTALL_MS = 900_000;

/** What the guides tell readers to install besides. */
const GUESTS = ['express', 'fastify', 'hono', 'sharp', 'vue'];

type Guide = readonly [page: string, samples: readonly Sample[]];
const guidesIn = (folder: string): Guide[] =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => [name, readSamples(readFileSync(join(root, folder, name), 'utf8'))] as const);
const guides = guidesIn('docs/guides');

/** Whether a sample takes one of the packages: it imports it, shows its element or calls the command. */
const usesPackages = ({ language, code }: Sample): boolean =>
  /@openhouse\/\w|openhouse-tour/.test(code) || (language === 'sh' && callsIn(code).length > 0);

/** The guide whose files are for a browser, but for its server. */
const FOR_PAGES = 'viewer-on-your-site.md';

/** Samples that are not run beside the tarballs, by a text in them, and why; the command's own are called with --help. */
const NOT_RUN: readonly (readonly [page: string, text: string, why: string])[] = [
  ['sdk.md', 'npm install @openhouse/sdk', 'the tarballs are what this suite installs'],
  [FOR_PAGES, 'npm install @openhouse/sdk', 'the tarballs are what this suite installs'],
  [FOR_PAGES, 'useRef<OpenhouseTour>', 'next.heavy.test.ts builds it into an app, from the same tarballs'],
];

/** Where a version's samples ran, by page: in which form, and which lines. */
const counted = new Map<string, Map<string, { esm: Set<number>; cjs: Set<number>; named: Set<number> }>>();
function count(version: string, page: string, how: 'esm' | 'cjs' | 'named', line: number): void {
  const pages = counted.get(version) ?? new Map();
  counted.set(version, pages);
  const lines = pages.get(page) ?? { esm: new Set(), cjs: new Set(), named: new Set() };
  pages.set(page, lines);
  lines[how].add(line);
}

let directory: string;
let packed: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'openhouse-packed-samples-'));
  packed = process.env.OPENHOUSE_TARBALLS ?? join(directory, 'tarballs');
  await mkdir(packed, { recursive: true });
  if (process.env.OPENHOUSE_TARBALLS === undefined) await packPackages(root, packed);
}, INSTALL_MS);
afterAll(() => rm(directory, { recursive: true, force: true }));

test('the Chinese guides have the samples of the English ones, to the letter', () => {
  const written = (folder: string) =>
    guidesIn(folder).map(([page, samples]) => [
      page,
      samples.map(({ language, marks, code }) => ({ language, marks, code })),
    ]);
  expect(written('docs/guides/zh')).toEqual(written('docs/guides'));
});

const VERSIONS = [process.versions.node, ...OTHER_NODE_VERSIONS];

describe.each(VERSIONS)(`the guides beside the tarballs, on Node.js %s${languagesNote}`, (version) => {
  let place: string;
  let env: NodeJS.ProcessEnv;

  beforeAll(async () => {
    place = join(directory, version);
    await mkdir(place);
    const node = version === process.versions.node ? process.execPath : await fetchNode(version, directory);
    if (node === undefined) throw new Error(`There is no Node.js ${version}: its package could not be installed.`);
    env = { PATH: `${dirname(node)}:${process.env.PATH}` };
    await writeFile(join(place, 'package.json'), '{ "private": true }\n');
    const own = publishedPackages(root)
      .filter(({ name }) => ['openhouse', '@openhouse/contract', '@openhouse/sdk', '@openhouse/viewer'].includes(name))
      .map(({ tarball }) => join(packed, tarball));
    const options = ['install', '--no-audit', '--no-fund', '--prefer-offline', '--engine-strict=false'];
    await run(node, [findNpm(), ...options, ...own, ...GUESTS.map((name) => `${name}@${versionOf(name)}`)], {
      cwd: place,
      env: { ...process.env, ...env },
    });
    expect((await run('node', ['--version'], { env })).stdout).toMatch(new RegExp(`^v${version}\\b`));
  }, INSTALL_MS);

  // The samples call more often than a reader would.
  const limits = { APP_LIMIT_PER_MINUTE: '10000', IP_LIMIT_PER_MINUTE: '10000' };
  const [service, other] = ['one', 'two'].map((name) =>
    useService(() =>
      startService(join(`${place}-${name}`, '.openhouse'), { ...limits, ...env }, undefined, [
        'node',
        join(place, 'node_modules/openhouse/bin/openhouse.mjs'),
      ]),
    ),
  ) as [ReturnType<typeof useService>, ReturnType<typeof useService>];

  const packagesAs = (form: Packages['form']): Packages => ({
    get modules() {
      return join(place, 'node_modules');
    },
    form,
  });

  test('the guides that are installed are these', async () => {
    for (const folder of ['docs/guides', 'docs/guides/zh'])
      for (const [page] of guides) {
        const installed = await readFile(join(place, 'node_modules/openhouse', folder, page), 'utf8');
        expect(installed === (await readFile(join(root, folder, page), 'utf8')), `${folder}/${page}`).toBe(true);
      }
  });

  const isProgram = (sample: Sample) =>
    (sample.language === 'ts' && isRun(sample)) || fileOf(sample)?.endsWith('.mjs') === true;
  // One page after the other: those on imports come last, and add to the tours that others list.
  const pages = guides
    .filter(([, samples]) => samples.some(isRun))
    .flatMap(([page, samples]) => [
      [page, 'esm', samples] as const,
      ...(samples.some(isProgram) ? [[page, 'cjs', samples] as const] : []),
    ]);
  test.each(pages)('%s, %s: every sample runs, and answers as shown', (page, form, samples) =>
    holds(page, samples, form),
  );

  async function holds(page: string, samples: readonly Sample[], form: Packages['form']): Promise<void> {
    const [port = 0] = await freePorts(1);
    const ended = await runSamples(samples.filter(runnable), service, {}, port, packagesAs(form));
    await ended.remove();
    expectAsShown(samples, ended);
    for (const sample of samples)
      if (isRun(sample) && runnable(sample) && (form === 'esm' || isProgram(sample)))
        count(version, page, form, sample.line);
  }

  const servers = guides.flatMap(([page, samples]) =>
    samples
      .filter(isServer)
      .flatMap((sample) =>
        (['esm', 'cjs'] as const).map((form) => [`${page}: ${fileOf(sample)}`, form, page, sample, samples] as const),
      ),
  );
  test.each(servers)('%s, %s, serves who may and nobody else', async (_, form, page, sample, all) => {
    const server = await startServer(sample, all, service, packagesAs(form));
    try {
      await expectServesWhoMay(server, sample, service);
    } finally {
      await server.remove();
    }
    count(version, page, form, sample.line);
    const shared = all.find((one) => fileOf(one) === 'tours.mjs');
    if (shared !== undefined) count(version, page, form, shared.line);
  });

  describe('what takes a person who has signed in', () => {
    describeSignedIn(['docs/guides'], {
      service,
      other,
      packages: packagesAs('esm'),
      uses: (page, line) => count(version, page, 'esm', line),
    });
  });

  describe.skipIf(!hasChromium)(`what a browser shows${hasChromium ? '' : ' (SKIPPED: no Chromium)'}`, () => {
    const chromium = useChromium(softwareWebGl);
    const [, samples] = guides.find(([name]) => name === FOR_PAGES) as Guide;
    const sampleOf = (file: string) => samples.find((sample) => fileOf(sample) === file) as Sample;
    const codeOf = (file: string) => sampleOf(file).code;
    const element = /<openhouse-tour .*<\/openhouse-tour>/;

    const RINGS = '.oh-mark[data-look=rings]';
    const module = (code: string) => `<script type="module">${code}</script>`;

    /** For each file that is for a page: what the server of the guide answers with, and what then shows. */
    const shows: readonly (readonly [file: string, html: () => Promise<string>, hash: string, shown: string])[] = [
      ['index.html', async () => codeOf('index.html'), '', RINGS],
      [
        'own-look.html',
        async () => codeOf('index.html').replace(element, codeOf('own-look.html')),
        '',
        '.oh-mark[data-look=dots]',
      ],
      [
        'links.js',
        async () => codeOf('index.html') + module(codeOf('links.js')),
        '#view=panorama&at=7',
        '.oh-here:text("Viewpoint 7")',
      ],
      [
        'elsewhere.js',
        async () => {
          const code = codeOf('elsewhere.js').replace('https://api.homes.example/tours', '/api/tours');
          return `${codeOf('index.html').replace(element, '')}<body>${module(code)}`;
        },
        '',
        RINGS,
      ],
      ['tour.vue', async () => `<!doctype html><div id="app"></div>${module(await vueApp())}`, '', RINGS],
    ];

    test.each(shows)('%s', { timeout: PATIENCE_MS * 2 }, async (file, html, hash, shown) => {
      const all = [sampleOf('server.mjs'), { ...sampleOf('index.html'), code: await html() }];
      const server = await startServer(sampleOf('server.mjs'), all, service, packagesAs('esm'));
      const context = await chromium.newContext({ viewport: { width: 900, height: 700 }, locale: 'en-GB' });
      try {
        const origin = `http://localhost:${server.port}`;
        await context.addCookies([{ name: 'session', value: 'ida', url: origin }]);
        const opened = await context.newPage();
        const complaints: string[] = [];
        opened.on('pageerror', (error) => complaints.push(String(error)));
        await opened.goto(`${origin}/${hash}`);
        await opened.locator(`openhouse-tour ${shown}`).first().waitFor({ state: 'attached' });
        expect(complaints).toEqual([]);
      } finally {
        await context.close();
        await server.remove();
      }
      count(version, FOR_PAGES, 'esm', sampleOf(file).line);
    });

    /** The component of the guide in an app, bundled beside the tarballs. */
    async function vueApp(): Promise<string> {
      const { descriptor } = parse(codeOf('tour.vue'), { filename: 'tour.vue' });
      const { content } = compileScript(descriptor, {
        id: 'tour',
        inlineTemplate: true,
        templateOptions: { compilerOptions: { isCustomElement: (tag) => tag === 'openhouse-tour' } },
      });
      const component: Plugin = {
        name: 'component',
        setup({ onResolve, onLoad }) {
          onResolve({ filter: /^\.\/tour\.vue$/ }, ({ path }) => ({ path, namespace: 'component' }));
          onLoad({ filter: /./, namespace: 'component' }, () => ({
            contents: content,
            loader: 'ts',
            resolveDir: place,
          }));
        },
      };
      const contents = `import { createApp } from 'vue';
        import Tour from './tour.vue';
        createApp(Tour, { code: 'demo-loft' }).mount('#app');`;
      const { outputFiles } = await build({
        stdin: { contents, resolveDir: place },
        plugins: [component],
        bundle: true,
        write: false,
        format: 'esm',
        minify: true,
        define: {
          'process.env.NODE_ENV': '"production"',
          __VUE_OPTIONS_API__: 'false',
          __VUE_PROD_DEVTOOLS__: 'false',
          __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
        },
      });
      return (outputFiles[0]?.text ?? '').replaceAll('</script', '<\\/script');
    }
  });

  test('the command knows every call and option of the samples for another machine or moment', async () => {
    const help = new Map<string, string>();
    const unknown: string[] = [];
    for (const [page, samples] of guides)
      for (const sample of samples.filter((one) => has(one, 'elsewhere'))) {
        for (const { name, options } of callsIn(sample.code)) {
          if (!help.has(name)) help.set(name, await helpOn(name));
          const text = help.get(name) ?? '';
          const missing = ['', ...options].filter((option) => !text.includes(`${option}`) || text === '');
          unknown.push(...missing.map((option) => `${page}, line ${sample.line}: ${name} ${option}`));
          count(version, page, 'named', sample.line);
        }
      }
    expect(unknown).toEqual([]);
  });

  async function helpOn(name: string): Promise<string> {
    const command = join(place, 'node_modules/.bin/openhouse');
    const { stdout } = await run(command, [...name.split(' '), '--help'], { env });
    return stdout.includes(`openhouse ${name}`) ? stdout : '';
  }
});

const manifest = (folder: string) => JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
const versionOf = (name: string): string =>
  manifest('.').devDependencies[name] ??
  manifest('packages/viewer').devDependencies[name] ??
  manifest('packages/cli').peerDependencies[name];

describe('what has not run', () => {
  test.each(VERSIONS)('on Node.js %s: is called by name, or stands in the list with a reason', (version) => {
    const pages = counted.get(version);
    const table = guides.flatMap(([page, samples]) => {
      const { esm, cjs, named } = pages?.get(page) ?? { esm: new Set(), cjs: new Set(), named: new Set() };
      const onlyNamed = [...named].filter((line) => !esm.has(line)).length;
      return samples.some(usesPackages)
        ? [`  ${page}: ${esm.size} as they are, ${cjs.size} as CommonJS too, ${onlyNamed} called by name`]
        : [];
    });
    const notRun = NOT_RUN.map(([page, , why]) => `  ${page}: one does not run: ${why}`);
    console.log(`Samples beside the tarballs, on Node.js ${version}:\n${[...table, ...notRun].join('\n')}`);
    const open = guides.flatMap(([page, samples]) =>
      samples.filter(usesPackages).flatMap((sample) => {
        const { esm, named } = pages?.get(page) ?? { esm: new Set(), named: new Set() };
        const listed = NOT_RUN.some(([where, text]) => where === page && sample.code.includes(text));
        const takesBrowser = page === FOR_PAGES && fileOf(sample) !== 'server.mjs';
        const hasRun = esm.has(sample.line) || named.has(sample.line) || (takesBrowser && !hasChromium);
        return hasRun === listed ? [`${page}, line ${sample.line}${listed ? ': runs, and is listed' : ''}`] : [];
      }),
    );
    expect(open).toEqual([]);
  });
});
