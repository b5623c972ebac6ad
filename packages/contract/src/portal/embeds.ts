import Type, { type Static } from 'typebox';
import { ResourceCode } from '../gateway/parameters.ts';
import { EMBED_HOSTS_MAX, EMBEDS_PER_TEAM } from './limits.ts';
import { definePortalEndpoint } from './portal-endpoint.ts';

/**
 * Where the page of a public tour is, and below it all that the page reads: no session, no token, no key (decision 0212).
 * Plain reads, not JSON calls of the portal.
 */
export const embedPaths = {
  page: '/embed/{id}',
  /** One of `explorerOperations`: the gateway's envelope, with addresses of files below this path. */
  operation: '/embed/{id}/read/{operation}',
  /** A picture or model file of the tour, by its path; not those below private/. */
  file: '/embed/{id}/files/*',
  /** The tour's cover picture, for previews of links. */
  cover: '/embed/{id}/cover',
} as const;

/** File of the built pages that is the page of a public tour. */
export const EMBED_PAGE_FILE = 'embed.html';

/** In that file, the server replaces these by the visitor's language and by what the Team made public. */
export const embedPlaceholders = {
  language: '<html lang="en">',
  name: '__NAME__',
  source: '__SOURCE__',
  code: '__CODE__',
  reads: '__READS__',
  /** Open Graph and Twitter's names for title, address and cover. */
  social: '<!-- __SOCIAL__ -->',
} as const;

/** `replaced`: another tour was imported under its code since; it stays hidden until it is made public again. */
export const embedStates = ['off', 'on', 'replaced'] as const;

/** SHA-256 of what was imported, in hexadecimal digits. */
const TourVersion = (description: string) => Type.String({ pattern: '^[0-9a-f]{64}$', description });

/** Whether a tour is public, and where. */
export const TourEmbed = Type.Object({
  resourceCode: ResourceCode,
  state: Type.Enum([...embedStates], {
    description:
      'replaced: a tour with other content was imported under this code since; it is shown once it is turned on again.',
  }),
  address: Type.Union([Type.String(), Type.Null()], {
    description: 'Address of its page; null while nobody is shown it. The same whenever it is on.',
  }),
  hosts: Type.Array(Type.String(), { description: 'Origins whose pages may frame it; none may while this is empty.' }),
  version: TourVersion('Which content is stored under this code now; another import of other content changes it.'),
});
export type TourEmbed = Static<typeof TourEmbed>;

const example: TourEmbed = {
  resourceCode: 'demo-loft',
  state: 'on',
  address: 'https://portal.example/embed/pZ0hYt3mQ8KfB1xW6sVd2A',
  hosts: ['https://homes.example'],
  version: '3f2a9c0e5b7d41886ad0c3e1f4b296577c1d80ae9b3f64d2e5a7081c6b9d4f13',
};
const params = Type.Object({ resource_code: ResourceCode });
const exampleParams = { resource_code: example.resourceCode };

export const listEmbeds = definePortalEndpoint({
  name: 'list-embeds',
  method: 'GET',
  path: '/api/embeds',
  summary: "The active Team's public tours",
  description: 'Every tour of the active Team that is public, or was until it was replaced, by code.',
  access: 'signed-in',
  params: Type.Object({}),
  body: undefined,
  data: Type.Object({ embeds: Type.Array(TourEmbed) }),
  failures: ['TEAM_REQUIRED'],
  example: { data: { embeds: [example] } },
});

export const getEmbed = definePortalEndpoint({
  name: 'get-embed',
  method: 'GET',
  path: '/api/tours/{resource_code}/embed',
  summary: 'Whether a tour is public',
  description: 'Off for a tour that nobody made public.',
  access: 'signed-in',
  params,
  body: undefined,
  data: Type.Object({ embed: TourEmbed }),
  failures: ['TEAM_REQUIRED', 'TOUR_NOT_FOUND'],
  example: { params: exampleParams, data: { embed: example } },
});

export const changeEmbed = definePortalEndpoint({
  name: 'change-embed',
  method: 'POST',
  path: '/api/tours/{resource_code}/embed',
  summary: 'Make a tour public, or end that',
  description:
    'While it is on, whoever has its address sees the tour as it is now, without a sign-in; pages of the hosts may frame it. ' +
    'With the version that was looked at, no other is made public: TOUR_REPLACED, and nothing is changed. ' +
    `What is left out stays. A host is an origin, as https://homes.example; at most ${EMBED_HOSTS_MAX} a tour, and ` +
    `${EMBEDS_PER_TEAM} public tours a Team. Members and owners only.`,
  access: 'signed-in',
  params,
  body: Type.Object(
    {
      on: Type.Optional(Type.Boolean()),
      version: Type.Optional(
        TourVersion('With on: the version to make public, as get-embed says it; without it, the one at the call.'),
      ),
      hosts: Type.Optional(
        Type.Array(Type.String({ minLength: 1, maxLength: 300 }), {
          maxItems: EMBED_HOSTS_MAX,
          description: 'Origins.',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  data: Type.Object({ embed: TourEmbed }),
  failures: ['TEAM_REQUIRED', 'ROLE_INSUFFICIENT', 'TOUR_NOT_FOUND', 'TOUR_REPLACED', 'EMBED_LIMIT'],
  example: {
    params: exampleParams,
    body: { on: true, version: example.version, hosts: example.hosts },
    data: { embed: example },
  },
});

/** Calls about public tours. */
export const embedEndpoints = [listEmbeds, getEmbed, changeEmbed] as const;
