import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Sample } from './read-samples.ts';

interface Language {
  readonly name: string;
  /** Runs one file. */
  readonly command: string;
  readonly ending: string;
  /** Programs that it takes. */
  readonly programs: readonly string[];
}

/** Languages of samples whose programs a machine may lack, by the word of their fence. */
export const languages: Readonly<Record<string, Language>> = {
  python: { name: 'Python', command: 'python3', ending: 'py', programs: ['python3'] },
  go: { name: 'Go', command: 'go run', ending: 'go', programs: ['go'] },
  php: { name: 'PHP', command: 'php', ending: 'php', programs: ['php'] },
  // Run from its source, which takes the compiler too.
  java: { name: 'Java', command: 'java', ending: 'java', programs: ['java', 'javac'] },
};

const isInstalled = (program: string) =>
  (process.env.PATH ?? '').split(':').some((directory) => existsSync(join(directory, program)));

/** Those whose programs are not installed; their samples are then left out, and suites say so in their names. */
const missing = Object.entries(languages)
  .filter(([, { programs }]) => process.env.OPENHOUSE_REQUIRE_SERVICES !== '1' && !programs.every(isInstalled))
  .map(([word]) => word);

/** What the names of the suites end with. */
export const languagesNote =
  missing.length === 0
    ? ''
    : ` (SKIPPED for ${missing.map((word) => languages[word]?.name).join(', ')}: not installed)`;

export const runnable = ({ language }: Sample): boolean => !missing.includes(language);
