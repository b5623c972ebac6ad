import type { ServiceStatus, StatusPart } from '@openhouse/contract';
import type { Pool } from 'pg';
import { type Repeated, repeated } from '../../kernel/repeated.ts';
import { type NoteRow, readNote } from './store.ts';

/** How one part is measured. Each says whether it works, and never throws. */
export type Measures = { readonly [Part in StatusPart]: () => boolean | Promise<boolean> };

/** What works, as last measured: whoever asks is told what is in memory. */
export interface StatusBoard extends Repeated {
  now(): ServiceStatus;
  /** Measures at once, and reads the note. */
  look(): Promise<void>;
  /** Reads the note alone: parts that are slow to answer keep nobody from it. */
  lookAtNote(): Promise<void>;
}

export interface StatusBoardDeps {
  readonly pool: Pick<Pool, 'query'>;
  readonly measures: Measures;
  readonly nowMs: () => number;
}

/** Milliseconds between two looks. */
const LOOK_MS = 10_000;

/** @returns A board that takes every part to work until it has looked. */
export function statusBoard({ pool, measures, nowMs }: StatusBoardDeps): StatusBoard {
  const names = Object.keys(measures) as StatusPart[];
  let parts = names.map((name) => ({ name, works: true }));
  let note: NoteRow | undefined;
  /** How often the note was read, or began to be. */
  let readings = 0;
  let checkedAtMs = nowMs();

  async function measure(): Promise<void> {
    parts = await Promise.all(names.map(async (name) => ({ name, works: await measures[name]() })));
    checkedAtMs = nowMs();
  }
  async function lookAtNote(): Promise<void> {
    readings += 1;
    const own = readings;
    // While the database is away the note stays as it was last read.
    const read = await readNote(pool).catch(() => note);
    // What was read before somebody changed it may arrive after the change.
    if (own === readings) note = read;
  }
  const look = async (): Promise<void> => {
    await Promise.all([measure(), lookAtNote()]);
  };
  const looks = repeated({ name: 'status', everyMs: LOOK_MS, look, onFailed: () => undefined });
  let first: Promise<void> | undefined;

  return {
    // The parts are just starting, but the note is there.
    start() {
      first = lookAtNote();
      looks.start();
    },
    async stop() {
      await looks.stop();
      await first;
    },
    look: () => look().catch(() => undefined),
    lookAtNote,
    now: () => ({
      works: parts.every(({ works }) => works),
      checkedAt: new Date(checkedAtMs).toISOString(),
      parts,
      note: note === undefined ? null : { text: note.text, since: note.since.toISOString() },
    }),
  };
}
