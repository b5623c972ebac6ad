import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../../kernel/database/database.ts';
import { inTransaction } from '../../kernel/database/transaction.ts';
import { escapeHtml } from '../../kernel/http/escape-html.ts';
import { languageOf, plainPage, plainPageHeaders } from '../plain-pages/plain-page.ts';
import { stopMails } from './outbox-store.ts';
import { STOP_PATH } from './warning-mail.ts';
import { mailWords } from './words.ts';

const CODE = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

interface StopCall {
  readonly Params: { readonly code: string };
}

/**
 * Stops mails about warnings without a sign-in: a page with a button, so that a program which opens every link of a mail stops
 * nothing, and the POST that a mail program makes by itself (RFC 8058). The code in the address is all the right there is.
 */
export function mailStopRoutes(app: FastifyInstance, { database }: { readonly database: Database }): void {
  const url = `${STOP_PATH}/:code`;
  app.get<StopCall>(url, { exposeHeadRoute: true }, async (request, reply) => {
    const { words } = spoken(request);
    return CODE.test(request.params.code)
      ? send(request, reply, 200, { title: words.stopTitle, lede: words.stopLede, button: words.stopNow, name: 'stop' })
      : send(request, reply, 404, { title: words.unknown, lede: words.unknownLede });
  });
  app.post<StopCall>(url, { config: { protection: 'code in address' } }, async (request, reply) => {
    const { words } = spoken(request);
    const { code } = request.params;
    const stop = !new URLSearchParams(typeof request.body === 'string' ? request.body : '').has('start');
    const known =
      CODE.test(code) && (await inTransaction(database, (transaction) => stopMails(transaction, code, stop)));
    if (!known) return send(request, reply, 404, { title: words.unknown, lede: words.unknownLede });
    return stop
      ? send(request, reply, 200, {
          title: words.stopped,
          lede: words.stoppedLede,
          button: words.startAgain,
          name: 'start',
        })
      : send(request, reply, 200, {
          title: words.started,
          lede: words.startedLede,
          button: words.stopNow,
          name: 'stop',
        });
  });
}

function spoken(request: FastifyRequest) {
  const language = languageOf(request.headers['accept-language']);
  return { language, words: mailWords[language] };
}

interface Shown {
  readonly title: string;
  readonly lede: string;
  readonly button?: string;
  /** Field that the button sends. */
  readonly name?: string;
}

function send(request: FastifyRequest, reply: FastifyReply, status: number, { title, lede, button, name }: Shown) {
  const { language } = spoken(request);
  const nonce = randomBytes(16).toString('base64url');
  const form =
    button === undefined
      ? ''
      : `<form method="post"><button class="primary" type="submit" name="${name}" value="yes">${escapeHtml(button)}</button></form>`;
  const main = `<h1>${escapeHtml(title)}</h1><p class="lede">${escapeHtml(lede)}</p>${form}`;
  return reply
    .code(status)
    .headers(plainPageHeaders(nonce))
    .send(plainPage(language, nonce, escapeHtml(title), main));
}
