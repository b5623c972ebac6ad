/** Program of `startServiceProcess`: the whole service in a process of its own, with what limits its parent sets. */
import { parseConfig } from '../config/config.ts';
import { serveAlone } from '../process/serve-alone.ts';

/** What the parent says. */
export interface ServiceOrder {
  readonly env: Readonly<Record<string, string>>;
  readonly demoBundles: string;
  readonly pages: string;
}

process.on('message', async ({ env, ...folders }: ServiceOrder) => {
  const { demo, addresses } = await serveAlone(parseConfig(env), folders);
  process.send?.({ demo, addresses });
});
