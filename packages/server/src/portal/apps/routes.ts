import * as contract from '@openhouse/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Database } from '../../kernel/database/database.ts';
import { onceMore } from '../../kernel/database/once-more.ts';
import type { KeyRing } from '../../kernel/keys/key-ring.ts';
import type { BotCheck } from '../bot-check/bot-check.ts';
import { givenEnd } from '../http/given-end.ts';
import { servePortalEndpoint } from '../http/route.ts';
import { type AskingInTeam, type AskingOf, inActiveTeam } from '../session/asking.ts';
import { appOfTeam, changeSettings, deleteApp, disableApp, enableApp, renameApp } from './change-app.ts';
import { createAppRequest, shownRequest } from './create-app-request.ts';
import { revealSecret } from './reveal-secret.ts';
import { retireSecret, rotateSecret } from './rotate-secret.ts';
import { shownApp, shownSecrets } from './shown.ts';
import { type AppRow, appsOf, openRequests } from './store.ts';

export interface AppRouteDeps {
  readonly database: Database;
  readonly askingOf: AskingOf;
  readonly pepper: Buffer;
  readonly sealingKeys: KeyRing;
  readonly botCheck: BotCheck;
  /** Seconds since signing in within which secrets are revealed; 0 for no limit. */
  readonly revealMaxSignInAgeS: number;
  /** Milliseconds since the Unix epoch. */
  readonly nowMs: () => number;
  /** Whether the call is a retry of one that was just answered. */
  readonly isRepetition: (request: FastifyRequest) => boolean;
  /** Called when an App request was saved. */
  readonly onRequested: (requested: { readonly team: string; readonly name: string }) => void;
  /** Notifies this node's gateway of a change before the answer is sent. */
  readonly onChanged: () => Promise<void>;
}

/** Calls about Developer apps and their secrets (SPEC 2.2, 5.2). */
export function appRoutes(app: FastifyInstance, deps: AppRouteDeps): void {
  const { database, nowMs } = deps;
  const { pool } = database;
  const asking = async (request: FastifyRequest) => inActiveTeam(await deps.askingOf(request));
  const changed = async (row: AppRow) => {
    await deps.onChanged();
    return { app: shownApp(row, nowMs()) };
  };
  const secretsOf = async (who: AskingInTeam, { id }: AppRow) => ({
    secrets: await onceMore(() => shownSecrets(pool, who.team.teamId, id, nowMs())),
  });

  servePortalEndpoint(app, contract.listApps, async ({ request }) => {
    const { team } = await asking(request);
    // In this order: a request that is completed in between is then listed twice rather than not at all.
    const open = await openRequests(pool, team.teamId);
    const apps = await appsOf(pool, team.teamId);
    const requests = open.filter((request) => apps.every(({ slot }) => slot !== request.slot));
    return { apps: apps.map((row) => shownApp(row, nowMs())), requests: requests.map(shownRequest) };
  });

  servePortalEndpoint(app, contract.createApp, async ({ request, body }) => {
    const who = await asking(request);
    const saved = await createAppRequest(database, who, body);
    if (saved.state === 'saved') deps.onRequested({ team: who.team.name, name: saved.name });
    return { request: saved };
  });

  servePortalEndpoint(app, contract.getApp, async ({ request, params }) => ({
    app: shownApp(await appOfTeam(pool, await asking(request), params.app_key), nowMs()),
  }));

  servePortalEndpoint(app, contract.renameApp, async ({ request, params, body }) =>
    changed(await renameApp(database, await asking(request), params.app_key, body.name)),
  );

  servePortalEndpoint(app, contract.changeAppSettings, async ({ request, params, body }) =>
    changed(await changeSettings(database, await asking(request), params.app_key, body)),
  );

  servePortalEndpoint(app, contract.disableApp, async ({ request, params }) =>
    changed(await disableApp(database, await asking(request), params.app_key)),
  );

  servePortalEndpoint(app, contract.deleteApp, async ({ request, params, body }) =>
    changed(await deleteApp(database, await asking(request), params.app_key, body.confirm)),
  );

  servePortalEndpoint(app, contract.enableApp, async ({ request, params }) =>
    changed(await enableApp(database, await asking(request), params.app_key)),
  );

  servePortalEndpoint(app, contract.listSecrets, async ({ request, params }) => {
    const who = await asking(request);
    return secretsOf(who, await appOfTeam(pool, who, params.app_key));
  });

  servePortalEndpoint(app, contract.revealSecret, async ({ request, params, body }) => {
    const asked = {
      appKey: params.app_key,
      version: Number(params.version),
      botCheck: body.botCheck,
      isRepetition: deps.isRepetition(request),
    };
    return { secret: await revealSecret(deps, await asking(request), asked) };
  });

  servePortalEndpoint(app, contract.rotateSecret, async ({ request, params, body }) => {
    const who = await asking(request);
    const keys = { pepper: deps.pepper, sealingKeys: deps.sealingKeys };
    const row = await rotateSecret({ database, keys, nowMs }, who, params.app_key, {
      overlapHours: body.overlapHours,
      endsAt: body.endsAt === undefined ? null : givenEnd({ endsAt: body.endsAt }),
    });
    await deps.onChanged();
    return secretsOf(who, row);
  });

  servePortalEndpoint(app, contract.retireSecret, async ({ request, params }) => {
    const who = await asking(request);
    const row = await retireSecret(database, who, params.app_key, Number(params.version));
    await deps.onChanged();
    return secretsOf(who, row);
  });
}
