import { portalFailures } from '../portal/failures.ts';
import { failuresReference } from './failures-reference.ts';
import { code, GENERATED, page } from './markdown.ts';

/** The page of all failures, as Markdown. The heading of each is its name, so that its anchor is its name too. */
export function errorsPage(): string {
  const ofGateway = failuresReference().flatMap(
    ({ status, code: envelopeCode, httpStatus, message, advice, sources }) => [
      `### ${status}`,
      `HTTP ${httpStatus} · code ${envelopeCode} · ${sources.join(', ')}`,
      message,
      `**Remedy:** ${advice}`,
    ],
  );
  const ofPortal = Object.entries(portalFailures).flatMap(([name, { httpStatus, message, advice }]) => [
    `### ${name}`,
    `HTTP ${httpStatus}`,
    message,
    `**Remedy:** ${advice}`,
  ]);
  return page([
    GENERATED,
    '# Errors',
    'Every failure of the gateway and the portal, what it means, and what to do.',
    '## Failures of the gateway',
    `A failure is an envelope with ${code('data')} null. Depend on ${code('status')}; ${code('code')} tells the families ` +
      `apart: -2 is about app credentials and the app itself, -3 about the access token (exchange again), -1 about ` +
      `anything else. Look at the HTTP status and at the envelope: ${code('err_parse_resource_code_failed')} comes with ` +
      `HTTP 200. ${code('message')} says what is wrong with this request, more precisely than this page.`,
    ...ofGateway,
    '## Failures of the portal',
    `The portal's own calls answer ${code('{"error": {"code", "message", "request_id"}}')}. Rely on ${code('code')}.`,
    ...ofPortal,
  ]);
}
