import { TOKEN_VARIABLE } from '@openhouse/contract';
import type { ShownOperation } from '@openhouse/viewer/inside';
import { gatewayAddress } from '../../api/page-facts.ts';

/** What the page says of an operation. */
interface OperationFacts {
  /** Path at the gateway. */
  readonly path: string;
  /** Its name in the reference. */
  readonly title: string;
}

/** The contract's declarations stay out of the page, because their schemas would bring a validator; a test compares. */
export const operationFacts: Readonly<Record<ShownOperation, OperationFacts>> = {
  'vr-info': { path: '/open/v3/vr/info', title: 'VR basic data' },
  'hot-list': { path: '/open/v3/custom/hot/list', title: 'Tag list v2' },
  'ruler-list': { path: '/open/saas/v1/custom/ruler/list', title: 'Custom ruler data' },
  'route-search': { path: '/open/v3/route/search', title: 'Route guidance' },
  'observer-guide-list': { path: '/open/saas/v1/custom/observer/guide/list', title: 'Point navigation (new)' },
  'annotation-search': { path: '/open/v3/annotation/search', title: 'Label data' },
  'model-plugin-datasets': { path: '/open/v3/view/custom/model/plugin/datasets.json', title: 'Entry door data' },
};

/** @returns The call as a line for a shell; it reads the token from the environment and never holds one. */
export function curlOf(operation: ShownOperation, resourceCode: string): string {
  const address = `${gatewayAddress(document)}${operationFacts[operation].path}?resource_code=${encodeURIComponent(resourceCode)}`;
  return `curl -sS -H "Authorization: $${TOKEN_VARIABLE}" \\\n  "${address}"`;
}
