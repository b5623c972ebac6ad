/** @returns Whether the person asked their system for less motion; read once, as it hardly ever changes. */
export function useReducedMotion(): boolean {
  return window.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false;
}
