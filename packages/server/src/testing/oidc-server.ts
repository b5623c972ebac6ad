import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { TestBrowser } from './browser.ts';
import { freePort } from './processes.ts';

/** An OpenID provider in a process of its own. */
export interface OidcServer {
  readonly issuer: string;
  /** What it reported as broken. */
  readonly errors: string[];
  /** Ends it as a crash would. */
  kill(): Promise<void>;
  isUp(): boolean;
  /** Starts it again at the same address, with new keys and no memory. */
  restart(): Promise<void>;
  /** Lets it answer nothing, with what it knows kept. @param held False lets it go on. */
  hold(held: boolean): void;
}

export interface OidcServerOptions {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly callbackUrl: string;
  readonly logoutUrl: string;
  /** Seconds its access tokens live. */
  readonly accessTokenLifetimeS?: number;
  /** As it names itself, where a proxy with TLS stands in front of it; its own address by default. */
  readonly issuer?: string;
  /** Where it listens; any free port by default. */
  readonly port?: number;
  /** Address of everybody's picture. */
  readonly picture?: string;
  /** What people are called, by their logins. */
  readonly names?: Readonly<Record<string, string>>;
}

export async function startOidcServer(options: OidcServerOptions): Promise<OidcServer> {
  const port = options.port ?? (await freePort());
  const errors: string[] = [];
  let child = await launch(port, options, errors);
  const isUp = () => child.exitCode === null && child.signalCode === null;
  const kill = async () => {
    if (!isUp()) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await gone;
  };
  return {
    issuer: options.issuer ?? `http://localhost:${port}`,
    errors,
    isUp,
    kill,
    hold: (held) => void child.kill(held ? 'SIGSTOP' : 'SIGCONT'),
    restart: async () => {
      await kill();
      child = await launch(port, options, errors);
    },
  };
}

function launch(port: number, options: OidcServerOptions, errors: string[]): Promise<ChildProcess> {
  const {
    clientId,
    clientSecret,
    callbackUrl,
    logoutUrl,
    accessTokenLifetimeS = 3600,
    issuer = '',
    picture = '',
    names = {},
  } = options;
  const program = fileURLToPath(new URL('oidc-server.main.mjs', import.meta.url));
  const child = fork(program, [String(port), clientId, clientSecret, callbackUrl, logoutUrl, issuer, picture], {
    env: { ...process.env, ACCESS_TOKEN_LIFETIME_S: String(accessTokenLifetimeS), NAMES: JSON.stringify(names) },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the OpenID provider ended with ${code}`)));
    child.on('message', (message: { readonly error?: string }) => {
      if (message.error === undefined) resolve(child);
      else errors.push(message.error);
    });
  });
}

/** Goes through the provider's own pages. @returns The address of the callback it sends the browser to. */
export async function signInAtProvider(
  browser: TestBrowser,
  address: string,
  login: string,
  callbackUrl: string,
): Promise<string> {
  let [at, answer] = [address, await browser.go(address)];
  for (let step = 0; step < 10; step += 1) {
    const location = answer.headers.get('location');
    if (location !== null) {
      at = new URL(location, at).href;
      if (at.startsWith(callbackUrl)) return at;
      answer = await browser.go(at);
      continue;
    }
    const page = await answer.text();
    const prompt = /name="prompt" value="(login|consent)"/.exec(page)?.[1];
    if (prompt === undefined)
      throw new Error(`the provider answered ${answer.status}: ${page.replaceAll(/<style.*?<\/style>|<[^>]*>/gs, '')}`);
    const form = new URLSearchParams({ prompt, login, password: 'any' });
    answer = await browser.go(at, { method: 'POST', body: form });
  }
  throw new Error('the provider went round in circles');
}
