// Loaded into the service before anything of its own: names below `changing.example` stand for what somebody else's name
// server tells, which may differ from question to question. All others are resolved as ever.
import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';

/** An address of the internet. It is told to those who judge, always before or beside one that is refused: nobody connects to it. */
const OUTSIDE = '198.41.0.4';
const INSIDE = '127.0.0.1';

/** What the questions about a name are answered, by its first word, one after the other; the last answer stays. */
const ANSWERS = /** @type {Readonly<Record<string, readonly (readonly string[])[]>>} */ ({
  inside: [[INSIDE]],
  ipv6: [['::1']],
  mapped: [['::ffff:127.0.0.1']],
  second: [[OUTSIDE, INSIDE]],
  later: [[OUTSIDE], [INSIDE]],
  'later-ipv6': [[OUTSIDE], ['::1']],
  'later-mapped': [[OUTSIDE], ['::ffff:127.0.0.1']],
  'later-second': [[OUTSIDE], [OUTSIDE, INSIDE]],
});

const resolve = dns.lookup;
/** @type {Map<string, number>} */
const asked = new Map();

/** @param {string} name @param {...any} rest Options where there are some, then the callback. */
function lookup(name, ...rest) {
  const answers = name.endsWith('.changing.example') ? ANSWERS[name.split('.')[0] ?? ''] : undefined;
  if (answers === undefined) return Reflect.apply(resolve, dns, [name, ...rest]);
  const turn = asked.get(name) ?? 0;
  asked.set(name, turn + 1);
  const told = (answers[Math.min(turn, answers.length - 1)] ?? []).map((address) => ({
    address,
    family: address.includes(':') ? 6 : 4,
  }));
  const callback = rest.at(-1);
  setImmediate(() =>
    rest[0]?.all === true ? callback(null, told) : callback(null, told[0]?.address, told[0]?.family),
  );
}
Object.assign(dns, { lookup });
syncBuiltinESMExports();
