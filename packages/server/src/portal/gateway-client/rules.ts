import { gatewayEndpoints, type OperationName } from '@openhouse/contract';

/** A call as sent over the wire, without its credentials. */
export interface WireRequest {
  readonly method: 'GET' | 'POST';
  /** Path and query. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/**
 * Writes an operation and its parameters as an integrator's client would. Nothing is validated: the gateway does that.
 */
export function wireRequest(operation: OperationName, parameters: Readonly<Record<string, string>>): WireRequest {
  const endpoint = gatewayEndpoints.find(({ name }) => name === operation);
  if (endpoint === undefined) throw new Error(`the contract has no operation ${operation}`);
  const { method, path, body } = endpoint;
  if (body === undefined) {
    const query = new URLSearchParams(parameters).toString();
    return { method, target: query === '' ? path : `${path}?${query}`, headers: {}, body: undefined };
  }
  const written =
    body.mediaType === 'application/json'
      ? JSON.stringify(jsonFields(body.schema.properties, parameters))
      : new URLSearchParams(parameters).toString();
  return { method, target: path, headers: { 'content-type': body.mediaType }, body: written };
}

/** Fields that the contract declares as numbers become numbers; anything else stays as given, to be refused. */
function jsonFields(
  properties: Readonly<Record<string, unknown>>,
  parameters: Readonly<Record<string, string>>,
): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => {
      const { type } = (properties[name] ?? {}) as { readonly type?: string };
      const isNumber = (type === 'integer' || type === 'number') && /^-?\d{1,15}(?:\.\d+)?$/.test(value);
      return [name, isNumber ? Number(value) : value];
    }),
  );
}
