import { type PortalEndpoint, portalSuccess } from '@openhouse/contract';
import fastJson from 'fast-json-stringify';
import type { RouteShorthandOptions } from 'fastify';

type Serializer = (answer: object) => string;

const serializers = new WeakMap<PortalEndpoint, Serializer>();

/**
 * The part of a route's options that serialises its answers: fields that the contract does not declare never leave.
 * The serializer is made at the first answer and kept for the process. Made at the start, those of all endpoints were
 * half of the time in which a portal starts.
 */
export function answerSchema(endpoint: PortalEndpoint): Pick<RouteShorthandOptions, 'schema' | 'serializerCompiler'> {
  const schema = portalSuccess(endpoint.data);
  const serializer = (): Serializer => {
    const known = serializers.get(endpoint);
    if (known !== undefined) return known;
    const made = fastJson(schema);
    serializers.set(endpoint, made);
    return made;
  };
  return { schema: { response: { 200: schema } }, serializerCompiler: () => (answer) => serializer()(answer) };
}
