import type { DemoFile } from '../service.ts';

/** Somebody at a browser, as far as HTTP goes: cookies, the built-in sign-in page, and the pages' own calls. */
export interface Person {
  post(path: string, body: object): Promise<{ readonly status: number; readonly data: unknown }>;
}

/** Signs in by the whole handshake. */
export async function personAt(
  { portal_url }: Pick<DemoFile, 'portal_url'>,
  email: string,
  name: string,
): Promise<Person> {
  const jar = new Map<string, string>();
  const go = async (address: string, init: RequestInit = {}): Promise<Response> => {
    const cookie = [...jar].map(([key, value]) => `${key}=${value}`).join('; ');
    const answer = await fetch(address, { ...init, redirect: 'manual', headers: { ...init.headers, cookie } });
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    }
    return answer;
  };
  const page = new URL((await go(`${portal_url}/auth/sign-in`)).headers.get('location') ?? '');
  const form = new URLSearchParams({ ...Object.fromEntries(page.searchParams), email, name });
  const chosen = await go(`${page.origin}/`, { method: 'POST', body: form });
  const signedIn = await go(chosen.headers.get('location') ?? '');
  if (signedIn.status >= 400) throw new Error(`${name} could not sign in: the portal answered ${signedIn.status}`);
  return {
    post: async (path, body) => {
      await go(`${portal_url}/api/me`);
      const headers = { 'content-type': 'application/json', 'x-csrf-token': jar.get('csrf') ?? '' };
      const answer = await go(`${portal_url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
      return { status: answer.status, data: ((await answer.json()) as { data?: unknown }).data };
    },
  };
}
