import { botCheckChallenge } from '@openhouse/contract';
import type { FastifyInstance } from 'fastify';
import { servePortalEndpoint } from '../http/route.ts';
import type { AskingOf } from '../session/asking.ts';
import type { BotCheck } from './bot-check.ts';
import { serveWidget } from './widget.ts';

export function botCheckRoutes(
  app: FastifyInstance,
  { botCheck, askingOf }: { readonly botCheck: BotCheck; readonly askingOf: AskingOf },
): void {
  servePortalEndpoint(app, botCheckChallenge, async ({ request }) => botCheck.challenge(await askingOf(request)));
  if (botCheck.widget !== undefined) serveWidget(app, botCheck.widget);
}
