import type { OperationForm } from '@openhouse/contract';

/** The operation one begins with: the first read. */
const FIRST_OPERATION = 'vr-info';

/**
 * @param search The query of the page's address: `operation`, and parameters by name.
 * @param examples Whether the contract's examples fit: they are about the demo tours.
 */
export function initialValues(
  search: string,
  operations: readonly OperationForm[],
  examples: boolean,
): Record<string, string> {
  const asked = Object.fromEntries(new URLSearchParams(search));
  const operation = operations.some(({ name }) => name === asked.operation) ? asked.operation : FIRST_OPERATION;
  const required = operations.flatMap(({ parameters }) =>
    parameters.flatMap(({ name, isRequired, example }) => (isRequired && examples ? [[name, example]] : [])),
  );
  const known = new Set(operations.flatMap(({ parameters }) => parameters.map(({ name }) => name)));
  const given = Object.entries(asked).filter(([name]) => known.has(name));
  return { ...Object.fromEntries(required), ...Object.fromEntries(given), operation: operation ?? FIRST_OPERATION };
}
