import { dashboardEndpoints, IDEMPOTENCY_HEADER, portalEndpoints } from '@openhouse/contract';
import { createMemoryHistory, type RouterHistory } from '@tanstack/react-router';
import { configure, fireEvent, render, within } from '@testing-library/react';
import type { DataOfCall, PortalCallName } from '../api/portal-calls.ts';
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

/** @returns What the contract shows that a call answers with. */
export function exampleOf<Name extends PortalCallName>(name: Name): DataOfCall<Name> {
  const endpoint = [...portalEndpoints, ...dashboardEndpoints].find((one) => one.name === name);
  if (endpoint === undefined) throw new Error(`The contract has no example of ${name}.`);
  return endpoint.example.data as DataOfCall<Name>;
}

/** Answers of somebody who owns a Team. */
export const asOwner: Answers = {
  'GET /api/me': data({
    isAuthenticated: true,
    userCode: 'ohu_1',
    email: 'mara@loft.example',
    name: 'Mara',
    avatarUrl: '',
    currentSource: 'SSO_DEVELOPER_APP',
    teams: [{ id: 'demo', name: 'Loft', role: 'owner', isActive: true }],
  }),
};

/** Takes one of a few choices. */
export async function choose(inside: HTMLElement, label: string | RegExp, name: string | RegExp): Promise<void> {
  fireEvent.click(within(inside).getByLabelText(label));
  fireEvent.click(await within(document.body).findByRole('option', { name, hidden: true }));
}

/** A call as an action sent it: the same one again has the same key and the same body. */
export interface SentAction {
  readonly key: string | null;
  readonly body: unknown;
}

/** @returns An answer that is lost until the given try, and what each try sent. */
export function lostUntil(nth: number, answer: () => Response) {
  const sent: SentAction[] = [];
  const answered = ({ headers, body }: RequestInit) => {
    sent.push({ key: new Headers(headers).get(IDEMPOTENCY_HEADER), body: JSON.parse(String(body)) });
    if (sent.length < nth) throw new TypeError('The connection was lost.');
    return answer();
  };
  return { sent, answer: answered };
}

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

/** A browser whose portal answers so. @param calls Filled with what it is asked. */
export function answering(answers: Answers, calls: string[] = []): Browser {
  return {
    cookies: () => 'csrf=token',
    fetch: async (path, init) => {
      const call = `${init.method} ${path}`;
      calls.push(call);
      const answer = answers[call];
      if (answer === undefined) throw new Error(`The test has no answer for ${call}.`);
      return answer(init);
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
  const portal = createPortalClient({ ...answering(answers, calls), ...(upload && { upload }) });
  const queries = createQueries();
  const pages = createPages({ queries, portal }, history);
  const translator = await startLanguages('en');
  translator.options.parseMissingKeyHandler = (key) => {
    throw new Error(`No words are found for ${key}.`);
  };
  render(<Portal {...{ pages, queries, portal, translator, tabs }} problem={undefined} />);
  return calls;
}
