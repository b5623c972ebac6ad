import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PAGES } from '../folders.ts';
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

/** @returns The best places first. @throws {ToolRefusal} where the pages were not built. */
export async function searchDocs(question: string, language: DocLanguage): Promise<readonly DocPlace[]> {
  const { engine, indexes } = await searchFiles();
  const { openIndex } = await load<SearchEngine>(engine);
  const { index } = await load<{ readonly index: string }>(indexes[language]);
  return openIndex(index)
    .find(question)
    .map(({ id, title, heading, text }) => ({ address: `/docs/${id}`, title, heading, text: text.slice(0, TEXT_MAX) }));
}

async function searchFiles(): Promise<SearchFiles> {
  try {
    return JSON.parse(await readFile(join(PAGES, '.docs-search.json'), 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new ToolRefusal('This command was built without the docs. In a checkout, run npm run build.');
  }
}

/** Modules are kept once they are loaded; opening an index is a fraction of what starting the command takes. */
const load = <Module>(file: string): Promise<Module> => import(pathToFileURL(join(PAGES, file)).href);
