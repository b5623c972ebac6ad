/** @returns The language that an element, or what is around it, says it has; shadow trees are left on the way out. */
export function languageAround(element: Element): string | undefined {
  const around = element.closest('[lang]');
  // An empty one says that the language is not known.
  if (around !== null) return around.getAttribute('lang') || undefined;
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? languageAround(root.host) : undefined;
}
