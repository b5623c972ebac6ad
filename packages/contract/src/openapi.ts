import { operationGroups } from './endpoint.ts';
import { gatewayEndpoints } from './gateway/index.ts';
import { responseHeaders } from './openapi/headers.ts';
import { operationOf } from './openapi/operation.ts';
import { failureResponses } from './openapi/responses.ts';
import { type JsonObject, schemaComponents } from './openapi/schema-components.ts';

export interface OpenApiDocument extends JsonObject {
  readonly openapi: '3.1.0';
  readonly paths: Readonly<Record<string, Readonly<Record<string, JsonObject>>>>;
  readonly components: Readonly<Record<'schemas' | 'responses' | 'headers' | 'securitySchemes', JsonObject>>;
}

const DESCRIPTION = `Tour data for the back ends of integrators.

Every answer is an envelope: look at the HTTP status and at \`code\`, which is 0 on success and negative otherwise. \
\`err_parse_resource_code_failed\` comes with HTTP 200. Payloads may carry fields beyond the declared ones. \
Parameters that an operation does not take are ignored and named in \`X-Ignored-Parameters\`; one that is a slip away \
from a declared name is refused. Paths are matched exactly; any other address answers \`err_path_not_found\` with \
HTTP 404.

Fields marked \`x-openhouse-secret\` must not be logged, put into addresses or handed to browsers, except that the \
links of "Private file preview links" are made for a browser.`;

/**
 * The contract as an OpenAPI 3.1 document: all operations of the gateway (SPEC 4.1 to 4.3).
 * @param options `baseUrl`: where the gateway is, without a slash at the end; `version`: of Openhouse.
 */
export function openApiDocument(options: { readonly baseUrl: string; readonly version: string }): OpenApiDocument {
  const schemas = schemaComponents();
  const failures = failureResponses();
  const paths = Object.fromEntries(
    gatewayEndpoints.map((endpoint) => [
      endpoint.path,
      { [endpoint.method.toLowerCase()]: operationOf(endpoint, schemas, failures) },
    ]),
  );
  const document: OpenApiDocument = {
    openapi: '3.1.0',
    info: {
      title: 'Openhouse open data gateway',
      version: options.version,
      description: DESCRIPTION,
      license: { name: 'Apache 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: options.baseUrl }],
    tags: Object.entries(operationGroups).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: schemas.found(),
      responses: failures.found(),
      headers: responseHeaders,
      securitySchemes: {
        accessToken: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: 'The raw access token, without "Bearer". POST /auth/access_token answers it.',
        },
      },
    },
  };
  // A copy, so that changes to the document do not change shared examples and schemas.
  return JSON.parse(JSON.stringify(document)) as OpenApiDocument;
}
