import Type, { type Static } from 'typebox';
import { ResourceCode } from '../gateway/parameters.ts';
import { TOUR_UPLOAD_MAX_BYTES } from './limits.ts';
import { definePortalEndpoint } from './portal-endpoint.ts';

/** Tours per page of the list. */
export const TOURS_A_PAGE = 48;

/** What an upload may be: one or several zipped bundles, or a work file. */
export const tourUploadTypes = ['application/zip', 'application/json'] as const;
export type TourUploadType = (typeof tourUploadTypes)[number];

/** Media type of an import's answer with progress: one JSON object per line. */
export const IMPORT_PROGRESS_TYPE = 'application/x-ndjson';

const Instant = (description: string) => Type.String({ description: `${description}: ISO 8601, UTC.` });

/** A tour as its Team's list shows it. */
export const PortalTour = Type.Object({
  resourceCode: ResourceCode,
  name: Type.String(),
  cover: Type.Union([Type.String(), Type.Null()], {
    description: 'Path of its cover picture at this portal; null if it has none.',
  }),
  isActive: Type.Boolean({ description: 'is_active of its VR basic data.' }),
  sizeBytes: Type.Integer({ minimum: 0, description: 'Bytes of its payloads, minified, and of its files.' }),
  observers: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()], {
    description: 'Viewpoints; 0 for a model only; null until it is imported again.',
  }),
  importedAt: Instant('When it was imported, or last replaced'),
  lastReadAt: Type.Union([Type.String(), Type.Null()], {
    description: 'When the gateway last served a read of it, to the minute: ISO 8601, UTC; null for never.',
  }),
});
export type PortalTour = Static<typeof PortalTour>;

const Problem = Type.Object({
  file: Type.String({ description: "Path of the file below the bundle, or the upload's name." }),
  pointer: Type.String({ description: 'JSON pointer into the file (RFC 6901); empty for the file as a whole.' }),
  expected: Type.String(),
  found: Type.String(),
});

/** A refused tour of an upload; none of it was stored. */
export const RefusedUpload = Type.Object({
  label: Type.String({ description: 'Where in the upload it is.' }),
  problems: Type.Array(Problem, { description: 'The first 100 of a tour, 1,000 of an upload.' }),
  problemCount: Type.Integer({ minimum: 1, description: 'How many there are.' }),
});
export type RefusedUpload = Static<typeof RefusedUpload>;

/** What kind of oddity a notice of an import is about: stable, for programs. */
export const noticeKinds = [
  'missing',
  'null',
  'other-type',
  'id-unaddressable',
  'id-twice',
  'operation-left-out',
  'envelope',
  'encoded-twice',
  'text-encoding',
  'array-of-works',
  'not-taken',
  'path-twice',
  'name-encoding',
  'name-spelling',
  'dead-link',
  'one-way-link',
  'unreached-viewpoint',
  'index-twice',
  'file-missing',
  'file-unused',
  'other-hosts',
  'file-not-fetched',
  'no-base-url',
] as const;
export type NoticeKind = (typeof noticeKinds)[number];

/** One kind of problem at one kind of place, over all tours of an upload. */
export const ImportProblemGroup = Type.Object({
  problem: Type.String({ description: 'The place, without indexes, and what is odd there; the same for all tours.' }),
  place: Type.String({ description: 'The place alone: vr-info.json#/observers/*/index. Empty where it says nothing.' }),
  kind: Type.Enum([...noticeKinds, 'refused'], {
    description: 'Kind of the notice: stable, for programs. refused: what tours were refused for.',
  }),
  tours: Type.Integer({ minimum: 1, description: 'Tours that have it.' }),
  count: Type.Integer({ minimum: 1, description: 'How often they have it.' }),
  meaning: Type.String({ description: 'What it means for readers.' }),
  example: Type.Object({
    label: Type.String({ description: 'The first tour that has it.' }),
    ...Problem.properties,
  }),
});
export type ImportProblemGroup = Static<typeof ImportProblemGroup>;

/** The result of an upload, if at least one tour was imported. */
export const ImportReport = Type.Object({
  imported: Type.Array(
    Type.Object({
      label: Type.String({ description: 'Where in the upload it was.' }),
      resourceCode: ResourceCode,
      outcome: Type.Enum(['created', 'changed', 'unchanged'], {
        description: 'unchanged: the same tour existed already.',
      }),
      warnings: Type.Array(Type.String(), { description: 'Unusual data that is no reason to refuse the tour.' }),
    }),
  ),
  refused: Type.Array(RefusedUpload),
  problems: Type.Array(ImportProblemGroup, {
    description: 'Every kind of problem, counted over all tours: refusals first, then by number of tours.',
  }),
});
export type ImportReport = Static<typeof ImportReport>;

/** One line of an import's progress. The last line of the answer is an envelope like that of any other call. */
export interface ImportProgressLine {
  readonly progress: {
    /** Finished tours, and all of them. */
    readonly done: number;
    readonly total: number;
  };
}

/** With report=full: a line for each tour, with all its notices or problems, as `openhouse import --report` writes it. */
export interface ImportTourLine {
  readonly tour: object;
}

const example: PortalTour = {
  resourceCode: 'demo-loft',
  name: 'Loft by the park',
  cover: '/api/tours/demo-loft/cover?v=q4bI0fY3mT9sVxk2',
  isActive: true,
  sizeBytes: 7_412_044,
  observers: 12,
  importedAt: '2026-11-20T09:30:00.000Z',
  lastReadAt: '2026-11-21T18:04:00.000Z',
};
const params = Type.Object({ resource_code: ResourceCode });
const exampleParams = { resource_code: example.resourceCode };

export const listTours = definePortalEndpoint({
  name: 'list-tours',
  method: 'GET',
  path: '/api/tours',
  summary: "The active Team's tours",
  description: `The tours of the active Team, last imported first, ${TOURS_A_PAGE} at a time.`,
  access: 'signed-in',
  scopes: ['tours:read', 'tours:write'],
  params: Type.Object({}),
  query: Type.Object(
    {
      search: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 64,
          pattern: '^[^\\x00-\\x1f\\x7f]+$',
          description: 'Part of a name or resource code, in any case.',
        }),
      ),
      after: Type.Optional(
        Type.String({ pattern: '^[0-9]{1,17}\\.[A-Za-z0-9_-]{1,64}$', description: '`next` of the page before.' }),
      ),
    },
    { additionalProperties: false },
  ),
  body: undefined,
  data: Type.Object({
    tours: Type.Array(PortalTour),
    next: Type.Union([Type.String(), Type.Null()], { description: 'What `after` takes for more; null at the end.' }),
  }),
  failures: ['TEAM_REQUIRED'],
  example: { data: { tours: [example], next: null } },
});

/** The only call that takes something other than JSON fields (decision 0058). */
export const importTours = definePortalEndpoint({
  name: 'import-tours',
  method: 'POST',
  path: '/api/tours/imports',
  summary: 'Import tours',
  description:
    'Takes the bytes of a zipped bundle, of several in one archive, or of a work file. The import is atomic per tour. The ' +
    'same tour again changes nothing; a changed one replaces the old one and keeps its active state. ' +
    `With Accept: ${IMPORT_PROGRESS_TYPE} the answer is one JSON object per line: ` +
    '{"progress": {"done", "total"}} during the import, and the envelope last; with report=full also {"tour"} of each tour, ' +
    'with everything that was found in it. Members and owners only.',
  access: 'signed-in',
  scopes: ['tours:write'],
  params: Type.Object({}),
  query: Type.Object(
    {
      name: Type.String({
        minLength: 1,
        maxLength: 255,
        pattern: '^[^/\\\\\\x00-\\x1f\\x7f]+$',
        description: 'Name of the file. A work file without a resource code gets its code from here.',
      }),
      report: Type.Optional(
        Type.Literal('full', { description: 'Sends a line for each tour; only with lines of progress.' }),
      ),
    },
    { additionalProperties: false },
  ),
  body: undefined,
  upload: { mediaTypes: tourUploadTypes, maxBytes: TOUR_UPLOAD_MAX_BYTES },
  data: ImportReport,
  failures: ['TEAM_REQUIRED', 'ROLE_INSUFFICIENT', 'TOUR_REFUSED', 'TOUR_IMPORT_BUSY'],
  example: {
    query: { name: 'loft.zip' },
    data: {
      imported: [{ label: 'loft.zip', resourceCode: 'demo-loft', outcome: 'created', warnings: [] }],
      refused: [],
      problems: [],
    },
  },
});

export const addSampleTour = definePortalEndpoint({
  name: 'add-sample-tour',
  method: 'POST',
  path: '/api/tours/sample',
  summary: 'Add the sample tour',
  description:
    'Imports the loft of the demo into the active Team, as a tour of its own to begin with. Where the Team has a tour with ' +
    'that code already, it stays as it is and is answered. Members and owners only.',
  access: 'signed-in',
  params: Type.Object({}),
  body: Type.Object({}, { additionalProperties: false }),
  data: Type.Object({ tour: PortalTour }),
  failures: ['TEAM_REQUIRED', 'ROLE_INSUFFICIENT', 'TOUR_REFUSED', 'TOUR_IMPORT_BUSY'],
  example: { body: {}, data: { tour: example } },
});

export const activateTour = definePortalEndpoint({
  name: 'activate-tour',
  method: 'POST',
  path: '/api/tours/{resource_code}/activate',
  summary: 'Set a tour active',
  description:
    'The same as "Activate tour v2" of the gateway: VR basic data answers is_active true from then on. Safe to repeat. ' +
    'Members and owners only.',
  access: 'signed-in',
  scopes: ['tours:write'],
  params,
  body: Type.Object({}, { additionalProperties: false }),
  data: Type.Object({ tour: PortalTour }),
  failures: ['TEAM_REQUIRED', 'ROLE_INSUFFICIENT', 'TOUR_NOT_FOUND'],
  example: { params: exampleParams, body: {}, data: { tour: example } },
});

export const removeTour = definePortalEndpoint({
  name: 'remove-tour',
  method: 'POST',
  path: '/api/tours/{resource_code}/remove',
  summary: 'Remove a tour',
  description:
    'Permanently removes the tour with all its data and files: the gateway answers as if it had never existed. The body ' +
    'repeats its resource code. Owners only.',
  access: 'signed-in',
  params,
  body: Type.Object(
    { confirm: Type.String({ maxLength: 64, description: 'The resource code once more.' }) },
    { additionalProperties: false },
  ),
  data: Type.Object({ removed: Type.Literal(1) }),
  failures: ['TEAM_REQUIRED', 'ROLE_INSUFFICIENT', 'TOUR_NOT_FOUND'],
  example: { params: exampleParams, body: { confirm: example.resourceCode }, data: { removed: 1 } },
});

/** A tour's cover picture: bytes, not JSON. The list adds a version that changes with the picture. */
export const TOUR_COVER_PATH = '/api/tours/{resource_code}/cover';

/** Calls about tours. */
export const tourEndpoints = [listTours, importTours, addSampleTour, activateTour, removeTour] as const;
