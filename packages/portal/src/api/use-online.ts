import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

/** @returns Whether the browser has a network at all. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    (changed) => onlineManager.subscribe(changed),
    () => onlineManager.isOnline(),
  );
}
