/** Stands in an answer or an output of the docs for what differs each time, or is left out. */
const ANYTHING = '…';
/** Members whose number differs each time; the docs show one. */
const DIFFERS = new Set(['cost', 'expire_at', 'expired_timestamp']);

/**
 * Compares an answer with the one that the docs show.
 * @param shown JSON in which `…` stands for any text, the rest of a text, further members or further entries.
 * @returns What differs, by its path; nothing when the answer is as shown.
 */
export function differences(shown: string, answer: unknown): string[] {
  return compare(JSON.parse(withoutGaps(shown)), answer, 'answer');
}

/** Turns a bare `…` into a member or an entry of that name. */
function withoutGaps(shown: string): string {
  const open: string[] = [];
  // Texts are passed over whole: what they hold is no structure.
  return shown.replace(/"(?:[^"\\]|\\.)*"|[[{\]}…]/g, (found) => {
    if (found === '[' || found === '{') open.push(found);
    else if (found === ']' || found === '}') open.pop();
    if (found !== ANYTHING) return found;
    return open.at(-1) === '{' ? `"${ANYTHING}": true` : `"${ANYTHING}"`;
  });
}

function compare(shown: unknown, found: unknown, path: string): string[] {
  if (typeof shown === 'string' && shown.endsWith(ANYTHING) && typeof found === 'string') {
    return found.startsWith(shown.slice(0, -1)) ? [] : [`${path}: ${found}`];
  }
  if (Array.isArray(shown)) {
    if (!Array.isArray(found)) return [`${path} is no list`];
    const open = shown.at(-1) === ANYTHING;
    const entries = open ? shown.slice(0, -1) : shown;
    const rest = !open && found.length !== entries.length ? [`${path} has ${found.length} entries`] : [];
    return [...rest, ...entries.flatMap((entry, index) => compare(entry, found[index], `${path}[${index}]`))];
  }
  if (typeof shown === 'object' && shown !== null) {
    if (typeof found !== 'object' || found === null) return [`${path} is no object`];
    const { [ANYTHING]: open, ...members } = shown as Record<string, unknown>;
    const present = found as Record<string, unknown>;
    const more = Object.keys(present).filter((name) => !(name in members));
    return [
      ...(open === undefined ? more.map((name) => `${path}.${name} is not shown`) : []),
      ...Object.entries(members).flatMap(([name, value]) =>
        DIFFERS.has(name) && typeof present[name] === 'number' ? [] : compare(value, present[name], `${path}.${name}`),
      ),
    ];
  }
  return Object.is(shown, found) ? [] : [`${path} is ${JSON.stringify(found)}`];
}

/** Whether a program printed what the docs show; `…` stands for any text, over lines too. */
export function printsAs(shown: string, printed: string): boolean {
  const pattern = shown.trim().split(ANYTHING).map(escaped).join('[\\s\\S]*');
  return new RegExp(`^${pattern}$`).test(printed.replaceAll('\r', '').trim());
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
