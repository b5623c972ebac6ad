import Type, { type Static } from 'typebox';
import { secret } from '../secret.ts';
import { SESSION_DAYS } from './limits.ts';
import { definePortalEndpoint } from './portal-endpoint.ts';

/** Where a person confirms a sign-in of the command line: a page, opened by hand or by the command. */
export const AUTHORIZE_PATH = '/dashboard/authorize';

/** Seconds that a sign-in of the command line waits for confirmation. */
export const COMMAND_LINE_SIGN_IN_LIFETIME_S = 600;

/** Initial polling interval in seconds; polling too fast adds as much again (RFC 8628, 3.5). */
export const COMMAND_LINE_INTERVAL_S = 5;

/** Letters of a user code: no vowels, so that no words occur, and no letters that look alike (RFC 8628, 6.1). */
export const USER_CODE_LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';

const Machine = Type.String({
  minLength: 1,
  maxLength: 64,
  pattern: '\\S',
  description: 'Name of the machine, as reported by itself. Shown to the person and in their list of sessions.',
});
const UserCode = Type.String({
  pattern: `^[${USER_CODE_LETTERS}]{4}-[${USER_CODE_LETTERS}]{4}$`,
  description: 'The code from the terminal, which the person types into the page: eight letters and a dash.',
});
const DeviceCode = secret(
  Type.String({
    pattern: '^ohd_[A-Za-z0-9_-]{43}$',
    description: 'Known only to the command that started the sign-in.',
  }),
);
const nothing = Type.Object({});

/** A sign-in of the command line, as the person who confirms it sees it. */
export const CommandLineSignIn = Type.Object({
  machine: Machine,
  ipAddress: Type.String({ description: 'Address of the command.' }),
  requestedAt: Type.String({ description: 'When the command started the sign-in: ISO 8601, UTC.' }),
  endsAt: Type.String({ description: 'When the code stops working: ISO 8601, UTC.' }),
});
export type CommandLineSignIn = Static<typeof CommandLineSignIn>;

const example: CommandLineSignIn = {
  machine: 'mara-thinkpad',
  ipAddress: '192.0.2.7',
  requestedAt: '2026-11-20T09:30:00.000Z',
  endsAt: '2026-11-20T09:40:00.000Z',
};
const exampleDeviceCode = `ohd_${'A'.repeat(43)}`;

/** The first half of RFC 8628: a program without a browser requests codes. */
export const startCommandLineSignIn = definePortalEndpoint({
  name: 'start-command-line-sign-in',
  method: 'POST',
  path: '/api/command-line/sign-ins',
  summary: 'Start a sign-in of the command line',
  description:
    'Returns a code for the person to type at verificationUri, and one for the command to poll with. Both work for ' +
    '10 minutes, once. Works like the device authorization of RFC 8628, in the envelope of the portal.',
  access: 'anyone',
  params: nothing,
  body: Type.Object({ machine: Machine }, { additionalProperties: false }),
  data: Type.Object({
    deviceCode: DeviceCode,
    userCode: UserCode,
    verificationUri: Type.String({ description: 'The page to open. It never carries a code.' }),
    expiresInS: Type.Integer({ minimum: 1, description: 'Seconds until both codes expire.' }),
    intervalS: Type.Integer({ minimum: 1, description: 'Seconds to wait between polls.' }),
  }),
  failures: [],
  example: {
    body: { machine: example.machine },
    data: {
      deviceCode: exampleDeviceCode,
      userCode: 'WDJB-MJHT',
      verificationUri: `https://portal.example.com${AUTHORIZE_PATH}`,
      expiresInS: COMMAND_LINE_SIGN_IN_LIFETIME_S,
      intervalS: COMMAND_LINE_INTERVAL_S,
    },
  },
});

/** The second half: the program polls until the person has decided. */
export const collectCommandLineSession = definePortalEndpoint({
  name: 'collect-command-line-session',
  method: 'POST',
  path: '/api/command-line/sessions',
  summary: 'Collect the session of a confirmed sign-in',
  description:
    'Answers SIGN_IN_PENDING until the person has decided, and SIGN_IN_SLOW_DOWN when polled too fast: Retry-After then ' +
    'says the new interval. After consent it answers with the token, once. Send it as Authorization: Bearer, without cookies.',
  access: 'anyone',
  params: nothing,
  body: Type.Object({ deviceCode: DeviceCode }, { additionalProperties: false }),
  data: Type.Object({
    token: secret(Type.String({ description: 'Token of the session: Authorization: Bearer <token>.' })),
    sessionId: Type.String({ description: 'Public id of the session, as in the list of sessions.' }),
    endsAt: Type.String({ description: 'When the session ends at the latest: ISO 8601, UTC.' }),
    baseUrl: Type.String({ description: 'Public address of the gateway, for the following calls.' }),
  }),
  failures: ['SIGN_IN_PENDING', 'SIGN_IN_SLOW_DOWN', 'SIGN_IN_DENIED', 'SIGN_IN_EXPIRED'],
  example: {
    body: { deviceCode: exampleDeviceCode },
    data: {
      token: 'ohc_<the token of the session>',
      sessionId: 'q4bI0fY3mT9sVxk2ZJ7w5A',
      endsAt: '2026-12-20T09:30:00.000Z',
      baseUrl: 'https://gateway.example.com',
    },
  },
});

/** The sign-in of a code. Not a GET: a code in a URL would end up in histories and logs. */
export const findCommandLineSignIn = definePortalEndpoint({
  name: 'find-command-line-sign-in',
  method: 'POST',
  path: '/api/command-line/sign-ins/find',
  summary: 'Look at a sign-in of the command line',
  description:
    'Shows which machine wants to sign in, from which address, and when it started. At most 10 codes per person in ten minutes.',
  access: 'browser',
  params: nothing,
  body: Type.Object({ userCode: UserCode }, { additionalProperties: false }),
  data: Type.Object({ signIn: CommandLineSignIn }),
  failures: ['CODE_NOT_FOUND'],
  example: { body: { userCode: 'WDJB-MJHT' }, data: { signIn: example } },
});

/** Allows or denies a sign-in. */
export const decideCommandLineSignIn = definePortalEndpoint({
  name: 'decide-command-line-sign-in',
  method: 'POST',
  path: '/api/command-line/sign-ins/decide',
  summary: 'Allow or deny a sign-in of the command line',
  description:
    `Allowing it signs that machine in as you, for ${SESSION_DAYS} days or until you end the session; every Team of yours finds it in ` +
    'its audit log. Each code is decided once.',
  access: 'browser',
  params: nothing,
  body: Type.Object({ userCode: UserCode, decision: Type.Enum(['allow', 'deny']) }, { additionalProperties: false }),
  data: Type.Object({ decision: Type.Enum(['allow', 'deny']) }),
  failures: ['CODE_NOT_FOUND'],
  example: { body: { userCode: 'WDJB-MJHT', decision: 'allow' }, data: { decision: 'allow' } },
});

/** Calls of the command itself; they need no session. */
export const commandLineDeviceEndpoints = [startCommandLineSignIn, collectCommandLineSession] as const;

/** Calls of the person who confirms. */
export const commandLineConsentEndpoints = [findCommandLineSignIn, decideCommandLineSignIn] as const;
