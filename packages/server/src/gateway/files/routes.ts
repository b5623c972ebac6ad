import { fieldReader, filePrivatePresign, isPrivateFile } from '@openhouse/contract';
import { type AssetStore, AssetStoreAway } from '../../kernel/assets/asset-store.ts';
import { hasVersion, mayAnswerRange } from '../../kernel/http/conditional.ts';
import type { KeyRing } from '../../kernel/keys/key-ring.ts';
import type { FileAddress, FileStore, StoredFile } from '../../tours/files/store.ts';
import { answerData } from '../http/answer.ts';
import type { Call } from '../http/call.ts';
import { GatewayError } from '../http/gateway-error.ts';
import { textBody } from '../http/gateway-response.ts';
import type { GatewayRoute } from '../http/gateway-route.ts';
import { ignoredLine, ignoredRemark } from '../http/ignored.ts';
import { limitLines } from '../http/limit-lines.ts';
import type { Admission } from '../tokens/admit-call.ts';
import { FILES_PATH, judgeFileLink, secondsLeft } from './link.ts';
import { type PresignDeps, presignFiles } from './presign-files.ts';
import { type ByteRange, rangeOf } from './range.ts';

/** GET /open/v3/view/file/private/presign (SPEC 4.2). */
export function presignRoute(admission: Admission, deps: PresignDeps): GatewayRoute {
  const { name, method, path } = filePrivatePresign;
  const readQuery = fieldReader(filePrivatePresign.query);
  return {
    name,
    method,
    path,
    async answer(call, queryText) {
      const app = await admission.app(call);
      const { values, ignored } = readQuery(queryText);
      call.notes = ignoredLine(ignored);
      call.remarks = ignoredRemark(ignored);
      answerData(call, await presignFiles(deps, app, values));
    },
  };
}

export interface FileDeps {
  readonly files: Pick<FileStore, 'fileByAddress'>;
  readonly assets: AssetStore;
  /** Whether callers are redirected to the store for the bytes (ASSET_DELIVERY, decision 0120). */
  readonly redirects: boolean;
  readonly linkKeys: KeyRing;
  /** Milliseconds since the Unix epoch. */
  readonly nowMs: () => number;
}

/** Seconds that a browser may reuse a public file before it revalidates it with the ETag. */
const PUBLIC_MAX_AGE_S = 300;
/** Seconds by which a presigned address of a public file outlives the redirect that a browser may reuse. */
const REDIRECT_SPARE_S = 300;

/**
 * Serves a file of a tour: public ones to anybody, as viewers in browsers load them; private ones to the holder of a
 * signed link.
 * @throws {GatewayError} err_link_invalid, err_link_expired, err_resource_not_found
 */
export async function serveFile(deps: FileDeps, call: Call, path: string, queryText: string): Promise<void> {
  const address = addressOf(path);
  const isSecret = isPrivateFile(address.path);
  if (isSecret) {
    // Verified before the store is asked: without a link nobody learns which private files exist.
    const verdict = judgeFileLink(address, queryText, deps.linkKeys, deps.nowMs());
    if (verdict !== 'valid') throw new GatewayError(verdict === 'expired' ? 'err_link_expired' : 'err_link_invalid');
  }
  const file = await deps.files.fileByAddress(address);
  if (file === undefined) throw new GatewayError('err_resource_not_found', 'There is no such file.');
  await sendFile(deps, call, file, isSecret ? secondsLeft(queryText, deps.nowMs()) : undefined);
}

/** Seconds that a browser may cache the answer to a preflight. */
const PREFLIGHT_MAX_AGE_S = 86_400;

/**
 * Answers the fetch standard's preflight: a browser asks whether a page of another origin may read files, with ranges.
 */
export function answerPreflight(call: Call): void {
  call.httpStatus = 204;
  call.status = 'success';
  const lines = linesOf({
    Allow: FILE_METHODS,
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Allow-Methods': FILE_METHODS,
    'Access-Control-Allow-Headers': 'Range, If-Range, If-None-Match',
    'Access-Control-Max-Age': PREFLIGHT_MAX_AGE_S,
    'X-Request-Id': call.requestId,
  });
  call.response.send(204, lines + limitLines({ addressVerdict: call.addressVerdict }), textBody(''));
}

const FILE_METHODS = 'GET, HEAD, OPTIONS';

/** Maximum length of a path; our own addresses are shorter. */
const MAX_PATH_LENGTH = 2048;

function addressOf(path: string): FileAddress {
  try {
    const segments =
      path.length > MAX_PATH_LENGTH ? [] : path.slice(FILES_PATH.length).split('/').map(decodeURIComponent);
    const [team, tour, ...rest] = segments;
    const clean = segments.every((segment) => /^[^/\\\0]+$/.test(segment) && segment !== '.' && segment !== '..');
    if (team !== undefined && tour !== undefined && rest.length > 0 && clean)
      return { team, tour, path: rest.join('/') };
  } catch {
    // Broken percent-encoding: not an address of ours.
  }
  throw new GatewayError('err_path_not_found');
}

/** @param secretForS How long the link of a private file is valid; undefined for a public one. */
async function sendFile(
  { assets, redirects }: FileDeps,
  call: Call,
  file: StoredFile,
  secretForS: number | undefined,
): Promise<void> {
  const { request, response } = call;
  const isSecret = secretForS !== undefined;
  const etag = `"${file.sha256.toString('base64url')}"`;
  const cacheControl = isSecret ? 'private, no-store' : `public, max-age=${PUBLIC_MAX_AGE_S}`;
  const aboutFile = { 'Cache-Control': cacheControl, ETag: etag };
  const common = linesOf({
    'Content-Type': file.mediaType,
    'Accept-Ranges': 'bytes',
    'X-Content-Type-Options': 'nosniff',
    // A file is data, never a page of ours, whatever was imported.
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Expose-Headers': 'Accept-Ranges, Content-Length, Content-Range, ETag',
    'X-Request-Id': call.requestId,
  });
  const lines = common + limitLines(call);
  const sendEmpty = (httpStatus: number, more: Record<string, string | number>) => {
    call.httpStatus = httpStatus;
    response.send(httpStatus, lines + linesOf(more), textBody(''));
  };
  const isHead = request.method === 'HEAD';
  call.status = 'success';
  if (hasVersion(request.headers['if-none-match'], etag)) return sendEmpty(304, aboutFile);
  // With any method but GET a range is ignored (RFC 9110, 14.2).
  const mayAnswer = !isHead && mayAnswerRange(request.headers['if-range']?.toString(), etag);
  const range = rangeOf(mayAnswer ? request.headers.range : undefined, file.size);
  if (range === 'unsatisfiable') {
    // About this request, not the file: a cache must not keep it for others.
    const refused = { 'Cache-Control': 'no-store', 'Content-Range': `bytes */${file.size}`, 'Content-Length': 0 };
    return sendEmpty(416, refused);
  }
  if (redirects && assets.linkTo !== undefined && !isHead) {
    const { mediaType } = file;
    const link = { mediaType, cacheControl, lifetimeS: secretForS ?? PUBLIC_MAX_AGE_S + REDIRECT_SPARE_S };
    const location = await assets.linkTo(file.sha256, link);
    return sendEmpty(302, { ...aboutFile, Location: location, 'Content-Length': 0 });
  }
  const { start, end }: ByteRange = range ?? { start: 0, end: file.size - 1 };
  const ofPart = range === undefined ? undefined : { 'Content-Range': `bytes ${start}-${end}/${file.size}` };
  const sized = { ...aboutFile, ...ofPart, 'Content-Length': end - start + 1 };
  const httpStatus = range === undefined ? 200 : 206;
  if (isHead) {
    if ((await assets.sizeOf(file.sha256)) === undefined) throw lost();
    return sendEmpty(httpStatus, sized);
  }
  const asset = await assets.open(file.sha256, range);
  if (asset === undefined) throw lost();
  if (asset.size !== file.size) {
    asset.body.destroy();
    throw new AssetStoreAway(
      `${assets.url}: a file of ${file.size} bytes has ${asset.size} there: see openhouse verify`,
    );
  }
  call.httpStatus = httpStatus;
  await response.stream(httpStatus, lines + linesOf(sized), asset.body);
}

const lost = () => new Error('the asset store has lost a file');

const linesOf = (headers: Readonly<Record<string, string | number>>): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
