import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { Plugin, ViteDevServer } from 'vite';
import { indexOf } from '../search/search-index.ts';
import { llmsFullText, llmsText } from './llms.ts';
import { type Docs, docLanguages, readDocs, SERVED_FILES } from './read-docs.ts';
import { searchEntries } from './search-entries.ts';

const ALL = 'virtual:docs';
const PAGE = new RegExp(`^virtual:docs/(${docLanguages.join('|')})/(.+)$`);
const SEARCH = new RegExp(`^virtual:docs-search/(${docLanguages.join('|')})$`);
/** The module of the pages that asks an index. */
const SEARCH_ENGINE = join(import.meta.dirname, '../search/search-index.ts');
/** Rollup's mark of a module that is no file. */
const MADE = '\0';

/** What the plugin tells others of the same Vite (decision 0087). */
export interface DocsApi {
  /** @returns The docs for readers without a browser: text by file name. */
  readonly texts: () => ReadonlyMap<string, string>;
}

/**
 * Turns docs/ and the contract into modules that the pages load one by one (`virtual:docs`, see docs-modules.d.ts), and
 * puts the sources beside them for readers without a browser; `.docs-search.json` says where the command finds the search (decision
 * 0197). A broken page or link fails the build.
 */
export function docsPlugin(checkout: string): Plugin<DocsApi> {
  const directory = join(checkout, 'docs');
  let docs: Docs | undefined;
  const read = () => {
    docs ??= readDocs(directory);
    return docs;
  };
  const texts = () => {
    const { sources } = read();
    return new Map([
      ...[...sources].map(([path, source]) => [`docs/${path}`, source] as const),
      ...SERVED_FILES.map((file) => [posix.basename(file), readFileSync(join(directory, file), 'utf8')] as const),
      ['llms.txt', llmsText(read())],
      ['llms-full.txt', llmsFullText(read())],
    ]);
  };
  return {
    name: 'openhouse-docs',
    api: { texts },
    configureServer(server) {
      server.watcher.add(directory);
      server.watcher.on('all', (_event, path) => {
        if (!path.startsWith(directory)) return;
        docs = undefined;
        forgetMadeModules(server);
      });
    },
    resolveId: (id) => (id === ALL || PAGE.test(id) || SEARCH.test(id) ? MADE + id : undefined),
    load(made) {
      if (!made.startsWith(MADE)) return undefined;
      const id = made.slice(MADE.length);
      if (id === ALL) return allModule(read());
      const [, language, slug = ''] = PAGE.exec(id) ?? [];
      if (language !== undefined)
        return `export const page = ${JSON.stringify(read().pages[language as 'en'].get(slug))};`;
      const searched = SEARCH.exec(id)?.[1];
      if (searched === undefined) return undefined;
      const entries = [...read().pages[searched as 'en']].flatMap(([name, page]) => searchEntries(name, page));
      // A text that is parsed when it is needed costs less than a module of nested literals.
      return `export const index = ${JSON.stringify(indexOf(entries))};`;
    },
    generateBundle(_options, bundle) {
      for (const [fileName, source] of texts()) this.emitFile({ type: 'asset', fileName, source });
      const chunks = Object.values(bundle).filter((one) => one.type === 'chunk');
      const chunkOf = (module: string) => {
        const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId === module);
        if (chunk === undefined)
          throw new Error(`${module} is no chunk of its own: the command could not search the docs.`);
        return chunk.fileName;
      };
      const indexes = docLanguages.map((language) => [language, chunkOf(`${MADE}virtual:docs-search/${language}`)]);
      const source = JSON.stringify({ engine: chunkOf(SEARCH_ENGINE), indexes: Object.fromEntries(indexes) });
      // Its name begins with a dot: it lies beside the pages and is served to nobody.
      this.emitFile({ type: 'asset', fileName: '.docs-search.json', source });
    },
  };
}

/** Lets the modules that were made of the docs be made anew when the page asks for them again. */
function forgetMadeModules({ moduleGraph }: ViteDevServer): void {
  for (const [id, module] of moduleGraph.idToModuleMap) {
    if (id.startsWith(MADE)) moduleGraph.invalidateModule(module);
  }
}

function allModule({ pages, contents }: Docs): string {
  const loaders = docLanguages.map((language) => {
    const lines = [...pages[language].keys()].map(
      (slug) => `${JSON.stringify(slug)}: () => import('virtual:docs/${language}/${slug}')`,
    );
    return `${language}: {${lines.join(',')}}`;
  });
  const indexes = docLanguages.map((language) => `${language}: () => import('virtual:docs-search/${language}')`);
  return `export const contents = ${JSON.stringify(contents)};
export const pages = {${loaders.join(',')}};
export const indexes = {${indexes.join(',')}};`;
}
