/** Public addresses of this installation, without a slash at the end. */
export interface PublicAddresses {
  readonly baseUrl: string;
  readonly portalUrl: string;
}

/** Media types of texts for readers without a browser: the docs as Markdown, llms.txt, the OpenAPI document. */
const READ_AS_TEXT = /^(text\/(markdown|plain)|application\/json)/;
/** The gateway's address in the sources of the docs: that of a fresh installation. */
const WRITTEN_BASE_URL = 'http://localhost:4001';
const WRITTEN_PORTAL_URL = 'http://localhost:4000';

/** @returns The file with this installation's addresses in place of those in the sources. */
export function fillAddresses(bytes: Buffer, mediaType: string, { baseUrl, portalUrl }: PublicAddresses): Buffer {
  if (!READ_AS_TEXT.test(mediaType)) return bytes;
  const text = bytes.toString();
  return Buffer.from(text.replaceAll(WRITTEN_BASE_URL, () => baseUrl).replaceAll(WRITTEN_PORTAL_URL, () => portalUrl));
}
