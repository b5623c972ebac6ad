import {
  failuresOfAccessToken,
  failuresOfAnyOperation,
  failuresOfFileLinks,
  type GatewayFailureStatus,
  gatewayFailures,
} from '../errors.ts';
import { gatewayEndpoints } from '../gateway/index.ts';
import { code, GENERATED, page, table } from './markdown.ts';

const includes = (list: readonly GatewayFailureStatus[], status: GatewayFailureStatus) => list.includes(status);

/** Where a failure can come from, in words. */
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

/** The page of all failures of the gateway, as Markdown. */
export function errorsPage(): string {
  const rows = (Object.keys(gatewayFailures) as GatewayFailureStatus[]).map((status) => {
    const { code: envelopeCode, httpStatus, message, advice } = gatewayFailures[status];
    return [
      code(status),
      String(envelopeCode),
      String(httpStatus),
      `${message} ${advice}`,
      sourcesOf(status).join(', '),
    ];
  });
  return page([
    GENERATED,
    '# Failures of the gateway',
    'A failure is an envelope with `data` null. Rely on `status`; `code` tells the families apart: -2 is about app ' +
      'credentials and the app itself, -3 about the access token (exchange again), -1 about anything else. ' +
      'Look at the HTTP status and at the envelope: `err_parse_resource_code_failed` comes with HTTP 200. ' +
      '`message` says what is wrong with this request, more precisely than this page.',
    table(['status', 'code', 'HTTP', 'What is wrong, and what to do', 'Where'], rows),
  ]);
}
