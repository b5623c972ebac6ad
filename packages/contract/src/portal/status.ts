import Type, { type Static } from 'typebox';
import { Reason } from './operator/shown.ts';
import { definePortalEndpoint } from './portal-endpoint.ts';

// What works, for anybody (decision 0156).

/** The page of it: `/status` answers with JSON too, to whoever accepts that alone. */
export const STATUS_PATH = '/status';

/** What people use. */
export const statusParts = ['portal', 'gateway', 'sign-in', 'imports'] as const;
export type StatusPart = (typeof statusParts)[number];

/** Longest note of operators, in characters. */
export const NOTE_MAX_LENGTH = 500;

/** What operators tell everybody. */
export const StatusNote = Type.Object({
  text: Type.String(),
  since: Type.String({ description: 'When it was written: ISO 8601, UTC. A changed note has another time.' }),
});
export type StatusNote = Static<typeof StatusNote>;

export const ServiceStatus = Type.Object({
  works: Type.Boolean({ description: 'Whether every part does.' }),
  checkedAt: Type.String({ description: 'When it was last looked: ISO 8601, UTC.' }),
  parts: Type.Array(Type.Object({ name: Type.Enum([...statusParts]), works: Type.Boolean() })),
  note: Type.Union([StatusNote, Type.Null()], { description: 'null where operators say nothing.' }),
});
export type ServiceStatus = Static<typeof ServiceStatus>;

const example: ServiceStatus = {
  works: true,
  checkedAt: '2026-11-20T09:30:00.000Z',
  parts: statusParts.map((name) => ({ name, works: true })),
  note: null,
};

export const getStatus = definePortalEndpoint({
  name: 'get-status',
  method: 'GET',
  path: '/status.json',
  summary: 'What works',
  description:
    'Whether portal, gateway, sign-in and imports work, as the process that answers last measured, and what operators say. It asks ' +
    'nobody, and answers while the database is away. For anybody; the page for people is /status.',
  access: 'anyone',
  params: Type.Object({}),
  body: undefined,
  data: ServiceStatus,
  failures: [],
  example: { data: example },
});

export const setNote = definePortalEndpoint({
  name: 'set-note',
  method: 'POST',
  path: '/api/operator/note',
  summary: 'Tell everybody something',
  description:
    'Shown on the status page and above the pages of the dashboard and the docs, within ten seconds on every node, until it is taken away with ' +
    'an empty text. Anybody can read it. Operators only.',
  access: 'operator',
  anyTeam: true,
  params: Type.Object({}),
  body: Type.Object(
    {
      text: Type.String({ maxLength: NOTE_MAX_LENGTH, description: 'One paragraph; empty takes the note away.' }),
      reason: Reason,
    },
    { additionalProperties: false },
  ),
  data: Type.Object({ note: Type.Union([StatusNote, Type.Null()]) }),
  failures: [],
  example: {
    body: { text: 'On Sunday from 6 to 7 UTC the gateway answers more slowly.', reason: 'Move to other disks' },
    data: {
      note: { text: 'On Sunday from 6 to 7 UTC the gateway answers more slowly.', since: '2026-11-20T09:30:00.000Z' },
    },
  },
});

/** Calls of operators about the public note. */
export const noteEndpoints = [setNote] as const;
