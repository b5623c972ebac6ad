import { createMemoryHistory, type RouterHistory } from '@tanstack/react-router';
import { configure, render } from '@testing-library/react';
import { type Browser, createPortalClient } from '../api/portal-client.ts';
import { createQueries } from '../api/queries.ts';
import { noTabs, type TabNews, type Tabs } from '../api/tabs.ts';
import { startLanguages } from '../languages/start-languages.ts';
import { Portal } from '../portal.tsx';
import { createPages } from '../router.tsx';

// A page that shows nothing is told after this long; a slow machine needs most of it to load the page's code.
configure({ asyncUtilTimeout: 15_000 });

/** Answers of a portal by "METHOD /path"; a call that is not in here fails the test with its name. */
export type Answers = Readonly<Record<string, (init: RequestInit) => Response | Promise<Response>>>;

export const data = (value: unknown) => () => Response.json({ data: value });
export const failure = (status: number, code: string) => () =>
  Response.json({ error: { code, message: `Sentence of ${code}.`, request_id: 'r-1' } }, { status });

/** Other tabs, as a test speaks for them. */
export interface HeardTabs extends Tabs {
  readonly hear: (news: TabNews) => void;
}

export function heardTabs(): HeardTabs {
  const listeners = new Set<(news: TabNews) => void>();
  return {
    tell: () => {},
    listen(hear) {
      listeners.add(hear);
      return () => listeners.delete(hear);
    },
    hear(news) {
      for (const listener of listeners) listener(news);
    },
  };
}

interface Around {
  /** Sends files; a test without it sends none. */
  readonly upload?: NonNullable<Browser['upload']>;
  /** For tests that go back, or read the address. */
  readonly history?: RouterHistory;
}

/** Shows the whole portal at an address, in English. @returns The calls it made. */
export async function showPage(
  address: string,
  answers: Answers,
  tabs: Tabs = noTabs,
  { upload, history = createMemoryHistory({ initialEntries: [address] }) }: Around = {},
): Promise<readonly string[]> {
  const calls: string[] = [];
  const portal = createPortalClient({
    cookies: () => 'csrf=token',
    fetch: async (path, init) => {
      const call = `${init.method} ${path}`;
      calls.push(call);
      const answer = answers[call];
      if (answer === undefined) throw new Error(`The test has no answer for ${call}.`);
      return answer(init);
    },
    ...(upload && { upload }),
  });
  const queries = createQueries();
  const pages = createPages({ queries, portal }, history);
  const translator = await startLanguages('en');
  translator.options.parseMissingKeyHandler = (key) => {
    throw new Error(`No words are found for ${key}.`);
  };
  render(<Portal {...{ pages, queries, portal, translator, tabs }} problem={undefined} />);
  return calls;
}
