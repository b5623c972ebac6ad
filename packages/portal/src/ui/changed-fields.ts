/**
 * What a form sends where left out means unchanged: somebody else may have changed the other fields since it opened.
 * @param opened What the form began with.
 * @returns The fields that differ from that.
 */
export function changedFields<Fields extends object>(opened: Fields, now: Fields): Partial<Fields> {
  const names = Object.keys(now) as (keyof Fields)[];
  const changed = names.filter((name) => JSON.stringify(now[name]) !== JSON.stringify(opened[name]));
  return Object.fromEntries(changed.map((name) => [name, now[name]])) as Partial<Fields>;
}
