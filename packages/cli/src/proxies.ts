import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { rootCertificates } from 'node:tls';
import { UsageError } from './command.ts';
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
  if (httpProxy === '' && httpsProxy === '' && ca === undefined) return;
  const { EnvHttpProxyAgent, setGlobalDispatcher } = await import('undici');
  const tls = ca === undefined ? {} : { connect: { ca }, requestTls: { ca }, proxyTls: { ca } };
  const noProxy = env.no_proxy ?? env.NO_PROXY ?? '';
  setGlobalDispatcher(new EnvHttpProxyAgent({ httpProxy, httpsProxy, noProxy, ...tls }));
}

/** The address of a proxy, http where it has no scheme; empty without one. */
function proxyOf(env: World['env'], name: 'HTTP_PROXY' | 'HTTPS_PROXY'): string {
  const given = (env[name.toLowerCase()] ?? env[name] ?? '').trim();
  if (given === '') return '';
  const whole = given.includes('://') ? given : `http://${given}`;
  if (/^https?:\/\//i.test(whole) && URL.canParse(whole)) return whole;
  throw new UsageError(`${name} takes the address of a proxy, as in http://proxy.example:3128.`);
}

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
  throw new UsageError(`${name} takes a file of certificates in PEM; ${file} is none, or cannot be read.`);
}
