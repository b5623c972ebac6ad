import { readFile } from 'node:fs/promises';
import { isIPv6 } from 'node:net';
import { resolve } from 'node:path';
import { rootCertificates } from 'node:tls';
import type { Dispatcher as UndiciDispatcher } from 'undici';
import { UsageError } from './command.ts';
import { told } from './told.ts';
import type { World } from './world.ts';

/** Certificates of authorities beside the usual ones, in PEM; Node itself reads the second where nothing else is set. */
const CA_FILES = ['OPENHOUSE_CA_FILE', 'NODE_EXTRA_CA_CERTS'] as const;

/**
 * Sends the calls of this process through the proxies of the environment, and trusts a further authority for them. Nothing
 * changes where no variable is set.
 * @param env `HTTP_PROXY`, `HTTPS_PROXY`, `NO_PROXY`, in small letters too, which win as in curl; `OPENHOUSE_CA_FILE`.
 * @throws {UsageError} when a variable is not what it takes; its value is not repeated, as it may hold a password.
 */
export async function reachThroughProxies({ env, directory }: Pick<World, 'env' | 'directory'>): Promise<void> {
  const httpProxy = proxyOf(env, 'HTTP_PROXY');
  const httpsProxy = proxyOf(env, 'HTTPS_PROXY');
  const ca = await trusted({ env, directory });
  if (httpProxy === undefined && httpsProxy === undefined && ca === undefined) return;
  const { Agent, Dispatcher, EnvHttpProxyAgent, setGlobalDispatcher } = await import('undici');
  const tls = ca === undefined ? {} : { connect: { ca }, requestTls: { ca }, proxyTls: { ca } };
  const noProxy = directHosts(env.no_proxy ?? env.NO_PROXY ?? '');
  const through = (proxy: Proxy | undefined) => {
    if (proxy === undefined) return new Agent(tls);
    const { uri, authorization } = proxy;
    const token = authorization === undefined ? {} : { token: authorization };
    // Without TLS a proxy is asked for the whole address: many open tunnels to port 443 only. With TLS it opens one all the same.
    return new EnvHttpProxyAgent({ httpProxy: uri, httpsProxy: uri, noProxy, proxyTunnel: false, ...token, ...tls });
  };
  // One agent for both would send calls with TLS through HTTP_PROXY where HTTPS_PROXY is not set.
  const [plain, secure] = [through(httpProxy), through(httpsProxy)];
  class ByScheme extends Dispatcher {
    override dispatch(options: UndiciDispatcher.DispatchOptions, handler: UndiciDispatcher.DispatchHandler): boolean {
      const agent = String(options.origin).startsWith('https:') ? secure : plain;
      return agent.dispatch({ ...options, origin: options.origin ?? '' }, handler);
    }
  }
  setGlobalDispatcher(new ByScheme());
}

interface Proxy {
  /** Without name and password. */
  readonly uri: string;
  /** What the proxy is told of who calls; undefined where the address names nobody. */
  readonly authorization: string | undefined;
}

/** A proxy, over http where its address has no scheme; undefined without one. */
function proxyOf(env: World['env'], name: 'HTTP_PROXY' | 'HTTPS_PROXY'): Proxy | undefined {
  const given = (env[name.toLowerCase()] ?? env[name] ?? '').trim();
  if (given === '') return undefined;
  const whole = given.includes('://') ? given : `http://${given}`;
  if (/^https?:\/\//i.test(whole) && URL.canParse(whole)) {
    const { protocol, host, username, password } = new URL(whole);
    const named = `${unescaped(username)}:${unescaped(password)}`;
    const authorization = named === ':' ? undefined : `Basic ${Buffer.from(named).toString('base64')}`;
    return { uri: `${protocol}//${host}`, authorization };
  }
  throw new UsageError(told`${name} takes the address of a proxy, as in http://proxy.example:3128.`);
}

/** Only what is an escape of UTF-8 is one: people write a password with a bare % too. */
const unescaped = (text: string): string =>
  text.replaceAll(/(?:%[0-9a-f]{2})+/gi, (escapes) => {
    try {
      return decodeURIComponent(escapes);
    } catch {
      return escapes;
    }
  });

/** NO_PROXY as undici compares it with the host of a URL: an address of IPv6 in brackets, in its shortest form. */
const directHosts = (list: string): string =>
  list
    .trim()
    .split(/[,\s]+/)
    .map((entry) => (isIPv6(entry) ? new URL(`http://[${entry}]`).hostname : entry))
    .join(',');

/**
 * Certificates of all authorities that calls trust, in PEM; undefined where OPENHOUSE_CA_FILE names no further one.
 * @throws {UsageError}
 */
export async function trusted({ env, directory }: Pick<World, 'env' | 'directory'>): Promise<string[] | undefined> {
  if (!env.OPENHOUSE_CA_FILE) return undefined;
  const read = CA_FILES.flatMap((name) => {
    const file = env[name];
    return file ? [readAuthorities(name, resolve(directory, file))] : [];
  });
  return [...rootCertificates, ...(await Promise.all(read))];
}

/** @throws {UsageError} */
async function readAuthorities(name: string, file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch(() => '');
  if (text.includes('-----BEGIN CERTIFICATE-----')) return text;
  throw new UsageError(told`${name} takes a file of certificates in PEM; ${file} is none, or cannot be read.`);
}
