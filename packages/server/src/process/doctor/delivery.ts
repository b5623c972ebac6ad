import type { AssetStore } from '../../kernel/assets/asset-store.ts';
import { ask, isAnswered } from './ask.ts';
import { broken, type Finding } from './finding.ts';

const LINK = { mediaType: 'application/octet-stream', cacheControl: 'no-store', lifetimeS: 60 };

/**
 * Whether pages may read what ASSET_DELIVERY=redirect leads them to. A browser that followed a redirect from one origin to another
 * says `Origin: null`, wherever the page is (Fetch, "HTTP-redirect fetch").
 * @returns Nothing for a store that has no file yet, as for one whose files can be read.
 */
export async function deliveryRefusal(check: string, assets: AssetStore): Promise<Finding | undefined> {
  if (assets.linkTo === undefined) return undefined;
  for await (const { sha256 } of assets.list()) {
    const answer = await ask(await assets.linkTo(sha256, LINK), { headers: { origin: 'null', range: 'bytes=0-0' } });
    const to = `ASSET_DELIVERY is redirect, but the bucket at ${assets.url}`;
    if (!isAnswered(answer)) return broken(check, `${to} cannot be asked for a file: ${answer.says}.`, answer.mend);
    if (answer.status >= 400) {
      const mend =
        'Allow the credentials to get objects, and let whatever is in front pass signed addresses on unchanged.';
      return broken(check, `${to} answers HTTP ${answer.status} to a presigned address.`, mend);
    }
    if (['*', 'null'].includes(answer.headers.get('access-control-allow-origin') ?? '')) return undefined;
    const says = `${to} lets no page read its files: it does not allow Origin: null, which is what a redirected request says.`;
    return broken(
      check,
      says,
      'Allow every origin (*) for GET in the CORS rules of the bucket, or use ASSET_DELIVERY=proxy.',
    );
  }
  return undefined;
}
