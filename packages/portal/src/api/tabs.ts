/** What one tab tells the others of the same browser. */
export type TabNews =
  /** The account may be another now: somebody signed in, or another Team became active. */
  | 'account'
  /** The person signed out: pages show none of their data any more. */
  | 'signed-out';

/** The other open tabs of the portal. */
export interface Tabs {
  tell(news: TabNews): void;
  /** @returns What stops listening. */
  listen(hear: (news: TabNews) => void): () => void;
}

/** No other tabs: where the browser has no such channel, and in tests. */
export const noTabs: Tabs = { tell: () => {}, listen: () => () => {} };

/** Tabs hear of each other at once, without asking the portal. */
export function openTabs(): Tabs {
  if (typeof BroadcastChannel === 'undefined') return noTabs;
  const channel = new BroadcastChannel('openhouse');
  return {
    tell: (news) => channel.postMessage(news),
    listen(hear) {
      const onMessage = ({ data }: MessageEvent<unknown>) => {
        if (data === 'account' || data === 'signed-out') hear(data);
      };
      channel.addEventListener('message', onMessage);
      return () => channel.removeEventListener('message', onMessage);
    },
  };
}
