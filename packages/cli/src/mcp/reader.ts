import type { AgentReader } from '@openhouse/server';
import { type Invocation, Refusal, UsageError } from '../command.ts';
import { PAGES } from '../folders.ts';
import { callerOf, callGateway, exchangeToken } from '../gateway-client.ts';
import { withPortal } from '../portal/with-portal.ts';
import type { Server } from '../server.ts';
import type { World } from '../world.ts';

/** An agent that looks with the session, the credential and the app that commands use here. */
export function readerHere(invocation: Invocation, world: World, server: Server): AgentReader {
  return {
    readsAs: 'with the app that is configured here (OPENHOUSE_APP_KEY, or the .env of openhouse init)',
    pages: PAGES,
    ask: (endpoint, input) =>
      told(server, async () => {
        let found: unknown;
        await withPortal(invocation, world, async (portal) => {
          found = await portal.call(endpoint, input as never);
          return 0;
        });
        return found;
      }),
    read: ({ path }, parameters) =>
      told(server, async () => {
        const caller = await callerOf(invocation, world);
        const headers = { authorization: await exchangeToken(caller) };
        return callGateway(`${caller.baseUrl}${path}?${new URLSearchParams(parameters)}`, { headers });
      }),
  };
}

/** What a command would say on standard error is the answer of the tool; a bug stays one. */
async function told<Result>({ ConfigError, StoreError, ToolRefusal }: Server, read: () => Promise<Result>) {
  try {
    return await read();
  } catch (error) {
    const isForAgents = [Refusal, UsageError, ConfigError, StoreError].some((kind) => error instanceof kind);
    throw isForAgents ? new ToolRefusal((error as Error).message) : error;
  }
}
