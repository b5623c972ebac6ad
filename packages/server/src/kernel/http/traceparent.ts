const TRACEPARENT = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;
const NO_TRACE = '0'.repeat(32);
const NO_SPAN = '0'.repeat(16);

/** @returns The trace id of a W3C `traceparent` header; undefined without a valid one. */
export function givenTraceId(traceparent: string | string[] | undefined): string | undefined {
  const match = typeof traceparent === 'string' ? TRACEPARENT.exec(traceparent) : null;
  const given = match?.[1];
  return given === NO_TRACE ? undefined : given;
}

/** The caller's span, and whether its trace is sampled. */
export interface ParentSpan {
  /** 16 hexadecimal digits. */
  readonly spanId: string;
  readonly isSampled: boolean;
}

/** @returns The span that a `traceparent` header names; undefined without a valid one. */
export function parentOf(traceparent: string | string[] | undefined): ParentSpan | undefined {
  if (typeof traceparent !== 'string' || givenTraceId(traceparent) === undefined) return undefined;
  const [, , spanId = NO_SPAN, flags = ''] = TRACEPARENT.exec(traceparent) ?? [];
  return spanId === NO_SPAN ? undefined : { spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}
