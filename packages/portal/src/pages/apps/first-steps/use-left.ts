import { useState } from 'react';
import { keptInBrowser } from '../../../api/kept.ts';

const keyOf = (teamId: string) => `openhouse-first-steps-${teamId}`;

/** Whether somebody has hidden a Team's first steps in this browser, and the way to do so. */
export function useLeft(teamId: string): readonly [boolean, () => void] {
  const [left, setLeft] = useState(() => keptInBrowser.get(keyOf(teamId)) !== null);
  return [
    left,
    () => {
      setLeft(true);
      keptInBrowser.set(keyOf(teamId), 'left');
    },
  ];
}
