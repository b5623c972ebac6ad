import type { Endpoint } from '../endpoint.ts';
import { gatewayEndpoints } from '../gateway/index.ts';
import { sentence } from '../openapi/names.ts';
import { failuresOf } from '../openapi/responses.ts';
import type { JsonObject } from '../openapi/schema-components.ts';
import { code, GENERATED, page, table } from './markdown.ts';
import { type FieldRow, schemaTable } from './schema-table.ts';

const fieldsTable = (rows: readonly FieldRow[]) =>
  table(
    ['Field', 'Type', 'Presence', 'Meaning'],
    rows.map(({ field, type, presence, description }) => [code(field), type, presence, description]),
  );

interface Inputs {
  readonly properties: Readonly<Record<string, unknown>>;
  readonly required?: readonly string[];
}

function inputsTable({ properties, required = [] }: Inputs, example: Readonly<Record<string, unknown>>): string {
  const rows = Object.entries(properties).map(([name, schema]) => [
    code(name),
    required.includes(name) ? 'required' : 'optional',
    sentence(String((schema as JsonObject).description)),
    example[name] === undefined ? '' : code(String(example[name])),
  ]);
  return table(['Name', '', 'Takes', 'Example'], rows);
}

function operationBlocks(endpoint: Endpoint, shapes: Map<string, JsonObject>): string[] {
  const { name, method, path, operation, description, query, body, example } = endpoint;
  const payload = schemaTable(endpoint.data as unknown as JsonObject);
  for (const [shape, schema] of payload.shapes) collectShape(shape, schema, shapes);
  return [
    `## ${operation}`,
    `${code(`${method} ${path}`)} · ${code(name)}`,
    description,
    ...(Object.keys(query.properties).length === 0
      ? []
      : ['Query parameters:', inputsTable(query, example.query ?? {})]),
    ...(body === undefined ? [] : [`Body, ${code(body.mediaType)}:`, inputsTable(body.schema, example.body ?? {})]),
    'Payload (`data`):',
    fieldsTable(payload.rows),
    `Failures: ${failuresOf(endpoint).map(code).join(', ')}.`,
  ];
}

/** Notes a shape and those inside it. */
function collectShape(name: string, schema: JsonObject, shapes: Map<string, JsonObject>): void {
  if (shapes.has(name)) return;
  shapes.set(name, schema);
  for (const [inner, innerSchema] of schemaTable(schema).shapes) collectShape(inner, innerSchema, shapes);
}

/** The page of all operations of the gateway, as Markdown. */
export function operationsPage(): string {
  const shapes = new Map<string, JsonObject>();
  const operations = gatewayEndpoints.flatMap((endpoint) => operationBlocks(endpoint, shapes));
  const shapeBlocks = [...shapes]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([name, schema]) => [`### ${name}`, fieldsTable(schemaTable(schema).rows)]);
  return page([
    GENERATED,
    '# Operations of the gateway',
    'Paths are below the address of the gateway and are matched exactly. All but the exchange take the raw access ' +
      'token in the `Authorization` header. Every answer is an envelope whose `data` is the payload described here; ' +
      'payloads may carry fields beyond these. The failures are explained in [errors.md](errors.md).',
    ...operations,
    '## Shapes',
    'Objects that several payloads share, or that are large enough to stand alone.',
    ...shapeBlocks,
  ]);
}
