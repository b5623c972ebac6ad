type Environment = Readonly<Record<string, string | undefined>>;

const BYTE_ORDER_MARK = '\ufeff';
const QUOTED = /^(["'])([\s\S]*)\1$/;
const LEAVE_OUT = 'is in quotes, which are taken for a part of it: leave them out';

/** @returns What is wrong with a value that is in quotes. */
export const quotesProblem = (value: string): string | undefined => (QUOTED.test(value) ? LEAVE_OUT : undefined);

/** An environment without what editors and programs leave around values, and what is wrong with what is left. */
export interface Unwrapped {
  readonly env: Environment;
  readonly problems: readonly string[];
}

/**
 * Takes blanks, line breaks and byte order marks off the ends of values: no setting has any there, and nobody sees them. Quotes are
 * refused: some programs that read environment files take them off, and others keep them.
 * @param names Of the settings; other variables stay as they are.
 */
export function unwrap(env: Environment, names: readonly string[]): Unwrapped {
  const problems = Object.keys(env)
    .filter((name) => name.startsWith(BYTE_ORDER_MARK))
    .map((name) => `${name.slice(1)} is not set: its file begins with a byte order mark. Save it as UTF-8 without one`);
  const bare: Record<string, string> = {};
  for (const name of names) {
    const value = env[name]?.trim();
    // Blanks alone are no value, and are refused where one is needed.
    if (value === undefined || value === '') continue;
    const problem = quotesProblem(value);
    if (problem !== undefined) problems.push(`${name} ${problem}`);
    // Read without its quotes, so that nothing else is said of it.
    bare[name] = value.replace(QUOTED, '$2');
  }
  return { env: { ...env, ...bare }, problems };
}
