import Type, { type TSchema } from 'typebox';
import type { PortalFailureCode } from './failures.ts';
import { RefusedUpload } from './tours.ts';

/** The success envelope of the portal: `{data}` (SPEC 4.4). */
export function portalSuccess<Data extends TSchema>(data: Data) {
  return Type.Object({ data });
}

/** The failure envelope of the portal: `{error: {code, message, request_id}}` (decision 0020). */
export function portalFailure(codes: readonly PortalFailureCode[]) {
  const details: Record<string, TSchema> = codes.includes('TOUR_REFUSED') ? { refused: Type.Array(RefusedUpload) } : {};
  return Type.Object({
    error: Type.Object({
      code: Type.Enum([...codes]),
      message: Type.String({ description: 'What is wrong and how to fix it, for people. Rely on code instead.' }),
      request_id: Type.String({ description: 'Unique per request; also in the X-Request-Id header.' }),
      ...details,
    }),
  });
}

/** A failure as a page reads it. */
export interface PortalFailureBody {
  readonly error: {
    readonly code: PortalFailureCode;
    readonly message: string;
    readonly request_id: string;
    /** With TOUR_REFUSED only. */
    readonly refused?: readonly RefusedUpload[];
  };
}
