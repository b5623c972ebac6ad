import { constants } from 'node:os';
import { type Told, told } from './told.ts';

/** Signals that end a command, as people call them. */
const CALLED = { SIGINT: 'Ctrl-C', SIGTERM: 'SIGTERM' } as const;

export type EndingSignal = keyof typeof CALLED;

/** Calls a function at the first of them. @returns Stops listening, so that the system ends the process at the next. */
export function onSignal(hear: (signal: EndingSignal) => void): () => void {
  const names = Object.keys(CALLED) as EndingSignal[];
  const unhear = () => {
    for (const name of names) process.off(name, heard);
  };
  const heard = (signal: EndingSignal) => {
    unhear();
    hear(signal);
  };
  for (const name of names) process.on(name, heard);
  return unhear;
}

/** The first sentence of what is said then. */
export const endsAs = (signal: EndingSignal): Told => told`Ended by ${CALLED[signal]}.`;

/**
 * Ends this process as the signal does where nobody listens: a shell stops its loop at Ctrl-C only if the command ended so, and
 * shows 128 and the number of the signal.
 */
export function endAs(signal: EndingSignal): void {
  // The system does not end the first process of a container by its own signal.
  if (process.pid === 1) process.exit(128 + constants.signals[signal]);
  process.kill(process.pid, signal);
}
