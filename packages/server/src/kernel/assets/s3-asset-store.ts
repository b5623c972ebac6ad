import { createHash } from 'node:crypto';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Readable } from 'node:stream';
import { CONNECTION_FAILURES } from '../http/connection-failures.ts';
import {
  type AssetStore,
  AssetStoreAway,
  assetNamed,
  assetNameOf,
  hexOf,
  type ListedAsset,
  MOST_ASSET_BYTES,
  type StoredAsset,
  type StoreMark,
} from './asset-store.ts';

/** A bucket of Amazon S3, or of another store with the same protocol. */
export interface S3Address {
  readonly bucket: string;
  /** Prefix of every key, without slashes at its ends; may be empty. */
  readonly prefix: string;
  /** null for Amazon's own. */
  readonly endpoint: string | null;
  readonly region: string;
  /** Whether the bucket is named in the path instead of the host. */
  readonly pathStyle: boolean;
}

/** Milliseconds to establish a connection; within a data centre it takes one. */
const CONNECT_MS = 2_000;
/** Milliseconds until a file that is written is acknowledged, or between two pieces of an answer. */
const ANSWER_MS = 10_000;
/**
 * How long anything else waits for the beginning of its answer: a connection that died silently is given up then, and the
 * call repeated over another one.
 */
const BEGINS = { requestTimeout: 2_000 };
/**
 * Maximum number of files read at once, each over its own connection: a slow reader holds one for as long as it reads.
 */
const MOST_READS = 512;
/** Connections beside those of reads, for short calls. */
const OTHER_CONNECTIONS = 64;
const ATTEMPTS = 2;

/**
 * Keeps assets in a bucket: `<prefix>/<2 hex>/<64 hex>` of their SHA-256. The SDK is loaded here, so that only
 * installations with such a store pay for it. It finds the credentials itself: environment, files, web identity,
 * container or instance.
 * @throws {AssetStoreAway} from its methods, for any reason: the network, a refused key, a missing bucket.
 */
export async function s3AssetStore(
  { bucket, prefix, endpoint, region, pathStyle }: S3Address,
  { keysPerPage = 1_000 }: { readonly keysPerPage?: number } = {},
): Promise<AssetStore> {
  const sdk = await import('@aws-sdk/client-s3');
  const { getSignedUrl } = await import('@aws-sdk/s3-request-presigner');
  const agentOptions = { keepAlive: true, maxSockets: MOST_READS + OTHER_CONNECTIONS };
  const client = new sdk.S3Client({
    region,
    forcePathStyle: pathStyle,
    ...(endpoint !== null && { endpoint }),
    // Requests are signed with the SHA-256 of the content, which every store checks. Not every store knows other
    // checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: ATTEMPTS,
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      requestTimeout: ANSWER_MS,
      throwOnRequestTimeout: true,
      httpAgent: new HttpAgent(agentOptions),
      httpsAgent: new HttpsAgent(agentOptions),
    },
  });
  const url = `s3://${[bucket, prefix].filter(Boolean).join('/')}`;
  const before = prefix === '' ? '' : `${prefix}/`;
  const at = (name: string) => ({ Bucket: bucket, Key: `${before}${name}` });
  const named = (sha256: Uint8Array) => at(assetNameOf(hexOf(sha256)));
  let reads = 0;

  const away = (error: unknown) => new AssetStoreAway(`${url}: ${reasonOf(error)}`);

  /**
   * @param missing What the store says of a key that it does not have: to a HEAD, which has no body, nothing more than 404. Any
   *   other 404 is of a missing bucket, or of something that is no store.
   * @returns undefined when there is no such object.
   */
  async function unlessMissing<T>(
    answer: Promise<T>,
    missing: 'NoSuchKey' | 'NotFound' = 'NoSuchKey',
  ): Promise<T | undefined> {
    try {
      return await answer;
    } catch (error) {
      if ((error as SdkError).name === missing) return undefined;
      throw away(error);
    }
  }

  /** An answer about an object has its ETag. Without one a proxy or a sign-in page has answered, whatever it sent. */
  async function ofStore<T extends { readonly ETag?: string | undefined }>(answer: Promise<T>): Promise<T> {
    const answered = await answer;
    if (answered.ETag === undefined) throw new Error(NO_STORE);
    return answered;
  }

  async function required<T>(answer: Promise<T>): Promise<T> {
    try {
      return await answer;
    } catch (error) {
      throw away(error);
    }
  }

  const sizeAt = async (sha256: Uint8Array): Promise<number | undefined> => {
    const answer = ofStore(client.send(new sdk.HeadObjectCommand(named(sha256)), BEGINS));
    return (await unlessMissing(answer, 'NotFound'))?.ContentLength;
  };

  const mark = async (name: StoreMark): Promise<string | undefined> => {
    const answer = await unlessMissing(ofStore(client.send(new sdk.GetObjectCommand(at(name)), BEGINS)));
    const text = answer?.Body && (await required(answer.Body.transformToString()));
    return text?.trim();
  };

  const putAt = async (name: string, Body: Buffer) => {
    const put = new sdk.PutObjectCommand({ ...at(name), Body, ContentType: 'application/octet-stream' });
    const { ETag } = await required(client.send(put));
    // Swift sends none when a later write of the same object was done before this one: then the object is there.
    if (ETag === undefined) await required(ofStore(client.send(new sdk.HeadObjectCommand(at(name)), BEGINS)));
  };

  return {
    url,
    async put(content): Promise<StoredAsset> {
      const bytes = await whole(content);
      const sha256 = createHash('sha256').update(bytes).digest();
      // Not every store supports conditional writes. Writing an existing file again writes the same bytes.
      await putAt(assetNameOf(sha256.toString('hex')), bytes);
      return { sha256, size: bytes.length };
    },
    sizeOf: sizeAt,
    async open(sha256, range) {
      if (reads >= MOST_READS) throw new AssetStoreAway(`${url}: ${MOST_READS} files are being read already`);
      reads += 1;
      let body: Readable | undefined;
      try {
        const Range = range && `bytes=${range.start}-${range.end}`;
        const asked = new sdk.GetObjectCommand({ ...named(sha256), Range });
        const answer = await unlessMissing(ofStore(client.send(asked, BEGINS)));
        if (answer === undefined) return undefined;
        body = answer.Body as Readable;
        const size = Number(/\/(\d+)$/.exec(answer.ContentRange ?? '')?.[1] ?? answer.ContentLength);
        watchStalls(body, () => away(new Error('an answer did not go on')));
        body.once('close', () => {
          reads -= 1;
        });
        return { size, body };
      } finally {
        if (body === undefined) reads -= 1;
      }
    },
    async remove(sha256) {
      await unlessMissing(client.send(new sdk.DeleteObjectCommand(named(sha256)), BEGINS));
    },
    async *list(): AsyncGenerator<ListedAsset> {
      let next: string | undefined;
      do {
        const query = { Bucket: bucket, Prefix: before, ContinuationToken: next, MaxKeys: keysPerPage };
        const page = await required(client.send(new sdk.ListObjectsV2Command(query)));
        if (page.Name === undefined) throw away(new Error(NO_STORE));
        for (const { Key = '', Size = 0, LastModified } of page.Contents ?? []) {
          const sha256 = assetNamed(Key.slice(before.length));
          if (sha256) yield { sha256, size: Size, storedAtMs: LastModified?.getTime() ?? Date.now() };
        }
        next = page.NextContinuationToken;
      } while (next !== undefined);
    },
    mark,
    async setMark(name, line) {
      await putAt(name, Buffer.from(`${line}\n`));
    },
    /** Reading a small object that always exists needs no further permission, and detects a missing bucket. */
    async reach() {
      await mark('store-id');
    },
    linkTo(sha256, { mediaType, cacheControl, lifetimeS }) {
      const asked = { ...named(sha256), ResponseContentType: mediaType, ResponseCacheControl: cacheControl };
      return required(getSignedUrl(client, new sdk.GetObjectCommand(asked), { expiresIn: lifetimeS }));
    },
  };
}

/** Buffers the content: an object's hash and length must be known before its first byte is sent. */
async function whole(content: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of content) {
    size += chunk.length;
    if (size > MOST_ASSET_BYTES) throw new Error(`a file has at most ${MOST_ASSET_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Ends a body that stalls while its reader waits for bytes. A body whose reader is slow may pause. */
function watchStalls(body: Readable, error: () => Error): void {
  let waitingSince: number | undefined;
  const timer = setInterval(() => {
    if (body.readableLength > 0 || body.isPaused()) waitingSince = undefined;
    else if (waitingSince === undefined) waitingSince = performance.now();
    else if (performance.now() - waitingSince >= ANSWER_MS) body.destroy(error());
  }, ANSWER_MS / 2).unref();
  body.once('close', () => clearInterval(timer));
}

interface SdkError {
  readonly name?: unknown;
  readonly code?: unknown;
  readonly $metadata?: { readonly httpStatusCode?: number };
}

const NO_STORE = 'something answers there that is no S3 store: compare S3_ENDPOINT';

/** Codes of S3 → what mends it. */
const MENDS: Readonly<Record<string, string>> = {
  NoSuchBucket: 'there is no such bucket. Make it, or correct ASSET_STORE_URL',
  NotFound: NO_STORE,
  AccessDenied: 'its credentials may not. Allow them to get, put, delete and list objects of the bucket',
  InvalidAccessKeyId: 'it does not know the access key. Correct the credentials',
  SignatureDoesNotMatch: 'the secret key is another one. Correct the credentials',
  RequestTimeTooSkewed: 'the clocks differ. Let this machine follow a time server',
  PermanentRedirect: 'the bucket is in another region. Correct S3_REGION',
  AuthorizationHeaderMalformed: 'the bucket is in another region. Correct S3_REGION',
};

/** In our own words: those of the store may repeat what was signed. */
function reasonOf(error: unknown): string {
  const { name, code, $metadata } = error as SdkError;
  const status = $metadata?.httpStatusCode;
  if (typeof code === 'string') {
    const known = CONNECTION_FAILURES[code];
    return known === undefined ? `no connection (${code})` : `${known[0]} (${code}). ${known[1].replace(/\.$/, '')}`;
  }
  if (name === 'CredentialsProviderError') return 'no credentials were found';
  if (name === 'TimeoutError') return 'no answer in time';
  if (status !== undefined) {
    const said = `HTTP ${status}${typeof name === 'string' && /^\w+$/.test(name) ? ` ${name}` : ''}`;
    const mend = MENDS[String(name)];
    return mend === undefined ? said : `${said}: ${mend}`;
  }
  return error instanceof Error ? error.message : String(error);
}
