import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { makeAuthority } from '../../packages/server/src/testing/certificates.ts';
import { startNginx } from '../../packages/server/src/testing/nginx.ts';
import { startOidcServer } from '../../packages/server/src/testing/oidc-server.ts';
import { freePorts, inheritedEnv, root } from '../service.ts';
import { deployedNginx, providerInFront } from './in-front.ts';
import { type Caller, caller } from './send.ts';

const run = promisify(execFile);

/** How long a start may take on a busy machine, in milliseconds. */
const START_PATIENCE_MS = 120_000;

/** Runs a command of the program, wherever that is installed. */
export interface Program {
  /** @returns What it printed. Rejects when it fails. */
  command(args: readonly string[], env: Settings): Promise<string>;
  /** @param options Of `openhouse serve`. */
  serve(env: Settings, ...options: readonly string[]): ChildProcess;
}

/** Variables of the service, and nothing of this process. */
export type Settings = Readonly<Record<string, string>>;

/** An installation as the guide makes it: PostgreSQL with an owner and, if wanted, a service role, a provider, nginx with TLS. */
export interface Installation {
  readonly portal: string;
  readonly gateway: string;
  readonly operator: string;
  /** Where nginx takes plain HTTP. */
  readonly plainPort: number;
  readonly settings: Settings;
  /** File of the certificate of whoever signed those of nginx. */
  readonly authority: string;
  /** What the service has written. */
  log(): string;
  readonly send: Caller['send'];
  /** SIGTERM. @returns The exit code. */
  stopService(): Promise<number | null>;
  remove(): Promise<void>;
}

/** How an installation differs. */
export interface InstalledDifferently {
  /** Names that stand for this machine; `localhost` by default. */
  readonly hosts?: Readonly<Record<'portal' | 'gateway' | 'login', string>>;
  /** Whether the role that owns the database serves, too, and there is no other. */
  readonly hasOwnerAlone?: boolean;
  /** Of the service and its commands, beside the guide's. */
  readonly settings?: Settings;
  /** Address of everybody's picture, as the provider tells it. */
  readonly picture?: string;
  /** What people are called at the provider, by their logins. */
  readonly names?: Readonly<Record<string, string>>;
}

/** One host is one site for cookies, whatever the ports; an installation has three. */
const HERE = { portal: 'localhost', gateway: 'localhost', login: 'localhost' } as const;
/** Days for which the certificates are valid: more than those in which the service asks for new ones. */
const CERTIFICATE_DAYS = 60;

/**
 * Follows docs/guides/going-to-production.md with the files of deploy/.
 * @param postgresUrl A server's superuser, without a database.
 */
export async function install(
  postgresUrl: string,
  nginx: string,
  program: Program,
  { hosts = HERE, hasOwnerAlone = false, settings: more = {}, picture = '', names = {} }: InstalledDifferently = {},
): Promise<Installation> {
  const directory = await mkdtemp(join(tmpdir(), 'openhouse-installation-'));
  const dataDirectory = join(directory, 'data');
  await mkdir(dataDirectory, { mode: 0o700 });
  const [portalPort, gatewayPort, operatorPort, portalTls, gatewayTls, loginTls, loginPort = 0, plainPort = 0] =
    await freePorts(8);
  const addressAt = (name: string, port: number | undefined) => `https://${name}:${port}`;
  const portal = addressAt(hosts.portal, portalTls);
  const gateway = addressAt(hosts.gateway, gatewayTls);
  const login = addressAt(hosts.login, loginTls);
  const authority = makeAuthority(directory, 'authority');
  const signed = new Map(
    [...new Set(Object.values(hosts))].map((name) => [name, authority.sign(name, name, CERTIFICATE_DAYS)]),
  );
  const hostAt = (name: string, port = 0) => {
    const certificate = signed.get(name);
    if (certificate === undefined) throw new Error(`${name} has no certificate.`);
    return { ...certificate, name, port };
  };

  const name = `deploy_${Math.random().toString(36).slice(2)}`;
  const superuser = new pg.Client({ connectionString: `${postgresUrl}/postgres` });
  await superuser.connect();
  await superuser.query(`create role ${name} login password 'word'`);
  const server = hasOwnerAlone ? name : `${name}_server`;
  if (server !== name) await superuser.query(`create role ${server} login password 'word'`);
  await superuser.query(`create database ${name} owner ${name}`);
  const addressOf = (user: string) =>
    Object.assign(new URL(`${postgresUrl}/${name}`), { username: user, password: 'word' }).href;

  const provider = await startOidcServer({
    clientId: 'openhouse-portal',
    clientSecret: 'a secret of the client',
    callbackUrl: `${portal}/auth/sign-in-callback`,
    logoutUrl: `${portal}/auth/logout-notice`,
    issuer: login,
    port: loginPort,
    picture,
    names,
  });

  const inFront = await deployedNginx(
    { host: hostAt(hosts.portal, portalTls), ports: [portalPort ?? 0] },
    { host: hostAt(hosts.gateway, gatewayTls), ports: [gatewayPort ?? 0] },
    plainPort,
  );
  const servers = `${inFront}\n${providerInFront(hostAt(hosts.login, loginTls), loginPort)}`;
  const proxy = await startNginx(nginx, servers, portalTls ?? 0);

  const keys = await generateKeys(program);
  const settings: Settings = {
    ...keys,
    APP_ENV: 'production',
    PORTAL_URL: portal,
    BASE_URL: gateway,
    LOGIN_URL: login,
    ...(hosts === HERE && { SVC_AUTH_COOKIE_DOMAIN: 'host-only' }),
    DATABASE_URL: addressOf(server),
    IDENTITY_PROVIDER: 'oidc',
    OIDC_ISSUER: login,
    OIDC_CLIENT_ID: 'openhouse-portal',
    OIDC_CLIENT_SECRET: 'a secret of the client',
    TRUST_PROXY_HOPS: '1',
    LISTEN_HOST: '127.0.0.1',
    PORTAL_PORT: String(portalPort),
    GATEWAY_PORT: String(gatewayPort),
    OPERATOR_PORT: String(operatorPort),
    DATA_DIR: dataDirectory,
    NODE_EXTRA_CA_CERTS: authority.file,
    ...more,
  };
  const asOwner = {
    DATABASE_URL: addressOf(name),
    ...(server !== name && { DATABASE_SERVICE_URL: addressOf(server) }),
  };
  await program.command(['migrate'], { ...settings, ...asOwner });

  const service = program.serve(settings);
  let text = '';
  for (const stream of [service.stdout, service.stderr]) stream?.on('data', (chunk) => (text += chunk));
  const exited = new Promise<number | null>((resolve) => service.once('exit', resolve));
  await untilReady(operatorPort ?? 0, service, () => text);
  const { send, close } = caller(await readFile(authority.file));
  return {
    portal,
    gateway,
    operator: `http://127.0.0.1:${operatorPort}`,
    plainPort,
    settings,
    authority: authority.file,
    log: () => text,
    send,
    stopService: () => {
      service.kill('SIGTERM');
      return exited;
    },
    remove: async () => {
      close();
      if (service.exitCode === null) service.kill('SIGKILL');
      await exited;
      await proxy.stop();
      await provider.kill();
      await superuser.query(`drop database ${name} with (force)`);
      for (const role of new Set([name, server])) await superuser.query(`drop role ${role}`).catch(() => {});
      await superuser.end();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** @returns The keys that production asks for, by their variables. */
export async function generateKeys(program: Program): Promise<Settings> {
  const lines = (await program.command(['keys', 'generate'], {})).split('\n').filter((line) => line.includes('='));
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]));
}

/** Waits until a process answers that it can serve. @param said What it has written, for whoever waited in vain. */
export async function untilReady(operatorPort: number, service: ChildProcess, said: () => string): Promise<void> {
  const deadline = performance.now() + START_PATIENCE_MS;
  const isReady = () =>
    fetch(`http://127.0.0.1:${operatorPort}/readyz`)
      .then(({ ok }) => ok)
      .catch(() => false);
  while (!(await isReady())) {
    if (service.exitCode !== null || performance.now() > deadline)
      throw new Error(`the service did not start:\n${said()}`);
    await sleep(100);
  }
}

const bare: NodeJS.ProcessEnv = { PATH: inheritedEnv.PATH, HOME: inheritedEnv.HOME };

/** @returns The built command of a checkout. */
export function programOf(checkout: string): Program {
  const command = join(checkout, 'packages/cli/dist/bin.js');
  return {
    command: async (args, env) =>
      (await run(process.execPath, [command, ...args], { env: { ...bare, ...env } })).stdout,
    serve: (env, ...options) =>
      spawn(process.execPath, [command, 'serve', ...options], {
        env: { ...bare, ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
  };
}

/** The built command of this checkout. */
export const builtProgram: Program = programOf(root);
