/** `vr-info` → `vrInfo`; also the name of the SDK's method. */
export function camelCase(kebab: string): string {
  return kebab.replace(/[-_](.)/g, (_, letter: string) => letter.toUpperCase());
}

/** `vr-info` → `VrInfo`. */
export function pascalCase(kebab: string): string {
  const camel = camelCase(kebab);
  return camel.charAt(0).toUpperCase() + camel.slice(1);
}

/** Starts with a capital and ends with a full stop. */
export function sentence(words: string): string {
  const capital = words.charAt(0).toUpperCase() + words.slice(1);
  return /[.!?]$/.test(capital) ? capital : `${capital}.`;
}
