import { accessToken } from '@openhouse/contract';
import type { Load } from './load/load.ts';
import { ask, like } from './probe.ts';
import { type Contender, OTHER_BUILD, OURS, type Scenario } from './scenario.ts';
import type { Openhouse } from './servers/openhouse.ts';
import { programOf, type Server, startPeer } from './servers/server.ts';
import type { Stage } from './stage.ts';

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };

/** App key and secret for an access token, beside the same cryptography alone and a provider's client credentials. */
export function exchangeScenario(stage: Stage): Scenario {
  return {
    name: 'exchange',
    title: 'Token exchange',
    targets: [
      { against: 'node:http', atLeast: 0.8 },
      { against: 'oidc-provider', atLeast: 2 },
      ...stage.besideOtherBuild,
    ],
    async start() {
      const ours = await stage.openhouse();
      const { appKey, appSecret } = ours.credentials;
      const credentials = JSON.stringify({ app_key: appKey, app_secret: appSecret });
      const grant = { grant_type: 'client_credentials', client_id: appKey, client_secret: appSecret };
      const start = (program: string) => startPeer(stage.cores.onServerCore(programOf(program, credentials)));
      const contenders = [
        await contender(OURS, ours, accessToken.path, formOf(ours)),
        await contender('node:http', await start('bare-exchange.main.ts'), '/', formOf(ours)),
        await contender(
          'oidc-provider',
          await start('oidc-provider.main.mjs'),
          '/token',
          String(new URLSearchParams(grant)),
        ),
      ];
      const stop = async () => {
        for (const { server } of contenders.slice(1)) await server.stop();
      };
      const other = await stage.otherBuild();
      if (other === null) return { contenders, stop };
      const beside = await contender(OTHER_BUILD, other, accessToken.path, formOf(other));
      return { contenders: [...contenders, beside], stop };
    },
  };
}

function formOf({ credentials: { appKey, appSecret } }: Openhouse): string {
  return String(new URLSearchParams({ app_key: appKey, app_secret: appSecret }));
}

async function contender(name: string, server: Server, target: string, body: string): Promise<Contender> {
  const load: Omit<Load, 'expected'> = {
    origin: server.origin,
    targets: [target],
    method: 'POST',
    headers: FORM,
    body,
  };
  const answer = await ask(load);
  if (answer.status !== 200 || !answer.text.includes('"access_token"')) {
    throw new Error(`${name} gave no token: ${answer.status} ${answer.text}`);
  }
  return { name, server, load: { ...load, expected: like(answer) } };
}
