import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const packages = join(import.meta.dirname, '../packages');

/** A source file of a package; tests and what only they use may say a thing twice. */
interface Source {
  /** From `packages/`. */
  readonly path: string;
  readonly text: string;
}

const sources: readonly Source[] = ['contract', 'server', 'cli', 'portal', 'sdk', 'viewer'].flatMap((name) =>
  readdirSync(join(packages, name, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/(^|\/)testing\/|\.test\.tsx?$/.test(file))
    .map((file) => `${name}/src/${file}`)
    .map((path) => ({ path, text: readFileSync(join(packages, path), 'utf8') })),
);

/** Adapters of the asset store, by the names of their files: `local|s3`. */
const assetStores = sources
  .flatMap(({ path }) => /^server\/src\/kernel\/assets\/(\w+)-asset-store\.ts$/.exec(path)?.[1] ?? [])
  .join('|');

/** What has one place: where it may be, and what gives it away elsewhere. */
interface Rule {
  readonly only: RegExp;
  readonly signs: readonly RegExp[];
  /** Sources that the rule is about; all without it. */
  readonly among?: RegExp;
}

const limits = sources.find(({ path }) => path === 'contract/src/portal/limits.ts')?.text ?? '';
const limitNames = [...limits.matchAll(/^export const (\w+)/gm)].map(([, name = '']) => name);
const days = [...new Set([...limits.matchAll(/^export const \w+_DAYS = (\d+);/gm)].map(([, value]) => value))].join(
  '|',
);

const RULES: Readonly<Record<string, Rule>> = {
  'SQL stands in store files, and in the database itself': {
    among: /^server\//,
    only: /\/([\w-]+-)?store\.ts$|^server\/src\/kernel\/database\//,
    signs: [
      /\.query\s*[<(]/,
      /\batCommit\(/,
      /['"`]\s*(select\s[^'"`]*\sfrom|insert into|update\s\w+\s(\w+\s)?set|delete from|with\s\w+\sas)\s/,
    ],
  },
  'the asset store is opened in one place': {
    only: /^server\/src\/process\/open-asset-store\.ts$|^server\/src\/kernel\/assets\//,
    signs: [new RegExp(`\\b(${assetStores})AssetStore\\b`)],
  },
  'what a caller proves is compared in constant time': {
    among: /^server\/src\/(apps|gateway|portal)\//,
    only: /^$/,
    signs: [
      /\b\w*(mac|verifier|signature)\w*(\([^;\n]*\))?[^;\n(]*\)?\.equals\(/i,
      /\.(equals|compare)\([^;\n]*(mac|verifier|signature)/i,
      /\b\w*(mac|verifier|signature)(\([^;\n]*\))?(\.toString\([^;\n]*\))? [!=]==? (?!undefined\b|null\b|'')/i,
    ],
  },
  'what lies in a data directory is named in one place': {
    only: /^contract\/src\/data-directory\.ts$/,
    signs: [/'(\.openhouse|keys\.json|demo\.json|uploads)'/, /DATA_DIR, '/],
  },
  'whom and what a command names is found in one place': {
    among: /^cli\//,
    only: /^cli\/src\/named\.ts$/,
    signs: [
      /\b(peopleNamed|teamsNamed)\b/,
      /\.(code|userCode|appKey|email|name)( ===|\.toLowerCase\(\) ===) \w*named\b/i,
    ],
  },
  'pages tell the time by the portal’s clock': {
    among: /^portal\/src\/(pages|ui|shell)\//,
    // Distances between two readings of this machine's clock, which are right on any.
    only: /\/(choice|use-revealed-secret)\.tsx?$|\.test\.tsx?$/,
    signs: [/\bDate\.now\(\)/],
  },
  'what a browser keeps is read and written in one place, which bears that it is switched off': {
    among: /^portal\/src\//,
    only: /^portal\/src\/api\/kept\.ts$|\.test\.tsx?$/,
    signs: [/\b(local|session)Storage\b(?!Color)/],
  },
  'texts are put on the clipboard in one place, which says when the browser refuses': {
    among: /^portal\/src\//,
    only: /^portal\/src\/ui\/use-copying\.ts$|\.test\.tsx?$/,
    signs: [/navigator\.clipboard/],
  },
  'a limit that pages state is declared in one place': {
    only: /^contract\/src\/portal\/limits\.ts$/,
    signs: [
      new RegExp(`\\bconst (${limitNames.join('|')})\\b`),
      // Not in a sentence either, as in: for 30 days. A line with '30d' is about a range that one chooses.
      new RegExp(`^(?!\\s*(//|\\*|/\\*)|.*'\\d+d'?:).*\\b(${days})(-day| days\\b| 天)`, 'm'),
    ],
  },
};

function faults(rule: Rule, files: readonly Source[]): string[] {
  return files
    .filter(({ path }) => !rule.only.test(path) && (rule.among?.test(path) ?? true))
    .flatMap(({ path, text }) =>
      rule.signs.map((sign) => sign.exec(text)?.[0].trim()).flatMap((found) => (found ? [`${path}: ${found}`] : [])),
    );
}

test.each(Object.entries(RULES))('%s', (_, rule) => {
  expect(faults(rule, sources)).toEqual([]);
});

describe('each rule is seen to fail', () => {
  test.each([
    [0, 'server/src/apps/change.ts', "const { rows } = await pool.query<Row>('select 1');"],
    [0, 'server/src/apps/change.ts', 'export const text = `\n  delete from app where id = $1`;'],
    [0, 'server/src/apps/change.ts', "atCommit(transaction, { text: '', values: [] });"],
    [1, 'server/src/portal/covers.ts', "const assets = localAssetStore('/srv/assets');"],
    [1, 'cli/src/store.ts', "import { localAssetStore } from '@openhouse/server';"],
    [2, 'server/src/gateway/tokens/rules.ts', 'const equal = (secret?.verifier ?? NO_VERIFIER).equals(given);'],
    [2, 'server/src/gateway/files/link.ts', 'if (!macOf(address, at, key).equals(given)) return;'],
    [
      2,
      'server/src/portal/csrf/rules.ts',
      'return ring.some(({ key }) => given.equals(csrfMac(key, random, session)));',
    ],
    [2, 'server/src/portal/webhooks/rules.ts', "if (mac.toString('hex') === given) return;"],
    [2, 'server/src/apps/access-token.ts', 'if (given !== mac.toString() || signature == sent) return;'],
    [3, 'cli/src/init.ts', "const file = join(directory, 'demo.json');"],
    [3, 'server/src/process/surfaces.ts', "join(config.DATA_DIR, 'assets')"],
    [4, 'cli/src/commands/import.ts', 'await server.teamsNamed(database, named, 2)'],
    [4, 'cli/src/commands/teams/people.ts', 'members.find(({ email }) => member.email.toLowerCase() === named)'],
    [5, 'portal/src/ui/moment.tsx', 'relativeTime(Date.parse(iso), Date.now())'],
    [6, 'portal/src/shell/signing-in.ts', "sessionStorage.getItem('left')"],
    [7, 'portal/src/ui/copy-button.tsx', 'void navigator.clipboard.writeText(value)'],
    [8, 'portal/src/pages/reveal.tsx', 'const SECRET_VISIBLE_S = 30;'],
    [8, 'cli/src/commands/login.ts', "  'The machine then acts as you for 30 days, ' +"],
    [8, 'portal/src/languages/zh.ts', "    inviteText: '在 7 天内',"],
  ])('rule %i, in %s', (rule, path, text) => {
    const judged = Object.values(RULES)[rule];
    expect(judged && faults(judged, [{ path, text }])).toHaveLength(1);
  });
});
