// Writes everything that is generated from the contract, or with --check fails when a file is stale. It needs the packages
// (`tsc -b`) but not the portal's pages, which are built from what this writes.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import {
  errorsPage,
  gatewayEndpoints,
  httpFile,
  openApiDocument,
  operationPage,
  operationsPage,
  portalOpenApiDocument,
  postmanCollection,
  ticketGatewayOpenApiDocument,
} from '@openhouse/contract';
import { alertRules, configurationPage, grafanaDashboard, metricsPage } from '@openhouse/server';
import { commandPage } from '../packages/cli/dist/command-page.js';
import { drawFolders } from './folders/draw.mjs';
import { FLOORS } from './folders/floors.mjs';
import { sdkSources } from './sdk/sources.mjs';

const root = new URL('../', import.meta.url);
const { version } = JSON.parse(await readFile(new URL('package.json', root), 'utf8'));
/** The gateway's address on a developer's machine; the running gateway puts its own. */
const baseUrl = 'http://localhost:4001';
/** The portal's, likewise. */
const portalUrl = 'http://localhost:4000';

/** The source folders that are drawn, and where. */
const drawings = {
  'packages/server/src': 'docs/pictures/server-folders.svg',
  'packages/portal/src': 'docs/pictures/portal-folders.svg',
};

/** One line a page: its file, and the function that makes its text. */
const pages = {
  'docs/reference/openapi.json': () => `${JSON.stringify(openApiDocument({ baseUrl, version }), null, 2)}\n`,
  'docs/reference/portal-openapi.json': () =>
    `${JSON.stringify(portalOpenApiDocument({ portalUrl, version }), null, 2)}\n`,
  'docs/reference/ticket-gateway-openapi.json': () =>
    `${JSON.stringify(ticketGatewayOpenApiDocument({ version }), null, 2)}\n`,
  'docs/reference/openhouse.postman_collection.json': () =>
    `${JSON.stringify(postmanCollection({ version }), null, 2)}\n`,
  'docs/reference/openhouse.http': httpFile,
  'docs/reference/errors.md': errorsPage,
  'docs/reference/operations.md': operationsPage,
  ...Object.fromEntries(
    gatewayEndpoints.map((endpoint) => [
      `docs/reference/operations/${endpoint.name}.md`,
      () => operationPage(endpoint),
    ]),
  ),
  'docs/reference/configuration.md': configurationPage,
  'docs/reference/cli.md': commandPage,
  'docs/reference/metrics.md': metricsPage,
  'docs/monitoring/alerts.yml': alertRules,
  'docs/monitoring/grafana.json': grafanaDashboard,
  ...sdkSources(version),
  ...Object.fromEntries(
    Object.entries(drawings).map(([folder, file]) => [
      file,
      () => drawFolders(fileURLToPath(new URL(folder, root)), FLOORS[folder] ?? []),
    ]),
  ),
};

const check = process.argv.includes('--check');
for (const [name, textOf] of Object.entries(pages)) {
  const file = new URL(name, root);
  const text = await textOf();
  if (text === (await readFile(file, 'utf8').catch(() => undefined))) continue;
  if (check) {
    console.error(`${name} is stale. Run "npm run reference" and commit what it writes.`);
    process.exitCode = 1;
  } else {
    await mkdir(new URL('.', file), { recursive: true });
    await writeFile(file, text);
    console.log(`wrote ${name}`);
  }
}
