/** @returns The nonce of this answer's content security policy, for the style elements Mantine writes. */
export function styleNonce(page: Document): string {
  return page.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
}
