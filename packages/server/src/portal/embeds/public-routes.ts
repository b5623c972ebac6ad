import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import {
  EMBED_FILES_PER_MINUTE,
  EMBED_PAGE_FILE,
  EMBED_READS_PER_MINUTE,
  embedPaths,
  embedPlaceholders,
} from '@openhouse/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import type { AssetStore } from '../../kernel/assets/asset-store.ts';
import { gzipJudge } from '../../kernel/http/accept-encoding.ts';
import { hasVersion } from '../../kernel/http/conditional.ts';
import { escapeHtml } from '../../kernel/http/escape-html.ts';
import { pathsMeant } from '../../tours/files/store.ts';
import { isExplorerOperation, isFileAddress, isShownFile } from '../explorer/rules.ts';
import type { GatewayClient } from '../gateway-client/gateway-client.ts';
import { type AddressLimit, takeOfAddress } from '../http/address-limit.ts';
import { embedPolicy } from '../http/headers.ts';
import { PortalError } from '../http/portal-error.ts';
import {
  languageOf,
  type PlainLanguage,
  plainLanguages,
  plainPage,
  plainPageHeaders,
} from '../plain-pages/plain-page.ts';
import { embedReads, isEmbedId, type PublicTour, withPublicFiles } from './rules.ts';
import { type PublicFile, publicFile, publicTour } from './store.ts';
import { embedWords } from './words.ts';

const compress = promisify(gzip);

export interface PublicEmbedDeps {
  readonly pool: Pool;
  readonly gateway: GatewayClient;
  readonly assets: AssetStore;
  /** Public address of the portal, without a trailing slash. */
  readonly portalUrl: string;
  /** Build output of the pages. */
  readonly pagesDirectory: string;
  /** Absent for no limit. */
  readonly addressLimit?: AddressLimit;
}

interface ById {
  readonly Params: { readonly id: string };
  readonly Querystring: { readonly lang?: unknown };
}

/**
 * Public tours, for anybody and for pages of others: no session is read, no cookie is set, and the id in the address is all the
 * right there is (decision 0212). An id that never was, one that is off, and one of a Team that is suspended or is to be
 * deleted answer the same.
 */
export function publicEmbedRoutes(app: FastifyInstance, deps: PublicEmbedDeps): void {
  const { pool, gateway, assets, portalUrl } = deps;
  const file = join(deps.pagesDirectory, EMBED_PAGE_FILE);
  if (!existsSync(file)) return;
  const template = readFileSync(file, 'utf8');
  const acceptsGzip = gzipJudge();
  const addressOf = (id: string) => `${portalUrl}${embedPaths.page.replace('{id}', id)}`;
  const found = async (id: string): Promise<PublicTour> => {
    const tour = isEmbedId(id) ? await publicTour(pool, id) : undefined;
    if (tour === undefined) throw new PortalError('NOT_FOUND');
    return tour;
  };
  // Counted by itself, and before anything is looked up: the portal's own limit is for people who work in it.
  const counted = (what: 'reads' | 'files', perMinute: number) => ({
    exposeHeadRoute: true,
    config: { uncounted: true, anyTeam: true },
    onRequest: async (request: FastifyRequest) => {
      if (deps.addressLimit !== undefined) await takeOfAddress(deps.addressLimit, `embed-${what}`, perMinute, request);
    },
  });
  const read = counted('reads', EMBED_READS_PER_MINUTE);
  const files = counted('files', EMBED_FILES_PER_MINUTE);

  app.get<ById>(pattern(embedPaths.page), read, async (request, reply) => {
    const { id } = request.params;
    const language = languageIn(request.query.lang) ?? languageOf(request.headers['accept-language']);
    const tour = isEmbedId(id) ? await publicTour(pool, id) : undefined;
    reply.header('vary', 'Accept-Language');
    if (tour === undefined) return nothing(reply, language);
    return reply
      .removeHeader('x-frame-options')
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': embedPolicy(tour.hosts),
        // A page with COEP frames only pages that have one themselves, and that others may load. Not require-corp: pictures of other
        // hosts say nothing of who may load them. They load without cookies, which no tour needs.
        'cross-origin-embedder-policy': 'credentialless',
        'cross-origin-resource-policy': 'cross-origin',
        // The address is the right to see the tour: hosts of foreign pictures are not told.
        'referrer-policy': 'no-referrer',
      })
      .send(filled(template, tour, addressOf(id), language));
  });

  app.get<ById & { readonly Params: { readonly operation: string } }>(
    pattern(embedPaths.operation),
    read,
    async (request, reply) => {
      const { id, operation } = request.params;
      const tour = await found(id);
      if (!isExplorerOperation(operation)) throw new PortalError('NOT_FOUND');
      const answer = await gateway.call({ teamId: tour.teamId, operation, parameters: { resource_code: tour.code } });
      // The answer may be of another version, where the tour was replaced since it was looked up.
      await found(id);
      const text = withPublicFiles(answer.body.toString(), tour, `${addressOf(id)}/files`);
      reply.code(answer.httpStatus).type('application/json; charset=utf-8').header('vary', 'Accept-Encoding');
      if (!acceptsGzip(request.headers['accept-encoding'])) return reply.serializer(String).send(text);
      return reply.header('content-encoding', 'gzip').send(await compress(text));
    },
  );

  app.get<ById & { readonly Params: { readonly '*': string } }>(
    pattern(embedPaths.file),
    files,
    async (request, reply) => {
      const { id, '*': path } = request.params;
      let one: PublicFile | undefined;
      if (isEmbedId(id) && isFileAddress(path)) {
        for (const meant of pathsMeant(path)) one ??= await publicFile(pool, id, meant);
      }
      if (one === undefined || !isShownFile(path, one.mediaType)) throw new PortalError('NOT_FOUND');
      return sendFile(request, reply, one);
    },
  );

  app.get<ById>(pattern(embedPaths.cover), files, async (request, reply) => {
    const { id } = request.params;
    const one = isEmbedId(id) ? await publicFile(pool, id, null) : undefined;
    if (one === undefined || !/^image\//i.test(one.mediaType)) throw new PortalError('NOT_FOUND');
    // Services that show previews of links put it on pages of their own.
    return sendFile(request, reply.header('cross-origin-resource-policy', 'cross-origin'), one);
  });

  async function sendFile(request: FastifyRequest, reply: FastifyReply, { sha256, mediaType }: PublicFile) {
    const etag = `"${sha256.toString('base64url')}"`;
    reply.headers({ ...fileHeaders, etag });
    if (hasVersion(request.headers['if-none-match'], etag)) return reply.code(304).send();
    const asset = await assets.open(sha256);
    if (asset === undefined) throw new Error('the asset store has lost a file');
    return reply.headers({ 'content-type': mediaType, 'content-length': asset.size }).send(asset.body);
  }
}

/** Seconds that a visitor's browser may reuse a file; no cache that others share keeps it, so that off is off. */
const FILE_MAX_AGE_S = 300;

const fileHeaders = {
  'cache-control': `private, max-age=${FILE_MAX_AGE_S}`,
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  'referrer-policy': 'no-referrer',
} as const;

function nothing(reply: FastifyReply, language: PlainLanguage): FastifyReply {
  const { title, lede } = embedWords[language];
  const nonce = randomBytes(16).toString('base64url');
  return reply
    .code(404)
    .headers(plainPageHeaders(nonce))
    .send(plainPage(language, nonce, title, `<h1>${title}</h1><p class="lede">${lede}</p>`));
}

const languageIn = (given: unknown): PlainLanguage | undefined => plainLanguages.find((one) => one === given);

/** @param address Of the page. */
function filled(template: string, { name, code, cover }: PublicTour, address: string, language: PlainLanguage): string {
  const social: Readonly<Record<string, string>> = {
    'og:type': 'website',
    'og:title': name,
    'og:url': address,
    'twitter:card': cover === null ? 'summary' : 'summary_large_image',
    // The version changes with the picture: services keep the one of an address.
    ...(cover !== null && {
      'og:image': `${address}/cover?v=${cover.toString('base64url').slice(0, 16)}`,
      'og:image:alt': name,
    }),
  };
  const metas = Object.entries(social).map(([key, value]) => {
    const attribute = key.startsWith('og:') ? 'property' : 'name';
    return `<meta ${attribute}="${key}" content="${escapeHtml(value)}" />`;
  });
  const values: Readonly<Record<keyof typeof embedPlaceholders, string>> = {
    language: `<html lang="${language}">`,
    name: escapeHtml(name),
    source: escapeHtml(`${new URL(address).pathname}/read`),
    code: escapeHtml(code),
    reads: embedReads.join(' '),
    social: metas.join('\n    '),
  };
  // One pass: what a name holds is never taken for a place to fill.
  const places = new RegExp(Object.values(embedPlaceholders).join('|'), 'g');
  const keyOf = new Map(
    Object.entries(embedPlaceholders).map(([key, place]) => [place as string, key as keyof typeof values]),
  );
  return template.replaceAll(places, (place) => values[keyOf.get(place) ?? 'name']);
}

function pattern(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}
