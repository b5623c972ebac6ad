/** `vr-info` → `vrInfo`, the name of the SDK's method. @param {string} kebab */
export function camelCase(kebab) {
  return kebab.replace(/[-_](.)/g, (_, letter) => letter.toUpperCase());
}

/** `vr-info` → `VrInfo`, `contact_info` → `ContactInfo`. @param {string} name */
export function pascalCase(name) {
  const camel = camelCase(name.replace(/^_+/, ''));
  return camel.charAt(0).toUpperCase() + camel.slice(1);
}

/** Starts with a capital and ends with a full stop. @param {string} words */
export function sentence(words) {
  const capital = words.charAt(0).toUpperCase() + words.slice(1);
  return /[.!?]$/.test(capital) ? capital : `${capital}.`;
}
