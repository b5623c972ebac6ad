import { sendFeedback } from '@openhouse/contract';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { countAttempt } from '../attempts/count-attempt.ts';
import type { PortalLog } from '../http/log.ts';
import { servePortalEndpoint } from '../http/route.ts';
import { withoutSecrets } from '../notifications/rules.ts';
import type { AskingOf } from '../session/asking.ts';

export interface FeedbackRouteDeps {
  readonly pool: Pool;
  readonly askingOf: AskingOf;
  readonly log: PortalLog;
  readonly notify: (message: string) => void;
}

/** Feedback is sent to the log and to the chat, and stored nowhere else (decision 0037). */
export function feedbackRoutes(app: FastifyInstance, { pool, askingOf, log, notify }: FeedbackRouteDeps): void {
  servePortalEndpoint(app, sendFeedback, async ({ request, body }) => {
    const { personId, userCode, name, email } = await askingOf(request);
    await countAttempt(pool, 'feedback', personId);
    const message = withoutSecrets(body.message);
    const page = withoutSecrets(body.page);
    log.info({ person: userCode, page, feedback: message }, 'feedback');
    notify(`${name} (${email}) about ${page}: ${message}`);
    return { received: true as const };
  });
}
