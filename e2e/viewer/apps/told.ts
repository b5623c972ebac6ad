const told: string[] = [];
Object.assign(globalThis, { told });

/** Notes an event where the test finds it. */
export const tell = (what: string): void => {
  told.push(what);
};
