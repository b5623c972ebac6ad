// Loaded into each process of the stage and into the suite's own: its names stand for this machine, as a company's name
// server would say. Chromium is told the same.
import dns from 'node:dns';

const DOMAIN = '.openhouse.example';

/** @param {typeof dns | typeof dns.promises} resolver */
function resolveHere(resolver) {
  const { lookup } = resolver;
  /** @type {(name: string, ...rest: unknown[]) => unknown} */
  const lookupHere = (name, ...rest) =>
    Reflect.apply(lookup, resolver, [name.endsWith(DOMAIN) ? '127.0.0.1' : name, ...rest]);
  Object.assign(resolver, { lookup: lookupHere });
}
for (const resolver of [dns, dns.promises]) resolveHere(resolver);
