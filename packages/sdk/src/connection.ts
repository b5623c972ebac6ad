import type { GatewayError, TransportError } from './errors.ts';
import type { AccessTokenData } from './generated/access-token.ts';
import type { AnyId } from './ids.ts';

/** What the SDK needs to know of an operation. */
export interface OperationDeclaration<Name extends string = string> {
  /** As in `vr-info`. */
  readonly name: Name;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** Query parameters that it takes. */
  readonly parameters: readonly string[];
  /** Whether sending it twice does no more than sending it once. */
  readonly idempotent: boolean;
  /** Whether its payload holds secrets, such as signed links. */
  readonly secret: boolean;
}

/** An operation as a function of a connection. */
export interface Operation<Name extends string = string> {
  readonly declaration: OperationDeclaration<Name>;
}

/** An operation that changes nothing. */
export interface ReadOperation<Name extends string = string> extends Operation<Name> {
  readonly declaration: OperationDeclaration<Name> & { readonly method: 'GET' };
}

/** Bounds of one call. */
export interface CallLimits {
  /** Milliseconds for one request and its whole answer; 10 000 by default. */
  readonly attemptTimeoutMs: number;
  /** Milliseconds for the call, with the exchange, repeats and waits; 90 000 by default. */
  readonly totalTimeoutMs: number;
  /** Requests for one call, with repeats; 10 by default, 1 repeats nothing. */
  readonly maxAttempts: number;
}

/** Some of the limits; undefined is as good as left out, as for every option. */
export type GivenLimits = { readonly [Name in keyof CallLimits]?: CallLimits[Name] | undefined };

/** What one call may change; the connection's own values hold where it does not. */
export interface CallOptions extends GivenLimits {
  /** Ends the call; it then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** A success as it came, and its payload. */
export interface Answer<Data = unknown> {
  /** The envelope, byte for byte. */
  readonly text: string;
  readonly data: Data;
  /** 200; 304 where the gateway said that the kept copy still holds, which then is `text`. */
  readonly httpStatus: number;
  readonly headers: Headers;
  /** Quote it when you ask for help. */
  readonly requestId: string;
  /** As 32 hexadecimal digits. */
  readonly traceId: string;
}

/** One call of an operation, before it is made. */
export interface Call {
  readonly operation: OperationDeclaration;
  /** Query of a read, body of anything else. */
  readonly input: object;
  readonly options: CallOptions;
}

/**
 * Stands around each call, with its repeats: it may change what is asked, answer without asking, ask again, or measure. The exchange
 * is no call.
 * @param next Makes the call; the next middleware stands around it.
 */
export type Middleware = (call: Call, next: (call: Call) => Promise<Answer>) => Promise<Answer>;

declare const idType: unique symbol;

/** A connection to a gateway. The app secret and the token are out of reach of whoever holds it. */
export interface Connection<Id extends AnyId = AnyId> {
  /** Address of the gateway, without a slash at the end. */
  readonly baseUrl: string;
  /**
   * The kept access token, exchanged anew when there is none or it is about to end. The SDK's own calls need no help:
   * this is for other clients of the gateway. Never hand it to a browser.
   */
  accessToken(options?: CallOptions): Promise<AccessTokenData>;
  /** What its requests are sent with, where that is not the runtime's `fetch`: calls beside it go the same way. */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
  /** Sends an operation. The functions and methods named after operations do this with types. */
  send(operation: OperationDeclaration, input: object, options?: CallOptions): Promise<Answer>;
  readonly [idType]?: Id;
}

/** One request, before it is sent. */
export interface RequestEvent {
  readonly operation: string;
  readonly method: 'GET' | 'POST';
  readonly url: string;
  /** 1 for the first, more for repeats. */
  readonly attempt: number;
}

/** How a request ended. */
export interface ResponseEvent extends RequestEvent {
  /** Milliseconds from sending to the last byte. */
  readonly durationMs: number;
  /** Undefined when no answer came. */
  readonly httpStatus: number | undefined;
  /** Undefined when no envelope came. */
  readonly requestId: string | undefined;
  readonly traceId: string | undefined;
  /** What went wrong; the call may still succeed with a repeat. Undefined on success, and when the caller gave up. */
  readonly error: GatewayError | TransportError | undefined;
}
