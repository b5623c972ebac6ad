import type { KeyObject } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Value } from 'typebox/value';
import type { Database } from '../../kernel/database/database.ts';
import type { KeyRing } from '../../kernel/keys/key-ring.ts';
import { sha256 } from '../../kernel/keys/sha256.ts';
import type { PortalLog } from '../http/log.ts';
import { PortalError } from '../http/portal-error.ts';
import { reportLeaks } from './report-leaks.ts';
import {
  isSigned,
  KEY_HEADER,
  type LeakReport,
  LeakReports,
  REPORTS_MAX_BYTES,
  type ReportKeys,
  SIGNATURE_HEADER,
} from './rules.ts';

/** Where code hosts report secrets that they have found. */
const LEAKED_SECRETS_PATH = '/api/leaked-secrets';

export interface LeakRouteDeps {
  readonly database: Database;
  readonly keys: ReportKeys;
  readonly peppers: KeyRing;
  readonly sendsMail: boolean;
  readonly onAppsChanged: () => Promise<void>;
  readonly log: PortalLog;
}

/**
 * Takes reports of leaked secrets in the form of GitHub's secret scanning partner programme, and answers each with a label (decision
 * 0193). Whoever signed nothing learns nothing: all that comes before the signature is the same for every body.
 */
export function leakRoutes(
  app: FastifyInstance,
  { database, keys, peppers, sendsMail, onAppsChanged, log }: LeakRouteDeps,
): void {
  const deps = {
    database,
    peppers,
    sendsMail,
    onLeaked: ({ appKey, version, retired }: { appKey: string; version: number; retired: boolean }) =>
      log.warn({ app_key: appKey, version, retired }, 'a secret was reported as leaked'),
    onRetired: onAppsChanged,
  };
  // A scope of its own: the signature is over the bytes, which the parsers of the other routes do not keep.
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, bytes, done) => done(null, bytes));
    scope.post(
      LEAKED_SECRETS_PATH,
      {
        config: { protection: 'signed bytes' },
        bodyLimit: REPORTS_MAX_BYTES,
        // Before the body: a caller without a known key sends none of it.
        onRequest: async (request) => {
          signatureOf(request, keys);
        },
      },
      async (request, reply) => {
        const { key, signature } = signatureOf(request, keys);
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        if (!isSigned(key, body, signature)) throw new PortalError('SIGNATURE_INVALID');
        const reports = reportsOf(body);
        const ours = await reportLeaks(deps, reports);
        return reply.send(
          reports.map(({ token, type }, index) => ({
            token_hash: sha256(token).toString('hex'),
            token_type: type,
            label: ours[index] === true ? 'true_positive' : 'false_positive',
          })),
        );
      },
    );
  });
}

/** @throws {PortalError} SIGNATURE_INVALID where there is none, or one of a key that the installation does not know. */
function signatureOf({ headers }: FastifyRequest, keys: ReportKeys): { key: KeyObject; signature: string } {
  const { [KEY_HEADER]: identifier, [SIGNATURE_HEADER]: given } = headers;
  const key = typeof identifier === 'string' ? keys.get(identifier) : undefined;
  if (key === undefined || typeof given !== 'string') throw new PortalError('SIGNATURE_INVALID');
  return { key, signature: given };
}

/** @throws {PortalError} REQUEST_INVALID, without a word of the body. */
function reportsOf(body: Buffer): readonly LeakReport[] {
  let given: unknown;
  try {
    given = JSON.parse(body.toString());
  } catch {
    throw new PortalError('REQUEST_INVALID', 'The body is not valid JSON. Send a list of reports.');
  }
  if (Value.Check(LeakReports, given)) return given;
  const [first] = Value.Errors(LeakReports, given);
  const place = first?.instancePath === undefined || first.instancePath === '' ? 'The body' : first.instancePath;
  throw new PortalError(
    'REQUEST_INVALID',
    `${place} ${first?.message ?? 'is malformed'}. Send a list of reports, each with token and type.`,
  );
}
