import type { ReactNode } from 'react';
import type { ExampleFacts } from '../../code/examples.ts';

/** One part of a guide, with an address of its own. */
export interface GuideSection {
  /** The fragment of its address; the same in every language. */
  readonly id: string;
  readonly title: string;
  readonly body: (facts: ExampleFacts) => ReactNode;
}

/** A page of the docs. */
export interface Guide {
  readonly title: string;
  readonly lede: string;
  readonly sections: readonly GuideSection[];
}
