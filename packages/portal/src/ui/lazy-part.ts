import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { loadCode } from '../api/load-code.ts';

/** Runs when the browser has nothing else to do; never where it does not say when that is. */
const whenIdle = (run: () => void) => {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(run);
};

/**
 * A component whose code is loaded when it first shows, or before that in an idle moment: what a person is about to
 * open is then there without a network and after a deployment. Otherwise it waits both out.
 * @param ahead False for code that most visitors of the page never need.
 */
export function lazyPart<Props, Name extends string>(
  load: () => Promise<{ readonly [Key in Name]: ComponentType<Props> }>,
  name: Name,
  ahead = true,
): LazyExoticComponent<ComponentType<Props>> {
  if (ahead) whenIdle(() => void load().catch(() => undefined));
  return lazy(async () => ({ default: (await loadCode(load))[name] }));
}
