import { useCallback, useState } from 'react';
import { type Draft, emptyDraft } from './draft.ts';

/** Steps that can be undone. */
const STEPS_MAX = 100;

interface History {
  readonly before: readonly Draft[];
  readonly draft: Draft;
  readonly after: readonly Draft[];
  /** What the last step was: the next one of the same kind, as the next letter of a name, belongs to it. */
  readonly step: string | undefined;
}

export interface DraftHistory {
  readonly draft: Draft;
  /** @param step Names a change that goes on with the next one of the same name; undefined stands for itself. */
  change(make: (draft: Draft) => Draft, step?: string): void;
  /** Goes on with another tour, whose steps nobody knows. */
  open(draft: Draft): void;
  /** Undefined where there is nothing to undo. */
  readonly undo: (() => void) | undefined;
  readonly redo: (() => void) | undefined;
}

/** A tour that is being made, and every step that led there. */
export function useDraft(): DraftHistory {
  const [history, setHistory] = useState<History>({ before: [], draft: emptyDraft, after: [], step: undefined });
  const change = useCallback((make: (draft: Draft) => Draft, step?: string) => {
    setHistory(({ before, draft, step: last, after }) => {
      const next = make(draft);
      if (next === draft) return { before, draft, after, step: last };
      const goesOn = step !== undefined && step === last;
      return { before: goesOn ? before : [...before, draft].slice(-STEPS_MAX), draft: next, after: [], step };
    });
  }, []);
  const open = useCallback((draft: Draft) => setHistory({ before: [], draft, after: [], step: undefined }), []);
  const undo = useCallback(() => {
    setHistory((now) => {
      const draft = now.before.at(-1);
      if (draft === undefined) return now;
      return { before: now.before.slice(0, -1), draft, after: [now.draft, ...now.after], step: undefined };
    });
  }, []);
  const redo = useCallback(() => {
    setHistory((now) => {
      const [draft, ...after] = now.after;
      return draft === undefined ? now : { before: [...now.before, now.draft], draft, after, step: undefined };
    });
  }, []);
  const { before, draft, after } = history;
  return {
    draft,
    change,
    open,
    undo: before.length > 0 ? undo : undefined,
    redo: after.length > 0 ? redo : undefined,
  };
}
