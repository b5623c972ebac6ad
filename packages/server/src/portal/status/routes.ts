import { randomBytes } from 'node:crypto';
import { getStatus, type ServiceStatus, STATUS_PATH } from '@openhouse/contract';
import type { FastifyInstance } from 'fastify';
import { escapeHtml } from '../../kernel/http/escape-html.ts';
import { languageOf, type PlainLanguage, plainPage, plainPageHeaders } from '../plain-pages/plain-page.ts';
import { statusWords } from './words.ts';

/** What works, for anybody: no session is read, nobody is asked, and no address is counted (decision 0156). */
export function statusRoutes(app: FastifyInstance, now: () => ServiceStatus): void {
  const config = { uncounted: true, anyTeam: true };
  app.get(STATUS_PATH, { exposeHeadRoute: true, config }, async ({ headers }, reply) => {
    reply.header('vary', 'Accept, Accept-Language');
    if (wantsJson(headers.accept)) return { data: now() };
    const nonce = randomBytes(16).toString('base64url');
    return reply
      .headers(plainPageHeaders(nonce))
      .send(statusPage(languageOf(headers['accept-language']), nonce, now()));
  });
  app.get(getStatus.path, { exposeHeadRoute: true, config }, async () => ({ data: now() }));
}

/** Whether JSON is accepted and a page is not: programs say so, browsers never do. */
function wantsJson(accept = ''): boolean {
  return /\bapplication\/json\b/i.test(accept) && !/\btext\/html\b/i.test(accept);
}

function statusPage(language: PlainLanguage, nonce: string, { works, checkedAt, parts, note }: ServiceStatus): string {
  const words = statusWords[language];
  const at = (iso: string) =>
    `${new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }).format(new Date(iso))} UTC`;
  const rows = parts.map(({ name, works: fine }) => {
    const [title, does] = words.parts[name];
    const state = fine ? `<span class="fine">${words.works}</span>` : `<span class="broken">${words.fails}</span>`;
    return `<li class="part"><span class="who"><span class="name">${title}</span><span class="meta">${does}</span></span>${state}</li>`;
  });
  const said =
    note === null
      ? ''
      : `<section class="note"><h2>${words.note}</h2><p>${escapeHtml(note.text)}</p><p class="meta">${at(note.since)}</p></section>`;
  return plainPage(
    language,
    nonce,
    words.title,
    `<h1>${words.title}</h1><p class="lede">${works ? words.allWorks : words.someFails}</p>${said}
    <ul>${rows.join('')}</ul>
    <p class="meta checked">${words.checked(at(checkedAt))} <a href="/">${words.portal}</a></p>`,
  );
}
