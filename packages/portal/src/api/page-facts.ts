import type { PageProblem, ProblemFacts } from '@openhouse/contract';

const problems: { readonly [Key in PageProblem]: true } = {
  IDENTITY_PROVIDER_UNAVAILABLE: true,
  SIGN_IN_REFUSED: true,
  SIGN_IN_COOKIES_MISSING: true,
  NOT_FOUND: true,
  RATE_LIMITED: true,
  UNAVAILABLE: true,
  INTERNAL: true,
};

/** A problem that shows instead of the page. */
export interface ShownProblem {
  readonly problem: PageProblem;
  readonly facts: ProblemFacts;
}

/** @returns The problem the server wrote into the page (contract: PROBLEM_META), or undefined. */
export function pageProblem(page: Document): ShownProblem | undefined {
  const content = page.querySelector('meta[name="openhouse-problem"]')?.getAttribute('content') ?? '';
  return Object.hasOwn(problems, content) ? { problem: content as PageProblem, facts: problemFacts(page) } : undefined;
}

/** The server's own JSON (contract: PROBLEM_FACTS_META); what does not look like it counts as absent. */
function problemFacts(page: Document): ProblemFacts {
  const content = page.querySelector('meta[name="openhouse-problem-facts"]')?.getAttribute('content') ?? '';
  try {
    const facts: unknown = JSON.parse(content);
    return typeof facts === 'object' && facts !== null ? facts : {};
  } catch {
    return {};
  }
}

/** @returns The gateway's `{base_url}` as the server wrote it into the page (contract: BASE_URL_META). */
export function gatewayAddress(page: Document): string {
  return page.querySelector('meta[name="openhouse-base-url"]')?.getAttribute('content') ?? '';
}

/** @returns The nonce of this answer's content security policy, for the style elements Mantine writes. */
export function styleNonce(page: Document): string {
  return page.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
}
