import { filePrivatePresign, isPrivateFile } from '@openhouse/contract';
import { isSafePath, type OwnFile, signedFile } from './own-files.ts';
import { payloadOf } from './payloads.ts';
import type { PoliteGateway } from './polite-gateway.ts';

/** Signed links per call: an address has a maximum length. */
const PRESIGNED_AT_ONCE = 20;

/** Files that open by signed link only: those that the extended file list names below private/. */
export async function privateFiles(
  gateway: PoliteGateway,
  resourceCode: string,
  payloads: readonly unknown[],
): Promise<OwnFile[]> {
  const lists = payloads.flatMap((payload) => (payload as { file_list?: unknown } | null)?.file_list ?? []);
  const paths = lists.flatMap((file) => {
    const path = (file as { path?: unknown } | null)?.path;
    return typeof path === 'string' && isPrivateFile(path) && isSafePath(path) ? [path] : [];
  });
  const found: OwnFile[] = [];
  for (let from = 0; from < paths.length; from += PRESIGNED_AT_ONCE) {
    const asked = paths.slice(from, from + PRESIGNED_AT_ONCE);
    const query = { resource_code: resourceCode, paths: JSON.stringify(asked) };
    const data = await payloadOf(gateway, filePrivatePresign, query);
    const { presigned_urls: links = [] } = JSON.parse(data?.bytes.toString() ?? '{}') as { presigned_urls?: string[] };
    asked.forEach((path, index) => {
      const file = signedFile(gateway.baseUrl, resourceCode, links[index] ?? '');
      if (file !== undefined) found.push({ path, address: file.address });
    });
  }
  return found;
}
