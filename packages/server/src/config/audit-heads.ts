import { integer, optional, parsedUrl, pathOfFile, percentProblem, type Reader, variable } from './variables.ts';

/** Where heads of audit chains are kept outside the database. */
export type HeadsTarget =
  | { readonly kind: 'file'; readonly path: string }
  /** @property url May hold a token. */
  | { readonly kind: 'url'; readonly url: string };

const headsTarget: Reader<HeadsTarget> = {
  takes: 'file:///path of a file, or an http or https address',
  secret: true,
  problem: percentProblem,
  read: (value) => {
    const parsed = parsedUrl(value);
    if (parsed?.protocol === 'file:') {
      const isPath = parsed.host === '' && value.startsWith('file:///') && !parsed.pathname.endsWith('/');
      const path = isPath ? pathOfFile(parsed) : undefined;
      return path === undefined ? undefined : { kind: 'file', path };
    }
    return /^https?:\/\/\S+$/.test(value) && parsed !== undefined ? { kind: 'url', url: value } : undefined;
  },
};

/** The environment variables of heads that are kept elsewhere (decision 0157). */
export const auditHeadsVariables = {
  AUDIT_HEADS_TO: variable(
    optional(headsTarget),
    '',
    'Where the ends of the audit chains are sent, so that a rewritten chain is noticed: a file that is appended to, or an address that is posted to. Set it for one process that completes App requests.',
  ),
  AUDIT_HEADS_EVERY_S: variable(integer(10, 86_400), '3600', 'Seconds between two such sendings.'),
};

/** Problems of an address in production; empty when there are none. */
export function auditHeadsProblems(config: {
  readonly APP_ENV: string;
  readonly AUDIT_HEADS_TO: HeadsTarget | null;
}): string[] {
  const { APP_ENV, AUDIT_HEADS_TO: to } = config;
  if (APP_ENV !== 'production' || to?.kind !== 'url' || to.url.startsWith('https:')) return [];
  return ['AUDIT_HEADS_TO must be a file or an https address in production'];
}
