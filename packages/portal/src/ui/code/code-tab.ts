import type { CodeLanguage } from './highlight.ts';

/** One way to write an example. */
export interface CodeTab {
  /** Name on the tab: "curl", "TypeScript". */
  readonly name: string;
  readonly language: CodeLanguage;
  readonly code: string;
}
