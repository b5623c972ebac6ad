import { type DataOf, type filePrivatePresign, listOf } from '@openhouse/contract';
import type { KeyRing } from '../../kernel/keys/key-ring.ts';
import type { FileStore } from '../../tours/files/store.ts';
import { GatewayError } from '../http/gateway-error.ts';
import type { AppStanding } from '../tokens/app-standing.ts';
import { signedFileUrl } from './link.ts';

export interface PresignDeps {
  readonly files: Pick<FileStore, 'filesOfTour'>;
  readonly baseUrl: string;
  readonly linkKeys: KeyRing;
  readonly linkLifetimeS: number;
  /** Milliseconds since the Unix epoch. */
  readonly nowMs: () => number;
}

/**
 * Links that open files of a tour for a while, without a token (SPEC 4.2, file/private/presign).
 * @throws {GatewayError} err_resource_not_found for a tour or a file that the Team does not have.
 */
export async function presignFiles(
  deps: PresignDeps,
  app: AppStanding,
  query: Readonly<Record<string, string>>,
): Promise<DataOf<typeof filePrivatePresign>> {
  const tour = query.resource_code ?? '';
  const paths = listOf(query.paths ?? '');
  const files = await deps.files.filesOfTour(app.teamId, tour, paths);
  if (files === undefined) throw new GatewayError('err_resource_not_found');
  const missing = paths.findIndex((path) => !files.has(path));
  if (missing !== -1) {
    throw new GatewayError(
      'err_resource_not_found',
      `Entry ${missing} of paths is no file of this tour. Take paths from the extended file list.`,
    );
  }
  const expiresS = Math.floor(deps.nowMs() / 1000) + deps.linkLifetimeS;
  const address = (path: string) => ({ team: app.teamCode, tour, path });
  return {
    expired_timestamp: expiresS,
    presigned_urls: paths.map((path) => signedFileUrl(deps.baseUrl, address(path), expiresS, deps.linkKeys)),
  };
}
