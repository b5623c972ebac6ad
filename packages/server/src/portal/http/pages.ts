import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import {
  BASE_URL_PLACEHOLDER,
  EMBED_PAGE_FILE,
  NONCE_PLACEHOLDER,
  type PageProblem,
  PORTAL_URL_PLACEHOLDER,
  PROBLEM_FACTS_PLACEHOLDER,
  PROBLEM_PLACEHOLDER,
  PROBLEM_TEXT_PLACEHOLDER,
  type ProblemFacts,
  pagePaths,
} from '@openhouse/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { escapeHtml } from '../../kernel/http/escape-html.ts';
import { pagePolicy } from './headers.ts';
import { fillAddresses, type PublicAddresses } from './page-addresses.ts';

const compress = promisify(gzip);

/** Folder of files whose name changes with their content. */
const HASHED = '/assets/';
/** Files of the typeface. Pages without a script (plain-pages/) know no hash of the build, and name them without. */
const TYPEFACE = /^\/assets\/(geist-latin(?:-ext)?)-wght-normal-[^/]+\.woff2$/;
const IMMUTABLE = 'public, max-age=31536000, immutable';
const INDEX = '/index.html';
const PAGE_ROUTE = { exposeHeadRoute: true, config: { uncounted: true } } as const;

const mediaTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.http': 'text/plain; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.yml': 'text/yaml; charset=utf-8',
};
const COMPRESSIBLE = /^(text\/|application\/(json|manifest)|image\/svg)/;

/** A built file, held in memory: no request ever names a path on the disk. */
interface PageFile {
  readonly bytes: Buffer;
  readonly mediaType: string;
  /** Compressed on first use. */
  gzipped?: Promise<Buffer>;
}

/** Reads a built set of pages. Hidden files and folders (manifests of the build) are left out. */
function readPages(directory: string, addresses: PublicAddresses): Map<string, PageFile> {
  if (!existsSync(directory)) return new Map();
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const files = entries.flatMap((entry): [string, PageFile][] => {
    const path = `/${relative(directory, join(entry.parentPath, entry.name)).split(sep).join('/')}`;
    const mediaType = mediaTypes[extname(entry.name)];
    if (mediaType === undefined || path.includes('/.')) return [];
    const bytes = readFileSync(join(entry.parentPath, entry.name));
    // Hashed files are the same everywhere; texts for readers without a browser name this installation.
    return [[path, { bytes: path.startsWith(HASHED) ? bytes : fillAddresses(bytes, mediaType, addresses), mediaType }]];
  });
  return new Map(files);
}

/** A problem that a page shows instead of its own view. */
export interface ShownProblem {
  readonly problem: PageProblem;
  /** What is wrong and what to do, for browsers without scripts. */
  readonly text: string;
  readonly facts: ProblemFacts;
}

/** Sends the page at any of its addresses; with a problem it shows that instead. */
export type SendPage = (reply: FastifyReply, problem?: ShownProblem) => FastifyReply;

/**
 * Serves the built pages: `index.html` at the contract's page paths, every other file at its own.
 * @param directory Build output of the pages; the service starts without pages when it has no index.html.
 * @param addresses Of this installation, for the examples on the pages.
 * @returns What sends the page, or undefined when there is none.
 */
export function servePages(app: FastifyInstance, directory: string, addresses: PublicAddresses): SendPage | undefined {
  const files = readPages(directory, addresses);
  const index = files.get(INDEX)?.bytes.toString();
  files.delete(INDEX);
  // Filled in for each tour, at addresses of its own (embeds/public-routes.ts).
  files.delete(`/${EMBED_PAGE_FILE}`);
  if (index === undefined) return undefined;
  const sendPage: SendPage = (reply, problem) => sendIndex(reply, index, problem, addresses);
  for (const path of pagePaths) {
    const urls = path.endsWith('/*') ? [path.slice(0, -2), path] : [path];
    for (const url of urls) {
      app.get(url, PAGE_ROUTE, async (request, reply) => {
        // The page says so itself; a program, or a search engine, reads the status.
        if (path === DOCS && !isDoc(files, request.url)) reply.code(404);
        return sendPage(reply);
      });
    }
  }
  for (const [path, file] of files) {
    app.get(path, PAGE_ROUTE, (request, reply) => sendFile(request, reply, path, file));
    const [, typeface] = TYPEFACE.exec(path) ?? [];
    if (typeface === undefined) continue;
    const plain = `/${typeface}.woff2`;
    app.get(plain, PAGE_ROUTE, (request, reply) => sendFile(request, reply, plain, file));
  }
  return sendPage;
}

/** The docs; each page of them is also there as Markdown. */
const DOCS: (typeof pagePaths)[number] = '/docs/*';

/** Whether there is such a page of the docs: `/docs` is the first of them. */
function isDoc(files: ReadonlyMap<string, PageFile>, url: string): boolean {
  const path = url.replace(/[?#].*$/, '').replace(/\/+$/, '');
  // Translations are the same page, whose language the reader chose.
  return path === '/docs' || (/^\/docs\/(reference\/)?[\w-]+$/.test(path) && files.has(`${path}.md`));
}

function sendIndex(
  reply: FastifyReply,
  index: string,
  shown: ShownProblem | undefined,
  { baseUrl, portalUrl }: PublicAddresses,
): FastifyReply {
  const nonce = randomBytes(16).toString('base64url');
  const html = index
    .replaceAll(NONCE_PLACEHOLDER, nonce)
    .replaceAll(PROBLEM_PLACEHOLDER, shown?.problem ?? '')
    // Functions: a replacement string would interpret `$` in foreign text.
    .replaceAll(PROBLEM_FACTS_PLACEHOLDER, () => (shown === undefined ? '' : escapeHtml(JSON.stringify(shown.facts))))
    .replaceAll(PROBLEM_TEXT_PLACEHOLDER, () => escapeHtml(shown?.text ?? ''))
    .replaceAll(BASE_URL_PLACEHOLDER, () => escapeHtml(baseUrl))
    .replaceAll(PORTAL_URL_PLACEHOLDER, () => escapeHtml(portalUrl));
  return reply.type('text/html; charset=utf-8').header('content-security-policy', pagePolicy(nonce)).send(html);
}

async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  path: string,
  file: PageFile,
): Promise<FastifyReply> {
  reply
    .type(file.mediaType)
    .header('cache-control', path.startsWith(HASHED) ? IMMUTABLE : 'no-cache')
    .header('vary', 'Accept-Encoding');
  const acceptsGzip = /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(request.headers['accept-encoding'] ?? '');
  if (!acceptsGzip || !COMPRESSIBLE.test(file.mediaType)) return reply.send(file.bytes);
  file.gzipped ??= compress(file.bytes);
  return reply.header('content-encoding', 'gzip').send(await file.gzipped);
}
