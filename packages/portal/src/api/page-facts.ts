import type { PageProblem } from '@openhouse/contract';

const problems: { readonly [Key in PageProblem]: true } = {
  IDENTITY_PROVIDER_UNAVAILABLE: true,
  SIGN_IN_REFUSED: true,
  NOT_FOUND: true,
  RATE_LIMITED: true,
  UNAVAILABLE: true,
  INTERNAL: true,
};

/** @returns The problem the server wrote into the page (contract: PROBLEM_META), or undefined. */
export function pageProblem(page: Document): PageProblem | undefined {
  const content = page.querySelector('meta[name="openhouse-problem"]')?.getAttribute('content') ?? '';
  return Object.hasOwn(problems, content) ? (content as PageProblem) : undefined;
}

/** @returns The gateway's `{base_url}` as the server wrote it into the page (contract: BASE_URL_META). */
export function gatewayAddress(page: Document): string {
  return page.querySelector('meta[name="openhouse-base-url"]')?.getAttribute('content') ?? '';
}

/** @returns The nonce of this answer's content security policy, for the style elements Mantine writes. */
export function styleNonce(page: Document): string {
  return page.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
}
