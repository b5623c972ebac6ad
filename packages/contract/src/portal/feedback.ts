import Type from 'typebox';
import { definePortalEndpoint } from './portal-endpoint.ts';

/** Sends a message to the operator. Anything that looks like a credential is redacted (SPEC 2.2). */
export const sendFeedback = definePortalEndpoint({
  name: 'send-feedback',
  method: 'POST',
  path: '/api/feedback',
  summary: 'Send feedback',
  description:
    'Sends a message to the operator of the portal, with your name and address. Anything in it that looks like a ' +
    'secret or a token is redacted first. At most 5 in ten minutes.',
  access: 'signed-in',
  params: Type.Object({}),
  body: Type.Object(
    {
      message: Type.String({ minLength: 1, maxLength: 2000, pattern: '\\S' }),
      page: Type.String({ maxLength: 200, pattern: '^/[^?#]*$', description: 'Path of the page it is about.' }),
    },
    { additionalProperties: false },
  ),
  data: Type.Object({ received: Type.Literal(true) }),
  failures: [],
  example: { body: { message: 'The quick start helped.', page: '/docs' }, data: { received: true } },
});

/** Calls about feedback. */
export const feedbackEndpoints = [sendFeedback] as const;
