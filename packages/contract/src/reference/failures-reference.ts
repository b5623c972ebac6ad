import {
  failuresOfAccessToken,
  failuresOfAnyOperation,
  failuresOfFileLinks,
  type GatewayFailureStatus,
  gatewayFailures,
} from '../errors.ts';
import { gatewayEndpoints } from '../gateway/index.ts';

/** One failure of the gateway as the reference shows it. */
export interface FailureReference {
  readonly status: GatewayFailureStatus;
  readonly code: -1 | -2 | -3;
  readonly httpStatus: number;
  /** What is wrong. */
  readonly message: string;
  /** How to fix it. */
  readonly advice: string;
  /** Where it can come from, in words. */
  readonly sources: readonly string[];
}

const includes = (list: readonly GatewayFailureStatus[], status: GatewayFailureStatus) => list.includes(status);

function sourcesOf(status: GatewayFailureStatus): string[] {
  if (includes(failuresOfAnyOperation, status)) return ['any operation'];
  const named = gatewayEndpoints
    .filter(({ failures }) => includes(failures, status))
    .map(({ operation }) => operation as string);
  const many = named.length > gatewayEndpoints.length / 2 ? [`${named.length} operations`] : named;
  return [
    ...(includes(failuresOfAccessToken, status) ? ['any operation with an access token'] : []),
    ...many,
    ...(includes(failuresOfFileLinks, status) ? ['file addresses'] : []),
    ...(status === 'err_path_not_found' ? ['addresses without an operation'] : []),
  ];
}

/** Every failure of the gateway, the most common ones first. */
export function failuresReference(): readonly FailureReference[] {
  return (Object.keys(gatewayFailures) as GatewayFailureStatus[]).map((status) => ({
    status,
    ...gatewayFailures[status],
    sources: sourcesOf(status),
  }));
}
