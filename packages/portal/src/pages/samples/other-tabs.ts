import { type OtherPrograms, otherPrograms, type SampleProgram } from '@openhouse/contract';
import type { CodeTab } from '../../ui/code/code-tab.ts';

/** Programs that the contract wrote, as tabs. */
export function tabsOf({ go, php, java }: OtherPrograms): readonly CodeTab[] {
  return [
    // Coloured as what is like them, as in the guides.
    { name: 'Go', language: 'typescript', code: go },
    { name: 'PHP', language: 'typescript', code: php },
    { name: 'Java', language: 'typescript', code: java },
  ];
}

/** A program in the languages that no page writes itself. */
export const otherTabs = (program: SampleProgram): readonly CodeTab[] => tabsOf(otherPrograms(program));
