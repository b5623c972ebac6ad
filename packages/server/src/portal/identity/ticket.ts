import { profileCall, sourceVerifyCall, type TicketGatewayCall, ticketExchangeCall } from '@openhouse/contract';
import type { Static, TObject, TSchema } from 'typebox';
import { Value } from 'typebox/value';
import {
  type ConfirmedSignIn,
  type IdentityProvider,
  IdentityProviderUnavailable,
  providerAddress,
  SignInRefusal,
} from './identity-provider.ts';
import { shownProfile } from './profile.ts';
import { providerFetch, unusable } from './provider-fetch.ts';

export interface TicketOptions {
  readonly name: 'ticket' | 'builtin';
  /** Address of the sign-in page (`LOGIN_URL`), without a trailing slash. */
  readonly loginUrl: string;
  /** Base address of the internal gateway's calls, without a trailing slash. */
  readonly gatewayUrl: string;
  /** The portal's callback: `redirect` of the sign-in page. */
  readonly callbackUrl: string;
  /** Source of the sign-ins (`IDENTITY_SOURCE`). */
  readonly source: string;
  /** Milliseconds a call may take. */
  readonly timeoutMs: number;
}

/** The ticket protocol of SPEC 3.1, as the contract's ticket gateway declares it (decision 0024). */
export function ticketProvider(options: TicketOptions): IdentityProvider {
  const { name, loginUrl, callbackUrl, source } = options;
  return {
    name,

    async begin() {
      const issued = await ask(options, sourceVerifyCall, { source });
      if (issued === 'refused') throw new IdentityProviderUnavailable('it issues no source-verify ticket', 'answer');
      const address = new URL(`${loginUrl}/`);
      address.search = new URLSearchParams({
        source,
        source_verify: issued.source_verify,
        redirect: callbackUrl,
      }).toString();
      return { address: providerAddress(address), memory: issued.source_verify };
    },

    ticketsOf: (query) => query.getAll('ticket').slice(0, 1),

    isFor: () => 'unknown',

    judge: (query) =>
      callbackParameters(query, source) === undefined
        ? new SignInRefusal('the callback does not carry one source, one ticket and at most one login_type')
        : undefined,

    async finish(query, memory): Promise<ConfirmedSignIn | SignInRefusal> {
      const given = callbackParameters(query, source);
      if (given === undefined) return new SignInRefusal('the callback is malformed');
      const exchanged = await ask(options, ticketExchangeCall, { source, source_verify: memory, ...given });
      if (exchanged === 'refused') return new SignInRefusal('the gateway does not take the ticket for this sign-in');
      // A ticket of another source must not count here, whatever the gateway says.
      if (exchanged.source !== source) {
        return new SignInRefusal('the gateway took the ticket for another source', {}, exchanged.user_id);
      }
      return { token: exchanged.token, subject: exchanged.user_id, source, providerSession: null };
    },

    async profile(token) {
      const told = await ask(options, profileCall, { authorization: token });
      if (told === 'refused') return 'ended';
      // The protocol cannot say that an address is not verified: the gateway sends verified ones only.
      const { user_id: subject, email, name, avatar_url: avatarUrl } = told;
      return shownProfile({ subject, email, isEmailVouched: true, name, avatarUrl });
    },

    // It is fetched with the token at each request.
    keep: (token) => token,
  };
}

/** The callback's parameters, each at most once and bounded; a missing login_type counts as empty. */
function callbackParameters(query: URLSearchParams, source: string) {
  const [sources, tickets, loginTypes] = ['source', 'ticket', 'login_type'].map((name) => query.getAll(name));
  const [ticket] = tickets ?? [];
  const given = { ticket: ticket ?? '', login_type: loginTypes?.[0] ?? '' };
  const single = sources?.length === 1 && tickets?.length === 1 && (loginTypes?.length ?? 0) <= 1;
  const { ticket: ticketSchema, login_type: loginTypeSchema } = ticketExchangeCall.request.properties;
  const bounded = Value.Check(ticketSchema, given.ticket) && Value.Check(loginTypeSchema, given.login_type);
  return single && sources?.[0] === source && bounded ? given : undefined;
}

async function ask<Request extends TObject, Data extends TSchema>(
  { gatewayUrl, timeoutMs }: TicketOptions,
  call: TicketGatewayCall<Request, Data>,
  request: Static<Request> & Readonly<Record<string, string>>,
): Promise<Static<Data> | 'refused'> {
  const init: RequestInit =
    call.method === 'POST'
      ? { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(request) }
      : { method: 'GET', headers: request };
  const response = await providerFetch(`${gatewayUrl}${call.path}`, init, timeoutMs);
  return understood(call, response, await jsonOf(response));
}

async function jsonOf(response: Response): Promise<unknown> {
  const mediaType = response.headers.get('content-type') ?? '';
  if (!/^application\/json\b/i.test(mediaType)) {
    throw unusable(response, 'without JSON');
  }
  try {
    return await response.json();
  } catch {
    throw unusable(response, 'with broken JSON');
  }
}

/** Only the declared success and the declared refusals count; a proxy's 401 or an error page is an outage. */
function understood<Request extends TObject, Data extends TSchema>(
  call: TicketGatewayCall<Request, Data>,
  response: Pick<Response, 'status' | 'headers'>,
  answer: unknown,
): Static<Data> | 'refused' {
  const httpStatus = response.status;
  if (typeof answer === 'object' && answer !== null && 'code' in answer && 'status' in answer) {
    const { code, status } = answer;
    const data = 'data' in answer ? answer.data : undefined;
    if (httpStatus === 200 && code === 0 && status === 'success' && Value.Check(call.data, data)) return data;
    const refusable = httpStatus === 200 || (httpStatus >= 400 && httpStatus < 500);
    if (refusable && code !== 0 && call.refusals.some((refusal) => refusal === status)) return 'refused';
  }
  throw unusable(response, `to ${call.path}, which is not one of the declared answers`);
}
