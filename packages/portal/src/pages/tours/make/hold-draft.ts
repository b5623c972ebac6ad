/** Begins the names of locks, each of which says that a tab works on a draft. */
const LOCK = 'openhouse-draft ';

// Browsers lend locks to secure pages only. Without them a draft that another tab works on is offered as well.
const locks = (): LockManager | undefined => (navigator as Partial<Navigator>).locks;

/** @returns Gives it back; undefined while another tab works on this draft. The browser gives it back for a page that dies. */
export function holdDraft(id: string): Promise<(() => void) | undefined> {
  const manager = locks();
  if (manager === undefined) return Promise.resolve(() => {});
  return new Promise((resolve) => {
    void manager.request(LOCK + id, { ifAvailable: true }, (lock) => {
      if (lock === null) return resolve(undefined);
      return new Promise<void>((giveBack) => resolve(giveBack));
    });
  });
}

/** @returns Ids of the drafts that tabs work on. */
export async function heldDrafts(): Promise<ReadonlySet<string>> {
  const held = (await locks()?.query())?.held ?? [];
  return new Set(held.map(({ name = '' }) => name.slice(LOCK.length)));
}
