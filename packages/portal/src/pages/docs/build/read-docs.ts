import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { gatewayEndpoints } from '@openhouse/contract';
import { words as chineseContract } from '../../../languages/contract-words.zh.ts';
import { type Language, languages, type Translation } from '../../../languages/messages.ts';
import { words as chineseReference } from '../../../languages/reference-words.zh.ts';
import type { DocContents, DocPage, PageEntry, WrittenPage } from '../doc-page.ts';
import { guideOrder, referenceOrder } from '../reading-order.ts';
import type { ResolveLink } from './inline.ts';
import { markdownInWords } from './markdown-in-words.ts';
import { publishedMarkdown } from './published-markdown.ts';
import { anchorsOf, readMarkdown } from './read-markdown.ts';
import { type DocWords, errorsPage, operationGroups, operationPage, operationsPage } from './reference-pages.ts';

/** The contract's words by language; it is written in English. */
const docWords: { readonly [Key in Translation]: DocWords } = { zh: { ...chineseContract, ...chineseReference } };

/** Everything below /docs. */
export interface Docs {
  /** Pages by slug, in reading order. */
  readonly pages: { readonly [Key in Language]: ReadonlyMap<string, DocPage> };
  readonly contents: { readonly [Key in Language]: DocContents };
  /** The sources as Markdown, by their path below /docs: `tokens.md`, `zh/tokens.md`. */
  readonly sources: ReadonlyMap<string, string>;
}

/** @param directory The checkout's docs/. */
export function readDocs(directory: string): Docs {
  const sources = new Map<string, string>();
  const source = (file: string, slug: string) => {
    const text = readFileSync(join(directory, file), 'utf8');
    sources.set(`${slug}.md`, publishedMarkdown(text, posix.dirname(file), markdownAddressOf));
    return text;
  };
  const english = new Map<string, DocPage>(
    guideOrder.map((name) => {
      const file = `guides/${name}.md`;
      return [name, readMarkdown(source(file, name), linksFrom(file))];
    }),
  );
  const translated = (language: Translation) => {
    const texts = guideOrder.map((name) => {
      const file = `guides/${language}/${name}.md`;
      const anchors = anchorsOf(english.get(name) as WrittenPage);
      return { name, file, anchors, text: source(file, `${language}/${name}`) };
    });
    const anchors = new Map(texts.map((guide) => [guide.file, anchorsOfTranslation(guide.text, guide.anchors)]));
    const guides = texts.map((guide): [string, DocPage] => {
      const resolve = linksFrom(guide.file, (file, anchor) => anchors.get(file)?.get(anchor) ?? anchor);
      return [guide.name, readMarkdown(guide.text, resolve, guide.anchors)];
    });
    return new Map([...guides, ...referencePages(source, docWords[language])]);
  };
  const pages = { en: new Map([...english, ...referencePages(source)]), zh: translated('zh') };
  const contents = { en: contentsOf(pages.en), zh: contentsOf(pages.zh) };
  return { pages, contents, sources };
}

/**
 * The anchors that a translated file has in a checkout, made of its own headings, and those that its page has in the
 * portal: of the English page, so that an address leads to the same place in every language.
 */
function anchorsOfTranslation(text: string, ofEnglish: readonly string[]): ReadonlyMap<string, string> {
  const own = anchorsOf(readMarkdown(text, (href) => href));
  return new Map(own.map((anchor, index) => [anchor, ofEnglish[index] ?? anchor]));
}

/**
 * The reference: its sources are English, the page of the command line too, as the command is; the rest is in the reader's
 * language.
 */
function referencePages(source: (file: string, slug: string) => string, words?: DocWords): Map<string, DocPage> {
  const written = (
    name: 'configuration' | 'cli' | 'metrics',
    texts?: Readonly<Record<string, string>>,
  ): WrittenPage => {
    const markdown = source(`reference/${name}.md`, `reference/${name}`);
    const links = linksFrom(`reference/${name}.md`);
    const english = readMarkdown(markdown, links);
    // An address leads to the same place in every language.
    const page =
      texts === undefined ? english : readMarkdown(markdownInWords(markdown, texts), links, anchorsOf(english));
    return { ...page, title: words?.pages[name] ?? page.title };
  };
  source('reference/operations.md', 'reference/operations');
  source('reference/errors.md', 'reference/errors');
  const operations = gatewayEndpoints.map((endpoint): [string, DocPage] => {
    source(`reference/operations/${endpoint.name}.md`, `reference/${endpoint.name}`);
    return [`reference/${endpoint.name}`, operationPage(endpoint, words)];
  });
  return new Map<string, DocPage>([
    ['reference/operations', operationsPage(words)],
    ['reference/errors', errorsPage(words)],
    ['reference/configuration', written('configuration', words?.configuration)],
    ['reference/cli', written('cli')],
    ['reference/metrics', written('metrics', words?.metrics)],
    ...operations,
  ]);
}

function contentsOf(pages: ReadonlyMap<string, DocPage>): DocContents {
  const entry = (slug: string): PageEntry => ({ slug, title: pages.get(slug)?.title ?? slug });
  return {
    guides: guideOrder.map(entry),
    reference: referenceOrder.map(entry),
    operations: operationGroups.map(({ name, endpoints }) => ({
      name,
      pages: endpoints.map((endpoint) => entry(`reference/${endpoint.name}`)),
    })),
  };
}

/**
 * Where links of a file lead in the portal. A link to a file is written so that it works in the repository too.
 * @param from The file, below docs/.
 * @param anchorIn What the portal calls the anchor of a file.
 */
function linksFrom(from: string, anchorIn = (_file: string, anchor: string) => anchor): ResolveLink {
  return (href) => {
    if (/^(https?:|\/)/.test(href)) return href;
    const [path = '', anchor] = href.split('#');
    const file = path === '' ? from : posix.join(posix.dirname(from), path);
    const address = path === '' ? '' : addressOf(file);
    if (address === undefined) throw new Error(`docs/${from}: the portal has no page for the link to ${href}.`);
    return anchor === undefined ? address : `${address}#${anchorIn(file, anchor)}`;
  };
}

/** Files for programs that send calls, which the portal serves at its root. */
export const PROGRAM_FILES = [
  'reference/openapi.json',
  'reference/openhouse.postman_collection.json',
  'reference/openhouse.http',
];

/** These, and those for programs that watch the service. */
export const SERVED_FILES = [...PROGRAM_FILES, 'monitoring/alerts.yml', 'monitoring/grafana.json'];

/** The address of a file of docs/ in the portal. */
function addressOf(file: string): string | undefined {
  const guide = /^guides\/(?:\w+\/)?([\w-]+)\.md$/.exec(file)?.[1];
  if (guide !== undefined) return `/docs/${guide}`;
  const operation = /^reference\/operations\/([\w-]+)\.md$/.exec(file)?.[1];
  if (operation !== undefined) return `/docs/reference/${operation}`;
  const reference = /^reference\/([\w-]+)\.md$/.exec(file)?.[1];
  if (reference !== undefined) return `/docs/reference/${reference}`;
  return SERVED_FILES.includes(file) ? `/${posix.basename(file)}` : undefined;
}

/** The same for its Markdown: that of a translated guide lies in the folder of its language. */
function markdownAddressOf(file: string): string | undefined {
  const [, language, name] = /^guides\/(\w+)\/([\w-]+)\.md$/.exec(file) ?? [];
  return language === undefined ? addressOf(file) : `/docs/${language}/${name}`;
}

/** Languages the docs are read in. */
export const docLanguages = Object.keys(languages) as readonly Language[];
