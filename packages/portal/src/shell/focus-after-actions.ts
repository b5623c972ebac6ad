import { type Mutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { focusHeading } from './focus-heading.ts';

/** By then the page is drawn without what an action took away: a dialog closes a frame after its action has ended. */
const DRAWN_MS = 100;

/**
 * What a person removes takes the button along that they pressed, or that a closing dialog gave the focus back to, and the
 * focus is nowhere. The keyboard and the screen reader then go on at the heading, once lists have been read again; the window
 * stays where it is, for whoever used the pointer.
 */
export function useFocusAfterActions(): void {
  const queries = useQueryClient();
  useEffect(() => {
    const begun = new Set<Mutation>();
    let drawn: ReturnType<typeof setTimeout> | undefined;
    const isNowhere = () => document.activeElement === document.body;
    const unsubscribe = queries.getMutationCache().subscribe((event) => {
      if (event.type !== 'updated') return;
      const { mutation, action } = event;
      // One that runs by itself takes the focus from nobody.
      if (action.type === 'pending' && !isNowhere()) begun.add(mutation);
      if ((action.type === 'success' || action.type === 'error') && begun.delete(mutation)) {
        clearTimeout(drawn);
        drawn = setTimeout(() => isNowhere() && focusHeading({ preventScroll: true }), DRAWN_MS);
      }
    });
    return () => {
      unsubscribe();
      clearTimeout(drawn);
    };
  }, [queries]);
}
