import { goProgram } from './go-program.ts';
import { javaProgram } from './java-program.ts';
import { phpProgram } from './php-program.ts';
import type { SampleProgram } from './sample-program.ts';

/** A program in the languages that have neither an SDK nor a client in the guides. */
export interface OtherPrograms {
  readonly go: string;
  readonly php: string;
  readonly java: string;
}

/** The same program in each of them. It runs as it is, prints the answer, and says what is wrong where there is none. */
export function otherPrograms(program: SampleProgram): OtherPrograms {
  return { go: goProgram(program), php: phpProgram(program), java: javaProgram(program) };
}
