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
    guideOrder.map((name) => [name, readMarkdown(source(`guides/${name}.md`, name), linksFrom('guides'))]),
  );
  const translated = (language: Translation) => {
    const folder = `guides/${language}`;
    const guides = guideOrder.map((name): [string, DocPage] => {
      const anchors = anchorsOf(english.get(name) as WrittenPage);
      return [name, readMarkdown(source(`${folder}/${name}.md`, `${language}/${name}`), linksFrom(folder), anchors)];
    });
    return new Map([...guides, ...referencePages(source, docWords[language])]);
  };
  const pages = { en: new Map([...english, ...referencePages(source)]), zh: translated('zh') };
  const contents = { en: contentsOf(pages.en), zh: contentsOf(pages.zh) };
  return { pages, contents, sources };
}

/** The reference: its sources are English, the page of the command line too, as the command is; the rest is in the reader's language. */
function referencePages(source: (file: string, slug: string) => string, words?: DocWords): Map<string, DocPage> {
  const written = (name: 'configuration' | 'cli', texts?: Readonly<Record<string, string>>): WrittenPage => {
    const markdown = source(`reference/${name}.md`, `reference/${name}`);
    const text = texts === undefined ? markdown : markdownInWords(markdown, texts);
    const page = readMarkdown(text, linksFrom('reference'));
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
 * @param folder Of the file, below docs/.
 */
function linksFrom(folder: string): ResolveLink {
  return (href) => {
    if (/^(https?:|#|\/)/.test(href)) return href;
    const [path = '', anchor] = href.split('#');
    const file = posix.join(folder, path);
    const address = addressOf(file);
    if (address === undefined) throw new Error(`docs/${folder}: the portal has no page for the link to ${href}.`);
    return anchor === undefined ? address : `${address}#${anchor}`;
  };
}

/** Files for programs, which the portal serves at its root. */
export const PROGRAM_FILES = [
  'reference/openapi.json',
  'reference/openhouse.postman_collection.json',
  'reference/openhouse.http',
];

/** The address of a file of docs/ in the portal. */
function addressOf(file: string): string | undefined {
  const guide = /^guides\/(?:\w+\/)?([\w-]+)\.md$/.exec(file)?.[1];
  if (guide !== undefined) return `/docs/${guide}`;
  const operation = /^reference\/operations\/([\w-]+)\.md$/.exec(file)?.[1];
  if (operation !== undefined) return `/docs/reference/${operation}`;
  const reference = /^reference\/([\w-]+)\.md$/.exec(file)?.[1];
  if (reference !== undefined) return `/docs/reference/${reference}`;
  return PROGRAM_FILES.includes(file) ? `/${posix.basename(file)}` : undefined;
}

/** The same for its Markdown: that of a translated guide lies in the folder of its language. */
function markdownAddressOf(file: string): string | undefined {
  const [, language, name] = /^guides\/(\w+)\/([\w-]+)\.md$/.exec(file) ?? [];
  return language === undefined ? addressOf(file) : `/docs/${language}/${name}`;
}

/** Languages the docs are read in. */
export const docLanguages = Object.keys(languages) as readonly Language[];
