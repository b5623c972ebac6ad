/** @typedef {import('./server-process.mjs').Ports} Ports */

/**
 * What stands before a server that restarts: who comes meanwhile waits instead of being refused.
 * @typedef {object} Gate
 * @property {() => Promise<Ports | undefined>} pass Where the server listens, once it does; undefined when it has failed
 *   and nothing serves until the next change.
 * @property {() => void} hold Lets those who come wait.
 * @property {(ports: Ports | undefined) => void} open Lets them go on; undefined turns them away.
 */

/** @returns {Gate} It holds at first. */
export function createGate() {
  /** @type {(ports: Ports | undefined) => void} */
  let release = () => {};
  /** @type {Promise<Ports | undefined>} */
  let passage;
  let holds = false;
  const hold = () => {
    // Those who wait already wait for the same.
    if (holds) return;
    holds = true;
    passage = new Promise((resolve) => {
      release = resolve;
    });
  };
  hold();
  return {
    pass: () => passage,
    hold,
    open(ports) {
      holds = false;
      release(ports);
      passage = Promise.resolve(ports);
    },
  };
}
