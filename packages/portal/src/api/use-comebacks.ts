import { useState } from 'react';
import { useAccount } from './portal-context.tsx';
import { useOnline } from './use-online.ts';

/**
 * @returns A number that grows whenever what could not be loaded may be there again: the network, the session or the Team
 *   of the page is back. Reads of the portal are repeated by their queries; this is for what the browser loads itself.
 */
export function useComebacks(): number {
  const { ended, switchedTo } = useAccount();
  const isWell = useOnline() && !ended && switchedTo === undefined;
  const [held, setHeld] = useState({ isWell, count: 0 });
  const now = held.isWell === isWell ? held : { isWell, count: held.count + (isWell ? 1 : 0) };
  if (now !== held) setHeld(now);
  return now.count;
}
