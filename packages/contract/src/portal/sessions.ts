import Type, { type Static } from 'typebox';
import { SESSION_DAYS } from './limits.ts';
import { definePortalEndpoint } from './portal-endpoint.ts';

const SessionId = Type.String({
  pattern: '^[A-Za-z0-9_-]{22}$',
  description: 'Public id of the session: 22 characters. Not a credential.',
});

/** One live session of the signed-in person. */
export const Session = Type.Object({
  id: SessionId,
  createdAt: Type.String({ description: 'When the person signed in: ISO 8601, UTC.' }),
  endsAt: Type.String({
    description: `When the session ends at the latest, ${SESSION_DAYS} days after sign-in: ISO 8601, UTC.`,
  }),
  kind: Type.Enum(['browser', 'command-line'], { description: 'command-line: the command openhouse on a machine.' }),
  machine: Type.String({ description: 'Name of the machine, as reported by itself; empty for a browser.' }),
  userAgent: Type.String({ description: 'User-Agent of the browser or command, at most 256 characters.' }),
  ipAddress: Type.String({ description: 'Address the sign-in came from.' }),
  isCurrent: Type.Boolean({ description: 'True for the session of this call.' }),
});
export type Session = Static<typeof Session>;

/** The live sessions of the signed-in person. */
export const listSessions = definePortalEndpoint({
  name: 'list-sessions',
  method: 'GET',
  path: '/api/sessions',
  summary: 'Your live sessions',
  description: 'Lists the live sessions of the signed-in person, newest first, at most 100.',
  access: 'signed-in',
  params: Type.Object({}),
  body: undefined,
  data: Type.Object({ sessions: Type.Array(Session) }),
  failures: [],
  example: {
    data: {
      sessions: [
        {
          id: 'q4bI0fY3mT9sVxk2ZJ7w5A',
          createdAt: '2026-11-20T09:30:00.000Z',
          endsAt: '2026-12-20T09:30:00.000Z',
          kind: 'browser',
          machine: '',
          userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/156.0.0.0',
          ipAddress: '192.0.2.7',
          isCurrent: true,
        },
      ],
    },
  },
});

/** Ends one session of the signed-in person, on every node within a second. */
export const endSession = definePortalEndpoint({
  name: 'end-session',
  method: 'POST',
  path: '/api/sessions/{id}/end',
  summary: 'End one session',
  description: 'Ends one of your sessions. If it is the session of this call, its cookies are cleared.',
  access: 'signed-in',
  params: Type.Object({ id: SessionId }),
  body: Type.Object({}, { additionalProperties: false }),
  data: Type.Object({ ended: Type.Integer({ minimum: 1, description: 'Sessions ended.' }) }),
  failures: ['SESSION_NOT_FOUND'],
  example: { params: { id: 'q4bI0fY3mT9sVxk2ZJ7w5A' }, body: {}, data: { ended: 1 } },
});

/** Ends all sessions of the signed-in person, on every node within a second. */
export const endAllSessions = definePortalEndpoint({
  name: 'end-all-sessions',
  method: 'POST',
  path: '/api/sessions/end-all',
  summary: 'End all sessions',
  description: 'Ends all of your sessions, including this one unless keepCurrent is true.',
  access: 'signed-in',
  params: Type.Object({}),
  body: Type.Object(
    {
      keepCurrent: Type.Optional(Type.Boolean({ description: 'True keeps the session of this call; default false.' })),
    },
    { additionalProperties: false },
  ),
  data: Type.Object({ ended: Type.Integer({ minimum: 0, description: 'Sessions ended.' }) }),
  failures: [],
  example: { body: { keepCurrent: true }, data: { ended: 2 } },
});
