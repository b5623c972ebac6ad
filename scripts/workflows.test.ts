import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseDocument } from 'yaml';
import { OTHER_NODE_VERSIONS } from './test/node-versions.mjs';

/** What a public host runs and shows, held against the scripts and settings of the repository. */
const checkout = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(checkout, path), 'utf8');

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

interface Job {
  readonly uses?: string;
  readonly needs?: string;
  readonly with?: Readonly<Record<string, string>>;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly strategy?: { readonly matrix: { readonly node: readonly string[] } };
  readonly steps?: readonly Step[];
}

interface Workflow {
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

function parse(path: string): unknown {
  const document = parseDocument(read(path), { uniqueKeys: true });
  expect([...document.errors, ...document.warnings]).toEqual([]);
  return document.toJS();
}

const workflowFiles = readdirSync(join(checkout, '.github/workflows')).map((name) => `.github/workflows/${name}`);
const formFiles = readdirSync(join(checkout, '.github/ISSUE_TEMPLATE')).map((name) => `.github/ISSUE_TEMPLATE/${name}`);
const workflow = (name: string) => parse(`.github/workflows/${name}.yml`) as Workflow;
const stepsOf = ({ jobs }: Workflow) => Object.values(jobs).flatMap((job) => job.steps ?? []);

const manifest = JSON.parse(read('package.json')) as {
  readonly engines: { readonly node: string };
  readonly scripts: Readonly<Record<string, string>>;
};
/** As `engines` says it: 20.19. */
const floor = manifest.engines.node.replace('>=', '');

describe.each(workflowFiles)('%s', (file) => {
  test('may read the repository and nothing more, unless a job says so', () => {
    expect((parse(file) as Workflow).permissions).toEqual({ contents: 'read' });
  });

  test('uses actions of the host alone, each of one version, and workflows that are there', () => {
    const used = Object.values((parse(file) as Workflow).jobs).flatMap((job) => [
      job.uses,
      ...(job.steps ?? []).map((step) => step.uses),
    ]);
    const named = used.filter((name) => name !== undefined);
    expect(named).not.toEqual([]);
    expect(
      named.filter((name) =>
        name.startsWith('./') ? !existsSync(join(checkout, name)) : !/^actions\/[\w-]+@v\d+\.\d+\.\d+$/.test(name),
      ),
    ).toEqual([]);
  });

  test('runs npm scripts and programs that are there', () => {
    const commands = stepsOf(parse(file) as Workflow).map((step) => step.run ?? '');
    const scripts = commands.flatMap((command) =>
      [...command.matchAll(/\bnpm run ([\w:-]+)/g)].map(([, name]) => name),
    );
    expect(scripts.filter((name) => !(String(name) in manifest.scripts))).toEqual([]);
    const programs = commands.flatMap((command) => command.match(/(?<![\w/])(?:\.ci|scripts)\/[\w./-]+/g) ?? []);
    // One that only calls another one runs nothing itself.
    if (commands.length > 0) expect(programs).not.toEqual([]);
    expect(programs.filter((path) => !existsSync(join(checkout, path)))).toEqual([]);
  });

  test('names no address', () => {
    expect(read(file)).not.toMatch(/https?:/);
  });
});

describe('versions of Node.js', () => {
  test('the checks run on the floor and on those that npm run test:node-versions runs on', () => {
    expect(workflow('checks').jobs.test?.strategy?.matrix.node).toEqual([floor, ...OTHER_NODE_VERSIONS]);
    const { with: setUp } =
      workflow('checks').jobs.test?.steps?.find((step) => step.uses?.includes('setup-node')) ?? {};
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the host's syntax.
    expect(setUp).toEqual({ 'node-version': '${{ matrix.node }}' });
  });

  test('.node-version is one release of the floor, where everyday work happens', () => {
    expect(read('.node-version')).toMatch(new RegExp(`^${floor.replace('.', '\\.')}\\.\\d+\\n$`));
  });

  test('whoever has an older one is told which are tested', () => {
    const tested = [floor.split('.')[0], ...OTHER_NODE_VERSIONS];
    expect(read('scripts/ensure.mjs')).toContain(`(${tested.slice(0, -1).join(', ')} and ${tested.at(-1)} are tested)`);
  });
});

describe('the checks', () => {
  test('are .ci/run and nothing else, for each pull request and for main', () => {
    const { on, jobs } = workflow('checks');
    expect(Object.keys(on)).toEqual(['push', 'pull_request', 'workflow_call']);
    const runs = (jobs.test?.steps ?? []).flatMap((step) => step.run ?? []);
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the host's syntax.
    expect(runs).toEqual(['sudo env "PATH=$PATH" "CI_SUITE=${{ inputs.suite }}" .ci/run']);
  });

  test.each(['nightly', 'release'])('of %s run all tests', (name) => {
    const { uses, with: inputs } = workflow(name).jobs.checks ?? {};
    expect([uses, inputs]).toEqual(['./.github/workflows/checks.yml', { suite: 'test:slow' }]);
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the shell's syntax.
    expect(read('.ci/run')).toContain('exec npm run "${CI_SUITE:-test:ci}" -- "$@"');
  });
});

describe('the release', () => {
  const release = () => workflow('release');
  const publishJob = () => release().jobs.publish;

  test('is a tag, and waits for the checks', () => {
    expect(release().on).toEqual({ push: { tags: ['v*'] } });
    expect(publishJob()?.needs).toBe('checks');
    expect(release().jobs.checks?.uses).toBe('./.github/workflows/checks.yml');
  });

  test('publishes the tarballs that it has tested', () => {
    const runs = (publishJob()?.steps ?? []).map((step) => step.run ?? '');
    const packs = runs.indexOf('npm run pack:test');
    const directory = /^node scripts\/publish\.mjs (\S+)$/.exec(runs[packs + 1] ?? '')?.[1] ?? 'nowhere';
    expect(packs).toBeGreaterThan(0);
    expect(read('scripts/pack-test.mjs')).toContain(`'${directory}'`);
  });

  test('may prove where it ran, as the provenance needs', () => {
    expect(publishJob()?.permissions).toEqual({ contents: 'read', 'id-token': 'write' });
  });

  test('is described with the same commands', () => {
    const guide = read('docs/releasing.md');
    for (const command of ['npm run pack:test', 'npm run set-version', 'npm run reference']) {
      expect(guide).toContain(command);
    }
  });
});

describe('issues', () => {
  test.each(formFiles.filter((file) => !file.endsWith('config.yml')))('%s is a form', (file) => {
    const form = parse(file) as {
      readonly name: string;
      readonly description: string;
      readonly body: readonly {
        readonly type: string;
        readonly id?: string;
        readonly attributes: { label?: string };
      }[];
    };
    expect(form).toMatchObject({ name: expect.stringMatching(/./), description: expect.stringMatching(/./) });
    const fields = form.body.filter(({ type }) => type !== 'markdown');
    const kinds = ['textarea', 'input', 'checkboxes', 'dropdown'];
    expect(fields.filter(({ type, attributes }) => !kinds.includes(type) || !attributes.label)).toEqual([]);
    expect(new Set(fields.map(({ id }) => id ?? '')).size).toBe(fields.length);
    expect(fields.map(({ id }) => id)).not.toContain(undefined);
  });

  test('the chooser of forms parses', () => {
    expect(parse('.github/ISSUE_TEMPLATE/config.yml')).toEqual({ blank_issues_enabled: true });
  });
});

test('.editorconfig says what the formatter does', () => {
  const { formatter } = JSON.parse(read('biome.json')) as {
    readonly formatter: { readonly indentStyle: string; readonly lineWidth: number };
  };
  const everywhere = read('.editorconfig').split('\n\n')[1] ?? '';
  expect(everywhere).toContain(`indent_style = ${formatter.indentStyle}\n`);
  expect(everywhere).toContain(`max_line_length = ${formatter.lineWidth}`);
});
