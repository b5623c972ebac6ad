import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A check service of our own on loopback: its script draws a button, its siteverify knows the answers it gave. */
export interface WidgetService {
  readonly scriptUrl: string;
  readonly verifyUrl: string;
  /** What was sent to siteverify. */
  readonly asked: readonly Readonly<Record<string, string>>[];
  stop(): void;
}

/** Speaks as the scripts of Turnstile, hCaptcha and reCAPTCHA do: `render` under one name each. */
const SCRIPT = `
  const address = new URL(document.currentScript.src);
  let given = 0;
  const api = { render(place, { sitekey, callback }) {
    const box = document.createElement('button');
    box.textContent = 'I am a person';
    box.addEventListener('click', () => callback(sitekey + '-answer-' + (given += 1)));
    place.append(box);
  } };
  window.turnstile = window.hcaptcha = window.grecaptcha = api;
  window[address.searchParams.get('onload')]();
`;

export async function startWidgetService(siteKey: string): Promise<WidgetService> {
  const asked: Record<string, string>[] = [];
  const server: Server = createServer((request, response) => {
    if (request.method === 'GET') {
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(SCRIPT);
      return;
    }
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const form = Object.fromEntries(new URLSearchParams(body));
      asked.push(form);
      const success = form.response?.startsWith(`${siteKey}-answer-`) === true;
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ success }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    scriptUrl: `http://127.0.0.1:${port}/api.js`,
    verifyUrl: `http://127.0.0.1:${port}/siteverify`,
    asked,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
