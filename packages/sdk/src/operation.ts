import type { CallOptions, Connection, Operation, OperationDeclaration } from './connection.ts';

/**
 * Makes the function of an operation. Pure, so that a bundler drops the operations that nobody calls.
 * @param trait `secret`: its payload holds secrets; `safe-to-repeat`: sending it twice does no more than once.
 */
export function operation<Call extends Operation>(
  name: Call['declaration']['name'],
  parameters: readonly string[],
  method: 'GET' | 'POST',
  path: string,
  trait?: 'secret' | 'safe-to-repeat',
): Call {
  const idempotent = method === 'GET' || trait === 'safe-to-repeat';
  const declaration: OperationDeclaration = { name, method, path, parameters, idempotent, secret: trait === 'secret' };
  // Without types, the input may be forgotten: the gateway then says what is missing.
  const call = async (connection: Connection, input?: object, options?: CallOptions) =>
    (await connection.send(declaration, input ?? {}, options)).data;
  // The generated interface says what it takes and answers; the contract's tests hold that it does.
  return Object.assign(call, { declaration }) as unknown as Call;
}

/**
 * What an operation says of itself.
 * @throws {TypeError} Without types, a name or a method of a gateway may stand in its place.
 */
export function declarationOf<Declaration>(operation: { readonly declaration: Declaration }): Declaration {
  if (operation?.declaration === undefined) {
    throw new TypeError('An operation is a function of the SDK, as in vrInfo.');
  }
  return operation.declaration;
}

/**
 * The text of a value on the wire: lists as JSON, booleans as 1 and 0, numbers as digits.
 * @throws {TypeError} A number that has already lost digits.
 */
function wireText(name: string, value: unknown): string {
  if (Array.isArray(value)) return JSON.stringify(value);
  if (typeof value === 'boolean') return value ? '1' : '0';
  if (typeof value === 'number' && !Number.isSafeInteger(value)) {
    throw new TypeError(`${name} is no integer below 2^53: its last digits may be wrong. Give it as text or bigint.`);
  }
  return String(value);
}

/** The query of a call, without parameters that are undefined. */
export function queryText(input: object): string {
  const given = Object.entries(input).filter(([, value]) => value !== undefined);
  return new URLSearchParams(given.map(([name, value]) => [name, wireText(name, value)])).toString();
}
