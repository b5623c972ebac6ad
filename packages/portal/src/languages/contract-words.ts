import type { GatewayFailureStatus, OperationName } from '@openhouse/contract';

/** The contract is written in English; its words in another language. They are loaded by who reads them. */
export interface ContractWords {
  /** Titles of the reference's pages that are not of one operation. */
  readonly pages: { readonly [Page in 'operations' | 'errors' | 'configuration' | 'cli' | 'metrics']: string };
  readonly operations: { readonly [Name in OperationName]: readonly [title: string, description: string] };
  readonly parameters: Readonly<Record<string, string>>;
  readonly failures: { readonly [Status in GatewayFailureStatus]: readonly [message: string, advice: string] };
}
