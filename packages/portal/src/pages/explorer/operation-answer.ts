import type { OperationData } from '@openhouse/contract';
import type { ShownOperation } from '@openhouse/viewer/inside';
import type { PassedOn } from '../../api/portal-client.ts';
import { type JsonNode, parseJson } from './json/parse-json.ts';

/** The gateway's answer to a read, as its bytes came. */
export interface OperationAnswer<Name extends ShownOperation = ShownOperation> {
  readonly operation: Name;
  /** The envelope's status: `success` or why not. */
  readonly status: string;
  /** What the gateway says of a failure; empty otherwise. */
  readonly message: string;
  readonly requestId: string;
  /** Seconds until a refused read is repeated; undefined for what a repetition does not change. */
  readonly retryAfterS: number | undefined;
  /** Which version of the tour it shows; only the answer to vr-info says so. */
  readonly tourVersion: string | undefined;
  /** undefined unless the status is success. Its numbers are JavaScript's; `node` keeps their digits. */
  readonly data: OperationData[Name] | undefined;
  /** The whole envelope. */
  readonly node: JsonNode;
}

/** Answers to the reads of one tour; those that have not come, or not from the gateway, are missing. */
export type OperationAnswers = { readonly [Name in ShownOperation]?: OperationAnswer<Name> };

/** Reads an envelope of the gateway. @throws {SyntaxError} The text is no JSON. */
export function readAnswer<Name extends ShownOperation>(
  operation: Name,
  { text, retryAfterS, tourVersion }: PassedOn,
): OperationAnswer<Name> {
  const envelope: unknown = JSON.parse(text);
  const { status, message, request_id, data } = (typeof envelope === 'object' && envelope !== null ? envelope : {}) as {
    readonly [field: string]: unknown;
  };
  return {
    operation,
    status: typeof status === 'string' ? status : '',
    message: typeof message === 'string' ? message : '',
    requestId: typeof request_id === 'string' ? request_id : '',
    retryAfterS: status === 'success' ? undefined : retryAfterS,
    tourVersion,
    data: status === 'success' ? (data as OperationData[Name]) : undefined,
    node: parseJson(text),
  };
}
