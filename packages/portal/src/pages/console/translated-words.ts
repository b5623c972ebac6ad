import type { OperationName } from '@openhouse/contract';

/** Translations of the contract's words; they are loaded by who reads them. */
export interface TranslatedWords {
  readonly operations: { readonly [Name in OperationName]: readonly [title: string, description: string] };
  readonly parameters: Readonly<Record<string, string>>;
  readonly failures: Readonly<Record<string, readonly [message: string, advice: string]>>;
}
