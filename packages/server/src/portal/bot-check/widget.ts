import { randomBytes } from 'node:crypto';
import { BOT_CHECK_WIDGET_PATH } from '@openhouse/contract';
import type { FastifyInstance } from 'fastify';
import { escapeHtml } from '../../kernel/http/escape-html.ts';
import type { BotCheckWidget } from './bot-check.ts';

/** Hosts that a service's check loads from, besides that of its script. */
const HOSTS: Readonly<Record<BotCheckWidget['service'], readonly string[]>> = {
  turnstile: ['https://challenges.cloudflare.com'],
  hcaptcha: ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
  recaptcha: [
    'https://www.google.com',
    'https://www.gstatic.com',
    'https://recaptcha.google.com',
    'https://www.recaptcha.net',
  ],
};

/**
 * Serves the document that shows another service's check. Only its content security policy allows the service's hosts:
 * the pages, which show secrets, keep theirs, and only they may frame it (decision 0034).
 */
export function serveWidget(app: FastifyInstance, widget: BotCheckWidget): void {
  app.get(BOT_CHECK_WIDGET_PATH, { exposeHeadRoute: true, config: { uncounted: true } }, async (_request, reply) => {
    const nonce = randomBytes(16).toString('base64url');
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', widgetPolicy(widget, nonce))
      .header('x-frame-options', 'SAMEORIGIN')
      .send(widgetDocument(widget, nonce));
  });
}

function widgetPolicy({ service, scriptUrl }: BotCheckWidget, nonce: string): string {
  const hosts = [...new Set([new URL(scriptUrl).origin, ...HOSTS[service]])].join(' ');
  return [
    "default-src 'none'",
    // The services' scripts load further ones.
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' 'unsafe-inline' ${hosts}`,
    `img-src data: ${hosts}`,
    `font-src ${hosts}`,
    `connect-src ${hosts}`,
    `frame-src ${hosts}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join('; ');
}

function widgetDocument({ service, siteKey, scriptUrl }: BotCheckWidget, nonce: string): string {
  const facts = { service, 'site-key': siteKey, 'script-url': scriptUrl };
  const attributes = Object.entries(facts).map(([name, value]) => `data-${name}="${escapeHtml(value)}"`);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Check</title>
<link rel="stylesheet" href="/bot-check.css">
<div id="check" ${attributes.join(' ')}></div>
<script nonce="${nonce}" src="/bot-check.js"></script>
</html>
`;
}
