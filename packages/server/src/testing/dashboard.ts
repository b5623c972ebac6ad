import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { localAssetStore } from '../kernel/assets/local-asset-store.ts';
import type { Database } from '../kernel/database/database.ts';
import { requestWorker } from '../portal/apps/request-worker.ts';
import { embeddedAppService } from '../portal/apps/upstream/embedded.ts';
import { altchaCheck } from '../portal/bot-check/altcha.ts';
import type { DashboardParts } from '../portal/dashboard.ts';
import type { GatewayClient } from '../portal/gateway-client/gateway-client.ts';
import { httpGatewayClient } from '../portal/gateway-client/http-gateway-client.ts';
import { NO_OPERATORS } from '../portal/session/operators.ts';
import type { Measures } from '../portal/status/status-board.ts';
import { statusBoard } from '../portal/status/status-board.ts';
import { UPLOAD_BYTES_OF_NODE } from '../portal/tours/import-places.ts';
import { DEMO_BUNDLES } from './demo-bundles.ts';
import { testPepper, testTokenKeys } from './gateway.ts';

const testSealingKeys = [{ id: 1, key: randomBytes(32) }];
const testCheckKeys = [{ id: 1, key: randomBytes(32) }];
/** It keeps nothing, so all portals share it. */
const ownApps = embeddedAppService(Date.now);
/** Little work: the suites solve many. */
const MAX_NUMBER = 50;

/** What a portal of a test measures of itself. */
const ALL_WORKS: Measures = { portal: () => true, gateway: () => true, 'sign-in': () => true, imports: () => true };

/** Nothing listens on port 1. */
const NO_GATEWAY = 'http://127.0.0.1:1';

/** The portal's way to a gateway of `startTestGateway`. */
export function testGatewayClient(baseUrl: string): GatewayClient {
  return httpGatewayClient({ baseUrl, accessTokenKeys: testTokenKeys, nowMs: Date.now });
}

/** The dashboard's parts as the default install has them; the gateways of `startTestGateway` know their secrets. */
export function testDashboard(
  database: Database,
  others: Partial<Omit<DashboardParts, 'worker'>> & {
    readonly leaseS?: number;
  } = {},
): DashboardParts {
  const keys = {
    pepper: others.pepper ?? testPepper,
    sealingKeys: others.sealingKeys ?? testSealingKeys,
  };
  const { upstream = ownApps, leaseS = 20, ...parts } = others;
  const worker = requestWorker(
    { database, upstream, keys, leaseS, onCompleted: () => undefined, onUnavailable: () => undefined },
    () => undefined,
  );
  return {
    ...keys,
    upstream,
    worker,
    botCheck: altchaCheck({ pool: database.pool, keys: testCheckKeys, maxNumber: MAX_NUMBER, nowMs: Date.now }),
    revealMaxSignInAgeS: 0,
    operators: NO_OPERATORS,
    gateway: testGatewayClient(NO_GATEWAY),
    // Made when something is put into it, which few suites do.
    assets: localAssetStore(join(tmpdir(), `openhouse-assets-${process.pid}`)),
    demo: null,
    notify: () => undefined,
    onAppsChanged: async () => undefined,
    onToursChanged: async () => undefined,
    uploadBounds: { perAddress: 16, ipv6Bits: 64, bytesOfNode: UPLOAD_BYTES_OF_NODE },
    uploads: { upload: () => undefined, tour: () => undefined },
    bundles: { directory: DEMO_BUNDLES, gateway: 'http://gateway.localhost:4001' },
    uploadDirectory: join(tmpdir(), `openhouse-uploads-${process.pid}`),
    appLimitPerMinute: 256,
    usageKeepDays: 35,
    teamDeletionDays: 30,
    sendsMail: true,
    portalUrl: 'https://portal.example.com',
    webhookAddresses: { requiresTls: false, judge: async () => 'outside' },
    status: statusBoard({ pool: database.pool, measures: ALL_WORKS, nowMs: Date.now }),
    ...parts,
  };
}
