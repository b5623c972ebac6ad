/** What is used of Node's `IncomingMessage`, so that this needs no types of Node. */
export interface NodeRequest extends AsyncIterable<Uint8Array> {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  /** The whole target, where Express has stripped `url`. */
  readonly originalUrl?: string | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly readableEnded: boolean;
}

/** What is used of Node's `ServerResponse`. */
export interface NodeResponse {
  readonly headersSent: boolean;
  writeHead(status: number, headers: Record<string, string | string[]>): unknown;
  end(body: Uint8Array | string): unknown;
  destroy(): unknown;
  on(event: 'close', listener: () => void): unknown;
}

/** Bytes of a body that are read; no operation takes more than 16 KiB. */
const MOST_BYTES = 64 * 1024;
/** Methods that a web-standard Request refuses to have. */
const REFUSED_METHODS = ['CONNECT', 'TRACE', 'TRACK'];

/**
 * The web-standard request of one of Node's.
 * @returns Undefined when none can be made of it: a target that is no path, a body that is too long or breaks off.
 */
export async function requestOf(request: NodeRequest, signal: AbortSignal): Promise<Request | undefined> {
  const { method = 'GET', headers } = request;
  // Over HTTP/2 a Host may be missing, and counts for nothing beside the authority (RFC 9113, 8.3.1).
  const host = String(headers[':authority'] ?? headers.host ?? '');
  const url = urlOf(request.originalUrl ?? request.url ?? '', host);
  if (url === undefined) return undefined;
  const body =
    /^(GET|HEAD)$/.test(method) || request.readableEnded ? undefined : await bodyOf(request).catch(() => null);
  if (body === null) return undefined;
  const given = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    // Pseudo headers of HTTP/2 begin with a colon.
    if (value !== undefined && !name.startsWith(':')) given.set(name, [value].flat().join(', '));
  }
  if (host !== '') given.set('host', host);
  // A proxy refuses every method but GET, and this one like any other.
  const asked = REFUSED_METHODS.includes(method.toUpperCase()) ? 'OPTIONS' : method;
  return new Request(url, { method: asked, headers: given, signal, ...(body !== undefined && { body }) });
}

/** Of an absolute target only path and query: whom it names is not us. */
function urlOf(target: string, host: string): URL | undefined {
  const path = target.replace(/^https?:\/\/[^/?#]*/i, '');
  if (!path.startsWith('/')) return undefined;
  const origin = /^[\w.-]+(:\d{1,5})?$|^\[[\da-f:]+\](:\d{1,5})?$/i.test(host) ? host : 'localhost';
  const text = `http://${origin}${path}`;
  return URL.canParse(text) ? new URL(text) : undefined;
}

/** @returns Null when it is too long. */
async function bodyOf(request: NodeRequest): Promise<Uint8Array<ArrayBuffer> | null> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.byteLength;
    if (bytes > MOST_BYTES) return null;
    chunks.push(chunk);
  }
  const whole = new Uint8Array(bytes);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.byteLength;
  }
  return whole;
}
