import { createRequire } from 'node:module';
import { addressSpaceLimit, descriptorLimit } from './process-limits.ts';

/** Descriptors below which modules are loaded one after the other: Node.js opens up to 200 of ours at once. */
const ENOUGH_FOR_ALL = 512;

/** Descriptors that a command needs then, and what it needs where `require` cannot load modules (Node.js before 22.12). */
const [LEAST, LEAST_AT_ONCE] = [64, 256];

/** @returns What to do where this process may open too few files to be loaded; undefined where it may open enough. */
export function tooFewDescriptors(limit = descriptorLimit()): string | undefined {
  const least = process.features.require_module ? LEAST : LEAST_AT_ONCE;
  if (limit === undefined || limit >= least) return undefined;
  return `This process may open ${limit} files, and needs ${least}. Allow it more: ulimit -n 1024 in this shell, LimitNOFILE= in systemd, --ulimit nofile= of a container.`;
}

const GIBIBYTE = 1024 ** 3;
/** Node.js reserves 10 GiB of addresses, not of memory, for each WebAssembly: one reads HTTP, the embedded store is another. */
const LEAST_ADDRESSES = 24 * GIBIBYTE;

/** @returns What to do where this process may take too few addresses; undefined where it may take enough. */
export function tooFewAddresses(limit = addressSpaceLimit()): string | undefined {
  if (limit === undefined || limit >= LEAST_ADDRESSES) return undefined;
  return `This process may take ${Math.floor(limit / GIBIBYTE)} GiB of addresses, and needs ${LEAST_ADDRESSES / GIBIBYTE}, most of which it never fills. Lift that limit: ulimit -v unlimited in this shell, LimitAS=infinity in systemd; bound memory with MemoryMax= or --memory of a container.`;
}

/**
 * Loads a built module with everything that it imports one after the other, as `require` does, where few files may be open at
 * once. The `import` that follows finds it loaded.
 * @param from Address of the module that asks.
 * @param name Of the module, as an import names it.
 */
export function loadSparingly(from: string, name: string): void {
  if (!from.endsWith('.js') || !process.features.require_module) return;
  if ((descriptorLimit() ?? ENOUGH_FOR_ALL) < ENOUGH_FOR_ALL) createRequire(from)(name);
}
