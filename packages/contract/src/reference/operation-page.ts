import type { Endpoint } from '../endpoint.ts';
import { sentence } from '../openapi/names.ts';
import { failuresOf } from '../openapi/responses.ts';
import type { JsonObject } from '../openapi/schema-components.ts';
import { code, fence, GENERATED, page, table } from './markdown.ts';
import { operationSamples } from './operation-samples.ts';
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

/** Adds a shape and those inside it. */
function collectShape(name: string, schema: JsonObject, shapes: Map<string, JsonObject>): void {
  if (shapes.has(name)) return;
  shapes.set(name, schema);
  for (const [inner, innerSchema] of schemaTable(schema).shapes) collectShape(inner, innerSchema, shapes);
}

const failureLink = (status: string) => `[${code(status)}](../errors.md#${status})`;

/** The page of one operation, as Markdown. */
export function operationPage(endpoint: Endpoint): string {
  const { name, method, path, operation, description, query, body, example } = endpoint;
  const payload = schemaTable(endpoint.data as unknown as JsonObject);
  const shapes = new Map<string, JsonObject>();
  for (const [shape, schema] of payload.shapes) collectShape(shape, schema, shapes);
  const samples = operationSamples(endpoint);
  const shapeBlocks = [...shapes]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([shape, schema]) => [`### ${shape}`, fieldsTable(schemaTable(schema).rows)]);
  return page([
    GENERATED,
    `# ${operation}`,
    `${code(`${method} ${path}`)} · ${code(name)}`,
    description,
    '## Request',
    endpoint.authentication === 'access-token'
      ? 'Send the raw access token in the `Authorization` header.'
      : 'Needs no access token: it returns one.',
    ...(Object.keys(query.properties).length === 0
      ? []
      : ['Query parameters:', inputsTable(query, example.query ?? {})]),
    ...(body === undefined ? [] : [`Body, ${code(body.mediaType)}:`, inputsTable(body.schema, example.body ?? {})]),
    fence('sh', samples.shell),
    fence('ts', samples.typescript),
    fence('python', samples.python),
    fence('go', samples.go),
    fence('php', samples.php),
    fence('java', samples.java),
    '## Payload',
    'Fields of `data`. Payloads may carry fields beyond these.',
    fieldsTable(payload.rows),
    ...shapeBlocks,
    '## Example',
    `\`data\` of a success, validated against the schema above:`,
    fence(`json example=${name}`, JSON.stringify(example.data, null, 2)),
    '## Failures',
    `${failuresOf(endpoint).map(failureLink).join(', ')}.`,
  ]);
}
