/**
 * What this browser keeps for the portal. Somebody who blocks cookies has switched its storage off as well, and merely
 * naming it throws: nothing is kept then, and the pages go on (decision 0243).
 */
export interface Kept {
  /** @returns null for what is not kept. */
  get(key: string): string | null;
  /** @returns Whether it is kept now. */
  set(key: string, value: string): boolean;
  remove(key: string): void;
}

function keptIn(storage: () => Storage): Kept {
  function tried<Outcome>(use: (storage: Storage) => Outcome, otherwise: Outcome): Outcome {
    try {
      return use(storage());
    } catch {
      return otherwise;
    }
  }
  return {
    get: (key) => tried((open) => open.getItem(key), null),
    set: (key, value) =>
      tried((open) => {
        open.setItem(key, value);
        return true;
      }, false),
    remove: (key) => tried((open) => open.removeItem(key), undefined),
  };
}

/** Until somebody clears it. */
export const keptInBrowser = keptIn(() => localStorage);
/** Until the tab is closed. */
export const keptInTab = keptIn(() => sessionStorage);
