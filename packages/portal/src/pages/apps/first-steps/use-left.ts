import { useState } from 'react';

const keyOf = (teamId: string) => `openhouse-first-steps-${teamId}`;

/** Whether somebody has hidden a Team's first steps in this browser, and the way to do so. */
export function useLeft(teamId: string): readonly [boolean, () => void] {
  const [left, setLeft] = useState(() => kept(teamId));
  return [
    left,
    () => {
      setLeft(true);
      try {
        localStorage.setItem(keyOf(teamId), 'left');
      } catch {
        // Storage is switched off: they stay hidden until the page is left.
      }
    },
  ];
}

function kept(teamId: string): boolean {
  try {
    return localStorage.getItem(keyOf(teamId)) !== null;
  } catch {
    return false;
  }
}
