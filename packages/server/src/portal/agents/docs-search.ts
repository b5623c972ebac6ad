import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ToolRefusal } from './protocol.ts';

/** Languages that the docs are written in. */
export const docLanguages = ['en', 'zh'] as const;
export type DocLanguage = (typeof docLanguages)[number];

/** Characters of one place that are answered: most sections are shorter. */
const TEXT_MAX = 2_000;

/** A section of the docs that a question leads to. */
export interface DocPlace {
  /** Below the address of the portal. */
  readonly address: string;
  readonly title: string;
  /** Empty for the beginning of a page. */
  readonly heading: string;
  readonly text: string;
}

/** What the build of the pages leaves behind for this: where the pages' own search lies. */
interface SearchFiles {
  readonly engine: string;
  readonly indexes: Readonly<Record<DocLanguage, string>>;
}

/** The pages' module, as it was built. */
interface SearchEngine {
  openIndex(stored: string): {
    find(words: string): readonly Omit<DocPlace & { readonly id: string }, 'address'>[];
  };
}

/**
 * @param pages Build output of the portal's pages; null where there is none.
 * @returns The best places first. @throws {ToolRefusal} where the pages were not built.
 */
export async function searchDocs(
  pages: string | null,
  question: string,
  language: DocLanguage,
): Promise<readonly DocPlace[]> {
  if (pages === null) throw new ToolRefusal(WITHOUT_DOCS);
  const { engine, indexes } = await searchFiles(pages);
  const { openIndex } = await load<SearchEngine>(pages, engine);
  const { index } = await load<{ readonly index: string }>(pages, indexes[language]);
  return openIndex(index)
    .find(question)
    .map(({ id, title, heading, text }) => ({ address: `/docs/${id}`, title, heading, text: text.slice(0, TEXT_MAX) }));
}

const WITHOUT_DOCS = 'This server was built without the docs. In a checkout, run npm run build.';

async function searchFiles(pages: string): Promise<SearchFiles> {
  try {
    return JSON.parse(await readFile(join(pages, '.docs-search.json'), 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new ToolRefusal(WITHOUT_DOCS);
  }
}

/** Modules are kept once they are loaded; opening an index takes milliseconds. */
const load = <Module>(pages: string, file: string): Promise<Module> => import(pathToFileURL(join(pages, file)).href);
