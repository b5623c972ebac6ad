/**
 * All values at a path such as `observers[].position`.
 * @param value Where the path starts.
 */
export function valuesAt(value: unknown, path: string): unknown[] {
  const [, name = '', lists = '', rest = ''] = /^([^.[\]]+)((?:\[\])*)\.?(.*)$/.exec(path) ?? [];
  if (typeof value !== 'object' || value === null || !(name in value)) return [];
  let found: unknown[] = [(value as Record<string, unknown>)[name]];
  for (let depth = 0; depth < lists.length / 2; depth++)
    found = found.flatMap((list) => (Array.isArray(list) ? list : []));
  return rest === '' ? found : found.flatMap((inner) => valuesAt(inner, rest));
}
