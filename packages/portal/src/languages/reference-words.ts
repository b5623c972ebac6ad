import type { PortalFailureCode } from '@openhouse/contract';

/** Words of the contract that only the reference shows, in another language than English. Read when the docs are built. */
export interface ReferenceWords {
  /** What fields of payloads are, sentence by sentence. */
  readonly fields: Readonly<Record<string, string>>;
  readonly portalFailures: { readonly [Code in PortalFailureCode]: readonly [message: string, advice: string] };
  /** What the groups of operations hold. */
  readonly groups: Readonly<Record<string, string>>;
  /** Paragraphs and cells of the configuration reference. */
  readonly configuration: Readonly<Record<string, string>>;
}
