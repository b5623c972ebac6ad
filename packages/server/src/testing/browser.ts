/** A browser's view of cookies and redirects, without a page: enough to go through a sign-in over real HTTP. */
export interface TestBrowser {
  /** One request; redirects are not followed. Cookies are kept and sent as a browser would. */
  go(address: string, init?: RequestInit): Promise<Response>;
  /** Follows redirects from an address until something else answers. */
  follow(address: string, init?: RequestInit): Promise<{ readonly address: string; readonly response: Response }>;
  /** Cookies by host and name. */
  cookie(address: string, name: string): string | undefined;
  /** Sets a cookie as the person's own tools could. */
  plant(address: string, name: string, value: string): void;
  /** The Cookie header for an address. */
  header(address: string): string;
  /** Every cookie that any answer has ever set, by its name: also those that were replaced or ended since. */
  readonly everSet: ReadonlyMap<string, ReadonlySet<string>>;
}

const REDIRECTS_MAX = 10;

export function testBrowser(): TestBrowser {
  /** By host name: cookies do not know ports. */
  const jars = new Map<string, Map<string, string>>();
  const everSet = new Map<string, Set<string>>();
  const jarOf = (address: string) => {
    const { hostname } = new URL(address);
    const jar = jars.get(hostname) ?? new Map<string, string>();
    jars.set(hostname, jar);
    return jar;
  };
  const header = (address: string) => [...jarOf(address)].map(([name, value]) => `${name}=${value}`).join('; ');
  const go = async (address: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    if (!headers.has('cookie')) headers.set('cookie', header(address));
    const response = await fetch(address, { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) {
      const { name, value } = keep(jarOf(address), line);
      everSet.set(name, (everSet.get(name) ?? new Set()).add(value));
    }
    return response;
  };
  return {
    go,
    follow: async (address, init) => {
      let [at, response] = [address, await go(address, init)];
      for (let hops = 0; response.headers.has('location'); hops += 1) {
        if (hops === REDIRECTS_MAX) throw new Error(`more than ${REDIRECTS_MAX} redirects from ${address}`);
        at = new URL(response.headers.get('location') ?? '', at).href;
        response = await go(at);
      }
      return { address: at, response };
    },
    cookie: (address, name) => jarOf(address).get(name),
    plant: (address, name, value) => jarOf(address).set(name, value),
    header,
    everSet,
  };
}

function keep(jar: Map<string, string>, line: string): { readonly name: string; readonly value: string } {
  const [pair = '', ...attributes] = line.split('; ');
  const equals = pair.indexOf('=');
  const [name, value] = [pair.slice(0, equals), pair.slice(equals + 1)];
  if (attributes.includes('Max-Age=0')) jar.delete(name);
  else jar.set(name, value);
  return { name, value };
}
