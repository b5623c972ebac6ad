import type { World } from './world.ts';

/** What the command reads of its environment itself. Settings of the service say by themselves what an empty one means. */
const READ_HERE = /^(?:OPENHOUSE_\w+|DATA_DIR|NODE_EXTRA_CA_CERTS|XDG_CONFIG_HOME|https?_proxy|no_proxy)$/i;

/**
 * The environment without the command's variables that are empty or blank. A workflow that passes on a variable which is not set
 * sets it to an empty text, and nobody means an empty key, address or directory by that.
 */
export function givenVariables(env: World['env']): World['env'] {
  const given = ([name, value]: [string, string | undefined]) => value?.trim() !== '' || !READ_HERE.test(name);
  return Object.fromEntries(Object.entries(env).filter(given));
}
