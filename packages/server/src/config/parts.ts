import { oneOf, variable } from './variables.ts';

/** What one process can be: the service as a whole, or one part of it (decision 0125). */
export const parts = ['all', 'portal', 'gateway', 'operator-jobs'] as const;
export type Part = (typeof parts)[number];

export const partVariables = {
  SERVE_ONLY: variable(
    oneOf(...parts),
    'all',
    'Which part of the service this process is: portal, gateway, or operator-jobs, which completes App requests and removes what is kept no more. all is everything.',
  ),
};

interface ServedPart {
  readonly SERVE_ONLY: Part;
}

/** Whether this process serves people's browsers. */
export const servesPortal = ({ SERVE_ONLY }: ServedPart): boolean => SERVE_ONLY === 'all' || SERVE_ONLY === 'portal';
/** Whether this process serves back ends. */
export const servesGateway = ({ SERVE_ONLY }: ServedPart): boolean => SERVE_ONLY === 'all' || SERVE_ONLY === 'gateway';
/** Whether this process completes App requests. */
export const runsJobs = ({ SERVE_ONLY }: ServedPart): boolean => SERVE_ONLY === 'all' || SERVE_ONLY === 'operator-jobs';

/** Parts of which a process counts the same calls as one of this part: together, or limits do not hold. */
export const partsThatCountWith = (process: ServedPart): Part[] =>
  parts.filter((part) => {
    const other = { SERVE_ONLY: part };
    return (servesPortal(process) && servesPortal(other)) || (servesGateway(process) && servesGateway(other));
  });

/** Secret variables that every part uses: each sends its own traces. */
const SHARED_SECRETS = ['OTEL_EXPORTER_OTLP_HEADERS'] as const;

/** Secret variables that a part uses; `all` uses every one. */
const SECRETS_OF = {
  portal: [
    ...SHARED_SECRETS,
    'DATABASE_URL',
    'DATABASE_SERVICE_URL',
    'REDIS_URL',
    'ACCESS_TOKEN_KEYS',
    'APP_SECRET_PEPPER',
    'COOKIE_SECRETS',
    'SESSION_SEALING_KEYS',
    'APP_SECRET_SEALING_KEYS',
    'OIDC_CLIENT_SECRET',
    'BOT_CHECK_SECRET',
    // For an operator who asks the upstream about a trial.
    'UPSTREAM_APPS_TOKEN',
    'NOTIFY_WEBHOOK_URL',
  ],
  gateway: [
    ...SHARED_SECRETS,
    'DATABASE_GATEWAY_URL',
    'DATABASE_READ_URL',
    'REDIS_URL',
    'ACCESS_TOKEN_KEYS',
    'APP_SECRET_PEPPER',
    'LINK_KEYS',
  ],
  'operator-jobs': [
    ...SHARED_SECRETS,
    'DATABASE_URL',
    'DATABASE_SERVICE_URL',
    'APP_SECRET_PEPPER',
    'APP_SECRET_SEALING_KEYS',
    'UPSTREAM_APPS_TOKEN',
    'NOTIFY_WEBHOOK_URL',
    'SMTP_URL',
    'AUDIT_HEADS_TO',
  ],
} as const satisfies Readonly<Record<Exclude<Part, 'all'>, readonly string[]>>;

/** Whether a process of this part uses a secret variable. */
export function usesSecret({ SERVE_ONLY }: ServedPart, name: string): boolean {
  return SERVE_ONLY === 'all' || (SECRETS_OF[SERVE_ONLY] as readonly string[]).includes(name);
}
