import type { FailureReference, OperationSamples, PayloadField } from '@openhouse/contract';
import type { CodeTab } from '../../ui/code/code-tab.ts';

/** Text inside a paragraph. */
export type Inline =
  | string
  | { readonly code: string }
  | { readonly strong: readonly Inline[] }
  | { readonly emphasis: readonly Inline[] }
  /** `/docs/…`, `/openapi.json`, `#here` or an address elsewhere. */
  | { readonly link: string; readonly text: readonly Inline[] };

/** A part of a page that is written as Markdown. */
export type Block =
  | { readonly kind: 'heading'; readonly level: 2 | 3; readonly id: string; readonly text: readonly Inline[] }
  | { readonly kind: 'paragraph'; readonly text: readonly Inline[] }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly items: readonly (readonly Block[])[] }
  | {
      readonly kind: 'table';
      readonly head: readonly (readonly Inline[])[];
      readonly rows: readonly (readonly (readonly Inline[])[])[];
    }
  | { readonly kind: 'code'; readonly tabs: readonly [CodeTab, ...CodeTab[]] }
  | { readonly kind: 'note'; readonly blocks: readonly Block[] };

/** A page that is written as Markdown: a guide, or a generated list. */
export interface WrittenPage {
  readonly kind: 'written';
  readonly title: string;
  readonly lede: readonly Inline[];
  readonly blocks: readonly Block[];
}

/** One input of an operation. */
export interface OperationInput {
  readonly name: string;
  readonly required: boolean;
  /** What it takes, as a sentence. */
  readonly takes: string;
  readonly example: string;
}

/** The page of one operation of the gateway. */
export interface OperationPage {
  readonly kind: 'operation';
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly authentication: 'app-credentials' | 'access-token';
  readonly mediaType: string | null;
  readonly inputs: readonly OperationInput[];
  readonly fields: readonly PayloadField[];
  readonly samples: OperationSamples;
  /** A complete `data`, as JSON. */
  readonly example: string;
  /** Failures that this operation has for itself, then those of any. */
  readonly failures: readonly string[];
  readonly failuresOfAny: readonly string[];
}

/** The list of all operations. */
export interface OperationsPage {
  readonly kind: 'operations';
  readonly title: string;
  readonly groups: readonly {
    readonly name: string;
    readonly description: string;
    readonly operations: readonly {
      readonly name: string;
      readonly title: string;
      readonly method: 'GET' | 'POST';
      readonly path: string;
    }[];
  }[];
}

/** Every failure, each with an anchor of its name. */
export interface ErrorsPage {
  readonly kind: 'errors';
  readonly title: string;
  readonly gateway: readonly FailureReference[];
  readonly portal: readonly {
    readonly code: string;
    readonly httpStatus: number;
    readonly message: string;
    readonly advice: string;
  }[];
}

export type DocPage = WrittenPage | OperationPage | OperationsPage | ErrorsPage;

/** A page as the navigation names it. */
export interface PageEntry {
  /** Its address below /docs: `tokens`, `reference/vr-info`. */
  readonly slug: string;
  readonly title: string;
}

/** The pages of a language in reading order. */
export interface DocContents {
  readonly guides: readonly PageEntry[];
  readonly reference: readonly PageEntry[];
  /** The operations by subject, below the reference. */
  readonly operations: readonly { readonly name: string; readonly pages: readonly PageEntry[] }[];
}
