import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import {
  gatewayEndpoints,
  gatewayFailures,
  operationGroups,
  type PayloadField,
  payloadFields,
  portalFailures,
} from '@openhouse/contract';
import { describe, expect, test } from 'vitest';
import { words as referenceWords } from '../../../languages/reference-words.zh.ts';
import type { Block, WrittenPage } from '../doc-page.ts';
import { inOrder } from '../in-order.ts';
import { guideOrder } from '../reading-order.ts';
import { llmsFullText, llmsText } from './llms.ts';
import { textsOf } from './markdown-in-words.ts';
import { anchorsOn, linksOn } from './page-anchors.ts';
import { docLanguages, readDocs, SERVED_FILES } from './read-docs.ts';
import { sentencesOf } from './reference-pages.ts';

const directory = join(import.meta.dirname, '../../../../../../docs');
const docs = readDocs(directory);

/** Files of the portal that pages link to beside pages. */
const FILES = new Set(SERVED_FILES.map((file) => `/${basename(file)}`));

describe.each(docLanguages)('%s', (language) => {
  const pages = docs.pages[language];

  test('every page of the reading order is there, and every page is in it', () => {
    expect(
      inOrder(docs.contents[language])
        .map(({ slug }) => slug)
        .sort(),
    ).toEqual([...pages.keys()].sort());
  });

  test.each([...pages])('%s: every link leads to a page and an anchor that are there', (_, page) => {
    const broken = linksOn(page).filter((link) => {
      if (/^https?:/.test(link) || FILES.has(link)) return false;
      const [path = '', anchor] = link.split('#');
      const target = path === '' ? page : pages.get(path.replace('/docs/', ''));
      return target === undefined || (anchor !== undefined && !anchorsOn(target).has(anchor));
    });
    expect(broken).toEqual([]);
  });

  test.each([...pages])('%s: no two places share an anchor', (_, page) => {
    if (page.kind !== 'written') return;
    const anchors = page.blocks.flatMap((block) => (block.kind === 'heading' ? [block.id] : []));
    expect(new Set(anchors).size).toBe(anchors.length);
  });
});

describe('for readers without a browser', () => {
  const published = new Map<string, string>([
    ...[...docs.sources].map(([path, text]) => [`/docs/${path}`, text] as const),
    ['/llms.txt', llmsText(docs)] as const,
    ['/llms-full.txt', llmsFullText(docs)] as const,
  ]);

  test.each([...published])(
    '%s: every link leads to a text that is published, and to a heading of it',
    (path, text) => {
      const prose = text.replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`\n]*`/g, 'code');
      const links = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, href = '']) => href);
      const broken = links.filter((href) => {
        if (/^(https?|mailto):/.test(href) || FILES.has(href)) return false;
        const [target = '', anchor] = href.split('#');
        const found = published.get(target === '' ? path : target);
        if (found === undefined) return true;
        return anchor !== undefined && !headingsOf(found).has(anchor);
      });
      expect(broken).toEqual([]);
    },
  );
});

/** Anchors as readers of Markdown make them of headings. */
function headingsOf(text: string): Set<string> {
  const prose = text.replace(/^```[\s\S]*?^```/gm, '');
  return new Set(
    [...prose.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}

/** What a translation keeps: kinds of blocks, levels of headings, samples to the letter, sizes of tables and lists. */
const skeleton = (blocks: readonly Block[]): unknown[] =>
  blocks.map((block) => {
    switch (block.kind) {
      case 'heading':
        return [block.level, block.id];
      case 'code':
        return block.tabs;
      case 'table':
        return ['table', block.head.length, block.rows.length];
      case 'list':
        return ['list', block.ordered, block.items.length];
      default:
        return block.kind;
    }
  });

const translations = docLanguages.filter((language) => language !== 'en');

test.each(translations.flatMap((language) => guideOrder.map((name) => [language, name] as const)))(
  'in %s the guide %s says the same: headings, samples, tables',
  (language, name) => {
    const english = docs.pages.en.get(name) as WrittenPage;
    const translated = docs.pages[language].get(name) as WrittenPage;
    expect(skeleton(translated.blocks)).toEqual(skeleton(english.blocks));
    expect(translated.title).not.toBe(english.title);
  },
);

test('a link to a heading of a translated guide is written as that heading, and has the English anchor in the portal', () => {
  expect(docs.sources.get('zh/python.md')).toContain('](/docs/zh/sdk.md#大于-253-的-id)');
  const links = linksOn(docs.pages.zh.get('python') as WrittenPage);
  expect(links).toContain('/docs/sdk#ids-beyond-253');
});

test.each(docLanguages)('in %s no two guides have the same title', (language) => {
  const titles = guideOrder.map((name) => docs.pages[language].get(name)?.title);
  expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
});

test('no guide is left out of the reading order', () => {
  for (const language of docLanguages) {
    const folder = language === 'en' ? 'guides' : `guides/${language}`;
    const files = readdirSync(join(directory, folder)).filter((name) => name.endsWith('.md'));
    expect(files.map((name) => name.replace('.md', '')).sort()).toEqual([...guideOrder].sort());
  }
});

test('every failure has an anchor of its name, and every operation a page of its name', () => {
  const errors = docs.pages.en.get('reference/errors');
  const anchors = errors === undefined ? new Set() : anchorsOn(errors);
  for (const name of [...Object.keys(gatewayFailures), ...Object.keys(portalFailures)]) expect(anchors).toContain(name);
  for (const { name } of gatewayEndpoints) expect(docs.pages.en.get(`reference/${name}`)?.kind).toBe('operation');
});

test('every page is also there as Markdown, and the list for language models names each', () => {
  for (const slug of docs.pages.en.keys()) {
    expect(docs.sources.get(`${slug}.md`), slug).toMatch(/^(<!--.*-->\n\n)?# /);
    expect(llmsText(docs)).toContain(`](/docs/${slug}.md)`);
  }
  expect(llmsFullText(docs).length).toBeGreaterThan(50_000);
});

describe('the reference in Chinese', () => {
  const sentencesIn = (fields: readonly PayloadField[]): string[] =>
    fields.flatMap(({ description, fields }) => [...sentencesOf(description), ...sentencesIn(fields)]);

  test('has every sentence on a field, and none that no field has', () => {
    const said = new Set(gatewayEndpoints.flatMap(({ data }) => sentencesIn(payloadFields(data as never))));
    expect(Object.keys(referenceWords.fields).sort()).toEqual([...said].filter(Boolean).sort());
  });

  test('has every group of operations', () => {
    expect(Object.keys(referenceWords.groups).sort()).toEqual(Object.keys(operationGroups).sort());
  });

  test.each(['configuration', 'metrics'] as const)(
    'has every text of the page %s, and none that it has not',
    (name) => {
      const said = textsOf(readFileSync(join(directory, `reference/${name}.md`), 'utf8'));
      expect(Object.keys(referenceWords[name]).sort()).toEqual([...new Set(said)].sort());
    },
  );

  test('shows them', () => {
    const page = docs.pages.zh.get('reference/vr-info');
    const field = page?.kind === 'operation' ? page.fields.find(({ name }) => name === 'observers') : undefined;
    expect(field?.description).toBe('全部点位；只有模型的空间没有它。');
    expect(field?.fields.find(({ name }) => name === 'index')?.description).toContain('点位的序号');
    expect(JSON.stringify(docs.pages.zh.get('reference/configuration'))).toContain('门户监听的端口。');
  });
});
