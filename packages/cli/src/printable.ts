import { escapeUnseen, UNSEEN } from '@openhouse/contract';
import type { World } from './world.ts';

/**
 * External text as one message of ours: a name or the sentence of a server cannot move the cursor, overwrite earlier lines or
 * begin a line that looks like ours. Line breaks stay; what follows one is indented.
 */
export const printable = (text: string): string => shown(text).replaceAll(/\n(?=[^\s])/g, '\n  ');

/** The same as one line, for a cell of a list. */
export const printableLine = (text: string): string => shown(text).replaceAll('\n', ' ');

/**
 * The world with safe outputs: whatever a command writes, control characters from outside never reach a terminal.
 * Standard output in a pipe or file stays byte for byte.
 */
export function withHarmlessOutput(world: World): World {
  const { stdout, stderr, env } = world;
  // A terminal that knows no escape sequences, such as the shell of an editor, would show them.
  const canOverwrite = env.TERM !== 'dumb';
  return {
    ...world,
    stdout: stdout.isTTY === true ? { ...sized(stdout), write: (text) => stdout.write(escapeUnseen(text)) } : stdout,
    stderr: {
      ...sized(stderr),
      write: (text) => stderr.write(shown(text)),
      ...(canOverwrite && { overwrite: (text: string) => stderr.write(`${CLEAR_LINE}${printableLine(text)}`) }),
    },
  };
}

const CLEAR_LINE = '\r\u001b[2K';

/** The members of a stream that commands look at: a stream's own are not enumerable. */
const sized = ({ isTTY, columns }: World['stdout']) => ({
  ...(isTTY !== undefined && { isTTY }),
  ...(columns !== undefined && { columns }),
});

const shown = (text: string): string =>
  text.replaceAll(UNSEEN, (character) => (character === '\n' ? character : '\ufffd'));
