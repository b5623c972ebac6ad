import { operationGroups } from '../endpoint.ts';
import { gatewayEndpoints } from '../gateway/index.ts';
import { code, GENERATED, page, table } from './markdown.ts';

/** The list of all operations of the gateway, as Markdown; each has a page of its own. */
export function operationsPage(): string {
  const groups = Object.entries(operationGroups).flatMap(([name, description]) => {
    const rows = gatewayEndpoints
      .filter(({ group }) => group === name)
      .map(({ name, operation, method, path }) => [
        `[${operation}](operations/${name}.md)`,
        code(`${method} ${path}`),
        code(name),
      ]);
    return [`## ${name}`, description, table(['Operation', 'Call', 'Name'], rows)];
  });
  return page([
    GENERATED,
    '# Operations of the gateway',
    'Paths are below the address of the gateway and are matched exactly. All but the exchange take the raw access ' +
      'token in the `Authorization` header. Every answer is an envelope whose `data` is the payload described on the ' +
      'page of the operation; payloads may carry fields beyond these. The failures are explained in ' +
      '[errors](errors.md). The same as a document for programs: [OpenAPI 3.1](openapi.json). To try calls by hand: a ' +
      '[Postman collection](openhouse.postman_collection.json), and an [.http file](openhouse.http) for editors that send from one.',
    ...groups,
  ]);
}
