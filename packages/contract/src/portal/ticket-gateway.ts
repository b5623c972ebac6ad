import Type, { type Static, type TObject, type TSchema } from 'typebox';
import { secret } from '../secret.ts';
import { SESSION_DAYS } from './limits.ts';

/**
 * The calls the portal makes to an internal gateway that speaks the ticket protocol (SPEC 3.1, decision 0024).
 * The other side implements these three, below `TICKET_GATEWAY_URL`.
 *
 * Every answer is JSON: `{code: 0, status: 'success', data}` on success, `{code, status, data: null}` on refusal.
 * The portal allows 2 seconds a call and 1 MiB an answer and follows no redirect. Anything but the answers declared
 * here (another HTTP status, another media type, another shape) counts as an outage, never as a refusal.
 */
export interface TicketGatewayCall<Request extends TObject = TObject, Data extends TSchema = TSchema> {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** A few words, for a list. */
  readonly summary: string;
  readonly description: string;
  /** JSON body of a POST; headers of a GET. */
  readonly request: Request;
  readonly data: Data;
  /** `status` values that refuse: HTTP 200 or 4xx with `code` other than 0. */
  readonly refusals: readonly string[];
}

function defineCall<Request extends TObject, Data extends TSchema>(call: TicketGatewayCall<Request, Data>) {
  return call;
}

const bounded = (maxLength: number, description: string) => Type.String({ minLength: 1, maxLength, description });

/** The source of a sign-in: the name of this application at the identity provider. */
const source = bounded(64, 'Source of the sign-in; the portal sends IDENTITY_SOURCE, SSO_DEVELOPER_APP by default.');
const sourceVerify = secret(bounded(512, 'The source-verify ticket of this handshake.'));
const userId = bounded(256, "The identity provider's user id; stays inside the portal's server.");

/** A fresh source-verify ticket for one sign-in. */
export const sourceVerifyCall = defineCall({
  method: 'POST',
  path: '/source-verify',
  summary: 'Issue a source-verify ticket',
  description: 'Issues a source-verify ticket for one sign-in, valid for at least ten minutes.',
  request: Type.Object({ source }),
  data: Type.Object({ source_verify: sourceVerify }),
  refusals: [],
});

/** Exchanges the ticket of the callback for a long-lived token. */
export const ticketExchangeCall = defineCall({
  method: 'POST',
  path: '/token',
  summary: 'Exchange a ticket',
  description:
    'Exchanges a ticket once. The ticket must have been issued for this source and this source_verify: that keeps one ' +
    "browser's ticket from signing another browser in.",
  request: Type.Object({
    source,
    source_verify: sourceVerify,
    ticket: secret(bounded(2048, 'The ticket, exactly as the callback received it.')),
    login_type: Type.String({ maxLength: 64, description: 'The login_type of the callback; may be empty.' }),
  }),
  data: Type.Object({
    token: secret(bounded(4096, `Long-lived token; the profile call sends it. At least ${SESSION_DAYS} days.`)),
    source,
    user_id: userId,
  }),
  refusals: ['err_ticket_invalid'],
});

/** The profile of the token's user. */
export const profileCall = defineCall({
  method: 'GET',
  path: '/profile',
  summary: 'Profile of a person',
  description: 'Returns the profile of the user. The portal calls it on each request that needs the person.',
  request: Type.Object({ authorization: secret(Type.String({ description: 'The token, raw.' })) }),
  data: Type.Object({
    user_id: userId,
    email: Type.String({ maxLength: 320, description: 'May be empty.' }),
    name: Type.String({ description: 'The portal shows the first 128 characters, control characters removed.' }),
    avatar_url: Type.Optional(
      Type.String({ description: 'Shown when it is an https address of at most 2048 characters.' }),
    ),
  }),
  refusals: ['err_token_invalid'],
});

export type TicketProfile = Static<typeof profileCall.data>;

/** The three calls, in the order of a sign-in. */
export const ticketGatewayCalls = [sourceVerifyCall, ticketExchangeCall, profileCall] as const;
