import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The sign-in page of a company, as the ticket protocol has it (SPEC 3.1): one field and one button. */
export interface TicketLoginPage {
  readonly url: string;
  close(): Promise<void>;
}

/** The ticket is the user id that was typed in, as the tests' gateway takes it. */
export async function startTicketLoginPage(): Promise<TicketLoginPage> {
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '/', 'http://login');
    const userId = searchParams.get('user_id');
    const [source = '', redirect = ''] = [searchParams.get('source') ?? '', searchParams.get('redirect') ?? ''];
    if (userId === null) {
      const kept = ['source', 'source_verify', 'redirect'].map(
        (name) => `<input type="hidden" name="${name}" value="${escapeHtml(searchParams.get(name) ?? '')}">`,
      );
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
      response.end(
        `<!doctype html><title>Company</title><form>${kept.join('')}<label>User <input name="user_id"></label><button>Enter</button></form>`,
      );
      return;
    }
    const callback = new URL(redirect);
    callback.search = String(
      new URLSearchParams({ source, ticket: `${userId}#${Date.now()}`, login_type: 'password' }),
    );
    response.writeHead(302, { location: callback.href }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
