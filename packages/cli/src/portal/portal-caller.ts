import type { Readable } from 'node:stream';
import type {
  ImportProgressLine,
  PortalBodyOf,
  PortalDataOf,
  PortalEndpoint,
  PortalFailureBody,
  PortalParamsOf,
  PortalQueryOf,
  RefusedUpload,
} from '@openhouse/contract';
import { answeredByAnother } from '../answered-by-another.ts';
import { type ExitCode, Refusal } from '../command.ts';
import { Foreign, type Told, told } from '../told.ts';

/** The input of a call: the parts that the contract declares. */
export type InputOf<E extends PortalEndpoint> = (keyof PortalParamsOf<E> extends never
  ? { readonly params?: undefined }
  : { readonly params: PortalParamsOf<E> }) &
  (PortalBodyOf<E> extends undefined ? { readonly body?: undefined } : { readonly body: PortalBodyOf<E> }) &
  (PortalQueryOf<E> extends undefined ? { readonly query?: undefined } : { readonly query?: PortalQueryOf<E> });

/** The same for any endpoint. */
export interface AnyInput {
  readonly params?: Readonly<Record<string, unknown>> | undefined;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  readonly body?: object | undefined;
}

/** Who a command acts as, and where; contains no secret. */
export type UsedCredential =
  | { readonly kind: 'none' }
  /** The files of the store. */
  | { readonly kind: 'store' }
  /** A person's session. */
  | {
      readonly kind: 'session';
      readonly profile: string;
      readonly sessionId: string;
      /** ISO 8601, UTC. */
      readonly endsAt: string;
    }
  /** A credential of a Team, of the environment or kept in a profile. */
  | { readonly kind: 'team-credential'; readonly from: 'OPENHOUSE_CREDENTIAL' | 'profile'; readonly profile?: string };

/** Calls the portal's JSON interface: over the network with a session, or in this process on the store. */
export interface PortalCaller {
  /** Where it acts, as a person would say it. */
  readonly target: string;
  /** Public address of the gateway. */
  readonly baseUrl: string;
  readonly credential: UsedCredential;
  /** @throws {Refusal} with the portal's code and message, or if it does not answer. */
  call<E extends PortalEndpoint>(endpoint: E, input: InputOf<E>): Promise<PortalDataOf<E>>;
  /**
   * Sends the bytes of a file to an endpoint that takes one.
   * @param tell Called with each line of progress, if the target sends any.
   * @throws {Refusal} likewise
   */
  upload<E extends PortalEndpoint>(
    endpoint: E,
    input: InputOf<E>,
    file: Upload,
    tell: (progress: ImportProgressLine['progress']) => void,
  ): Promise<PortalDataOf<E>>;
  /** A download, as text. @throws {Refusal} */
  text(path: string): Promise<string>;
  /** The time there, in milliseconds since 1970: this machine's clock may be wrong. @throws {Refusal} likewise */
  nowMs(): Promise<number>;
  close(): Promise<void>;
}

/** The body of an upload. */
export interface Upload {
  readonly mediaType: string;
  /** Read once. */
  readonly body: Readable;
}

/** The portal refused a call. */
export class PortalRefusal extends Refusal {
  override name = 'PortalRefusal';
  override readonly retryAfterS: number | undefined;
  /** What is wrong with an upload, tour by tour; empty for other calls. */
  readonly refused: readonly RefusedUpload[];

  constructor(
    code: string,
    said: Told,
    exitCode: ExitCode,
    more: { readonly retryAfterS: number | undefined; readonly refused: readonly RefusedUpload[] },
  ) {
    super(code, said, exitCode);
    this.retryAfterS = more.retryAfterS;
    this.refused = more.refused;
  }
}

/** An answer as received. */
export interface PortalAnswer {
  readonly httpStatus: number;
  /** Value of Retry-After; empty when there is none. */
  readonly retryAfterS: string;
  readonly text: string;
  /** None at the store. */
  readonly headers?: Headers;
}

/** @returns Path and query of a call. */
export function pathOf(
  { path }: PortalEndpoint,
  params: Readonly<Record<string, unknown>> = {},
  query: Readonly<Record<string, unknown>> = {},
): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name] ?? '')));
  const given = Object.entries(query).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return given.length === 0 ? filled : `${filled}?${new URLSearchParams(given)}`;
}

/** Where an answer came from, and who asked. */
type AskedBy = Pick<PortalCaller, 'target' | 'credential'>;

/** How a person signs in again where a command acted: without the profile another one would get the session. */
export function loginCall({ target, credential }: AskedBy): string {
  const profile = credential.kind === 'session' ? ` --profile ${credential.profile}` : '';
  return URL.canParse(target) ? `openhouse login --portal ${target}${profile}` : 'openhouse login';
}

/** The `data` of a success. @throws {Refusal} */
export function dataOfAnswer(answer: PortalAnswer, asked: AskedBy): unknown {
  const body = parsed(answer.text);
  if (answer.httpStatus === 200 && isRecord(body) && 'data' in body) return body.data;
  throw refusalOf(answer, asked);
}

/** Address of the page that explains an error; undefined at the store, which serves no docs. */
export const pageOfError = (target: string, code: string): string | undefined =>
  URL.canParse(target) ? `${target}/docs/reference/errors#${encodeURIComponent(code)}` : undefined;

/** Codes that mean: sign in again. */
const SIGNED_OUT = ['AUTH_REQUIRED'];
/** Codes that mean: the same call may succeed later. */
const LATER = [
  'RATE_LIMITED',
  'UNAVAILABLE',
  'IDENTITY_PROVIDER_UNAVAILABLE',
  'GATEWAY_UNAVAILABLE',
  'REQUEST_TIMEOUT',
  'TOUR_IMPORT_BUSY',
];

/** The error for an unsuccessful answer, with the portal's message. */
export function refusalOf({ httpStatus, retryAfterS, text, headers }: PortalAnswer, asked: AskedBy): Refusal {
  const { target } = asked;
  const body = parsed(text);
  const failure = isRecord(body) && isRecord(body.error) ? (body as unknown as PortalFailureBody).error : undefined;
  if (failure === undefined || typeof failure.code !== 'string') {
    return answeredByAnother('portal', target, { httpStatus, headers: headers ?? new Headers(), text });
  }
  const { code, message, request_id, refused = [] } = failure;
  const place = new Foreign(target);
  if (SIGNED_OUT.includes(code)) {
    const sentence = told`${place}: nobody is signed in, or the session has ended. Run ${loginCall(asked)}.`;
    return new Refusal(code, sentence, 3);
  }
  // The portal's own advice is for somebody who is signed in to its pages: a command names a Team.
  if (code === 'TEAM_REQUIRED') {
    return new Refusal(
      code,
      told`${place}: no Team is active. Name one with --team; openhouse teams lists them, and openhouse teams create NAME makes one.`,
    );
  }
  const later: ExitCode = LATER.includes(code) ? 4 : code === 'CREDENTIAL_INVALID' ? 3 : 1;
  const seconds = /^\d+$/.test(retryAfterS) ? Number(retryAfterS) : undefined;
  const wait = seconds === undefined ? '' : told` Try again in ${seconds} s.`;
  // A call on the store is in no log, where its id would lead.
  const id = headers === undefined ? '' : ` [request_id ${request_id}]`;
  const sentence = told`${code}: ${message}${wait}${id}`;
  const more = { retryAfterS: seconds, refused };
  return new PortalRefusal(code, sentence, later, more).explainedOn(pageOfError(target, code));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
