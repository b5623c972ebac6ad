/** The envelope as a client sees it. */
export interface Envelope {
  readonly request_id: string;
  readonly trace_id: string;
  readonly business_code: string;
  readonly osi_request_id: string;
  readonly code: number;
  readonly status: string;
  readonly cost: number;
  readonly message?: string;
  // biome-ignore lint/suspicious/noExplicitAny: a payload of any operation, as a client without types sees it.
  readonly data: any;
}

/** One call of a gateway, as an integrator's back end makes it. */
export async function call(
  baseUrl: string,
  target: string,
  { token, ...init }: RequestInit & { token?: string } = {},
): Promise<{ http: number; headers: Headers; envelope: Envelope; text: string }> {
  const headers = new Headers(init.headers);
  if (token !== undefined) headers.set('authorization', token);
  const response = await fetch(`${baseUrl}${target}`, { ...init, headers });
  const text = await response.text();
  return { http: response.status, headers: response.headers, envelope: JSON.parse(text) as Envelope, text };
}

/** Exchanges app key and secret. */
export async function exchange(
  baseUrl: string,
  { appKey, appSecret }: { readonly appKey: string; readonly appSecret: string },
): Promise<string> {
  const { envelope } = await call(baseUrl, '/auth/access_token', {
    method: 'POST',
    body: new URLSearchParams({ app_key: appKey, app_secret: appSecret }),
  });
  return envelope.data.access_token;
}
