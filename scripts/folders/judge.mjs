/**
 * @typedef {import('./read-imports.mjs').Import} Import
 * @typedef {readonly (readonly string[])[]} Floors Names of a root's entries, the highest floor first.
 */

/**
 * @typedef {object} Arrow Imports from one entry of a folder to another, whatever lies inside them.
 * @property {string} folder The folder whose entries they are; '' is the root.
 * @property {string} from
 * @property {string} to
 * @property {Import[]} imports
 */

/**
 * Each import is an arrow between two entries of the lowest folder that holds both of its files.
 * @param {readonly Import[]} imports
 * @returns {Arrow[]}
 */
export function arrowsOf(imports) {
  /** @type {Map<string, Arrow>} */
  const arrows = new Map();
  for (const one of imports) {
    const [from, to] = [one.from.split('/'), one.to.split('/')];
    const at = from.findIndex((name, index) => name !== to[index]);
    if (at < 0) continue;
    const arrow = { folder: from.slice(0, at).join('/'), from: from[at] ?? '', to: to[at] ?? '', imports: [] };
    const key = JSON.stringify([arrow.folder, arrow.from, arrow.to]);
    const known = arrows.get(key) ?? arrow;
    known.imports.push(one);
    arrows.set(key, known);
  }
  return [...arrows.values()];
}

/**
 * @param {readonly Arrow[]} arrows
 * @returns {string[]} One line for each circle between the entries of a folder, with an import of each step.
 */
export function circlesIn(arrows) {
  return [...new Set(arrows.map(({ folder }) => folder))].flatMap((folder) => {
    const inside = arrows.filter((arrow) => arrow.folder === folder);
    const circle = firstCircle(inside);
    if (circle === undefined) return [];
    const steps = circle.map(({ from, to, imports: [example] }) => `${from} → ${to} (${example?.from})`);
    return [`${folder === '' ? 'the root' : folder}: ${steps.join(', ')}`];
  });
}

/**
 * @param {readonly Arrow[]} arrows Of one folder.
 * @returns {Arrow[] | undefined} The arrows of one circle.
 */
function firstCircle(arrows) {
  /** @type {Set<string>} */
  const done = new Set();
  /** @type {Arrow[]} */
  const path = [];
  /** @type {(entry: string) => Arrow[] | undefined} */
  const visit = (entry) => {
    const at = path.findIndex(({ from }) => from === entry);
    if (at >= 0) return path.slice(at);
    if (done.has(entry)) return undefined;
    done.add(entry);
    for (const arrow of arrows.filter(({ from }) => from === entry)) {
      path.push(arrow);
      const circle = visit(arrow.to);
      if (circle !== undefined) return circle;
      path.pop();
    }
    return undefined;
  };
  for (const { from } of arrows) {
    const circle = visit(from);
    if (circle !== undefined) return circle;
  }
  return undefined;
}

/**
 * @param {readonly Arrow[]} arrows
 * @param {Floors} floors
 * @returns {string[]} One line for each import that goes up, stays on a floor or leaves an entry without a floor.
 */
export function climbsIn(arrows, floors) {
  /** @type {(entry: string) => number} */
  const floorOf = (entry) => floors.findIndex((floor) => floor.includes(entry));
  return arrows
    .filter(({ folder, from, to }) => folder === '' && (floorOf(from) < 0 || floorOf(from) >= floorOf(to)))
    .flatMap(({ from, to, imports }) => imports.map((one) => `${from} → ${to}: ${one.from} imports ${one.to}`));
}
