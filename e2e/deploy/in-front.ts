import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Certificate } from '../../packages/server/src/testing/certificates.ts';
import { root } from '../service.ts';

/** A name that nginx answers to over TLS. */
export interface PublicHost extends Certificate {
  readonly name: string;
  /** Where it listens; several names may share a port. */
  readonly port: number;
}

/** What stands behind nginx. */
export interface Behind {
  readonly host: PublicHost;
  /** Ports of the processes, one a machine. */
  readonly ports: readonly number[];
}

/**
 * @param plainPort Where it listens in place of port 80, with the names of the file; without one nothing listens for plain HTTP.
 * @returns What deploy/nginx/openhouse.conf says, with the names, certificates and addresses of an installation on this
 *   machine; IPv6 is left out.
 */
export async function deployedNginx(portal: Behind, gateway: Behind, plainPort?: number): Promise<string> {
  const written = await readFile(join(root, 'deploy/nginx/openhouse.conf'), 'utf8');
  const [portalUpstream, gatewayUpstream] = [portal, gateway].map(upstreamOf);
  const [upstreams = '', ...servers] = written.replaceAll(/ {2}listen \[::\].*\n/g, '').split(/(?=^server \{)/m);
  const [plain, overTls] = [servers.filter(isPlain), servers.filter((server) => !isPlain(server))];
  const [ofPortal = '', ofGateway = ''] = overTls.map((server, at) => named(server, at === 0 ? portal : gateway));
  return [
    upstreams
      .replace(/ {2}server 127\.0\.0\.1:4000(.*);\n/, (_, options) => portalUpstream?.(options) ?? '')
      .replace(/ {2}server 127\.0\.0\.1:4001(.*);\n/, (_, options) => gatewayUpstream?.(options) ?? ''),
    ofPortal,
    ofGateway,
    ...(plainPort === undefined ? [] : plain.map((one) => one.replace('listen 80', `listen 127.0.0.1:${plainPort}`))),
  ].join('\n');
}

const isPlain = (server: string): boolean => server.includes('listen 80;');

/** The servers of an upstream, each with what the file says of the first one. */
const upstreamOf =
  ({ ports }: Behind) =>
  (options: string): string =>
    ports.map((port) => `  server 127.0.0.1:${port}${options};\n`).join('');

function named(server: string, { host }: Behind): string {
  return server
    .replace(/server_name .*;/, `server_name ${host.name};`)
    .replace('listen 443', `listen 127.0.0.1:${host.port}`)
    .replace(/ssl_certificate .*/, `ssl_certificate ${host.certificate};`)
    .replace(/ssl_certificate_key .*/, `ssl_certificate_key ${host.key};`);
}

/** @returns A server of nginx for an OpenID provider that knows of no TLS. */
export function providerInFront(host: PublicHost, port: number): string {
  return `server {
    listen 127.0.0.1:${host.port} ssl; server_name ${host.name};
    ssl_certificate ${host.certificate}; ssl_certificate_key ${host.key};
    location / { proxy_pass http://127.0.0.1:${port}; proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-Proto https; }
  }`;
}
