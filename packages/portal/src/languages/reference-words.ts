import type { PortalFailureCode } from '@openhouse/contract';

/** What every failure of the portal means and how it is mended. */
export type FailureWords = { readonly [Code in PortalFailureCode]: readonly [message: string, advice: string] };

/** Words of the contract that only the reference shows, in another language than English. Read when the docs are built. */
export interface ReferenceWords {
  /** What fields of payloads are, sentence by sentence. */
  readonly fields: Readonly<Record<string, string>>;
  readonly portalFailures: FailureWords;
  /** What the groups of operations hold. */
  readonly groups: Readonly<Record<string, string>>;
  /** Paragraphs and cells of the configuration reference. */
  readonly configuration: Readonly<Record<string, string>>;
  /** Paragraphs and cells of the page of metrics and alerts. */
  readonly metrics: Readonly<Record<string, string>>;
}
