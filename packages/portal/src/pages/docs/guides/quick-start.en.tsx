import { CodeBlock } from '../../../code/code-block.tsx';
import { exchangeInShell, quickStart, readInShell, SECRET_VARIABLE, TOKEN_VARIABLE } from '../../../code/examples.ts';
import type { Guide } from '../guide.ts';
import { exchangeAnswer, failureAnswer, startCommands } from './quick-start-code.ts';

export const guide: Guide = {
  title: 'Quick start',
  lede: 'From nothing to the data of a tour: start Openhouse, exchange key and secret for a token, read.',
  sections: [
    {
      id: 'start',
      title: 'Start it',
      body: () => (
        <>
          <p>
            You need Node.js 20.19 or newer and nothing else. Skip this part if somebody runs Openhouse for you already.
          </p>
          <CodeBlock label="Commands" tabs={[{ name: 'shell', language: 'shell', code: startCommands }]} />
          <p>
            The first command prints the addresses, how to sign in, and a <code>curl</code> line that works. The key and
            secret of the demo app are in <code>.openhouse/demo.json</code>.
          </p>
        </>
      ),
    },
    {
      id: 'token',
      title: 'Exchange key and secret for a token',
      body: (facts) => (
        <>
          <p>
            An app has a key, which may be public, and a secret, which never leaves your server. Put the secret into the
            environment as <code>{SECRET_VARIABLE}</code> and exchange both, as form fields:
          </p>
          <CodeBlock
            label="Token exchange"
            tabs={[{ name: 'curl', language: 'shell', code: exchangeInShell(facts) }]}
          />
          <CodeBlock
            label="Answer of the exchange"
            tabs={[{ name: 'answer', language: 'json', code: exchangeAnswer }]}
          />
          <p>
            Keep the token on your server until shortly before <code>expire_at</code> (Unix seconds), then exchange
            again. There is no fixed lifetime to rely on, and no refresh token.
          </p>
        </>
      ),
    },
    {
      id: 'read',
      title: 'Read a tour',
      body: (facts) => (
        <>
          <p>
            Send the token raw in the <code>Authorization</code> header: no <code>Bearer</code>, no quotes. With the
            token in <code>{TOKEN_VARIABLE}</code>:
          </p>
          <CodeBlock label="First read" tabs={[{ name: 'curl', language: 'shell', code: readInShell(facts) }]} />
          <p>
            The same resource code works for tags, rulers, routes, room labels and the rest. The token speaks for your
            app only: which of your own users may see which tour is for your back end to decide.
          </p>
          <p>The whole way in one piece:</p>
          <CodeBlock label="From key to tour" tabs={quickStart(facts)} />
        </>
      ),
    },
    {
      id: 'envelope',
      title: 'The envelope around every answer',
      body: () => (
        <>
          <p>Every answer of the gateway is JSON with the same fields outside, whatever is inside.</p>
          <dl>
            <dt>code, status</dt>
            <dd>
              <code>0</code> and <code>success</code>, or a negative number and the name of the failure. Check them as
              well as the HTTP status.
            </dd>
            <dt>data</dt>
            <dd>
              What you asked for; <code>null</code> on failure.
            </dd>
            <dt>request_id</dt>
            <dd>
              Unique per request, also in the <code>X-Request-Id</code> header. Quote it when you ask for help.
            </dd>
            <dt>trace_id</dt>
            <dd>
              The trace of your <code>traceparent</code> header, or a new one.
            </dd>
            <dt>cost</dt>
            <dd>Time spent, in whole milliseconds.</dd>
          </dl>
        </>
      ),
    },
    {
      id: 'errors',
      title: 'When something fails',
      body: () => (
        <>
          <p>
            A failure names itself in <code>status</code> and says in <code>message</code> how to mend it. Decide by{' '}
            <code>status</code>; the sentences may change.
          </p>
          <CodeBlock label="A failure" tabs={[{ name: 'answer', language: 'json', code: failureAnswer }]} />
          <dl>
            <dt>code −2</dt>
            <dd>
              The app's credentials: <code>err_app_credentials_invalid</code>, <code>err_app_disabled</code>,{' '}
              <code>err_app_expired</code>. Asking again does not help.
            </dd>
            <dt>code −3</dt>
            <dd>The access token: missing, invalid or expired. Exchange again, once, then repeat the call.</dd>
            <dt>code −1</dt>
            <dd>
              Everything else, for example <code>err_resource_not_found</code> (404), <code>err_parameter_invalid</code>{' '}
              (400), <code>err_rate_limited</code> (429, wait for <code>Retry-After</code>).
            </dd>
          </dl>
          <p>
            One failure comes with HTTP 200: <code>err_parse_resource_code_failed</code>, for a resource code that
            cannot be parsed. That is why the HTTP status alone is not enough.
          </p>
        </>
      ),
    },
  ],
};
