import Type, { type Static } from 'typebox';
import { definePortalEndpoint } from '../portal-endpoint.ts';
import { REASON_MAX_LENGTH } from '../suspension.ts';

const UserCode = Type.String({ minLength: 1, maxLength: 64, description: "Openhouse's own code of a person." });
const Instant = (description: string) => Type.String({ description: `${description}: ISO 8601, UTC.` });
const ofPerson = Type.Object({ user_code: UserCode });
const reasoned = Type.Object(
  {
    reason: Type.String({
      minLength: 1,
      maxLength: REASON_MAX_LENGTH,
      pattern: '\\S',
      description: 'Why: the audit of the installation shows it.',
    }),
  },
  { additionalProperties: false },
);

/** One thing that is kept of a person, with a word on it. */
export const PersonalPart = Type.Object({
  part: Type.String({ description: 'What it is: profile, sessions, audit …' }),
  about: Type.String({ description: 'What is kept there, and why.' }),
  isComplete: Type.Boolean({
    description: 'False where there are more rows than one answer holds: the newest are there.',
  }),
  rows: Type.Array(
    Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()])),
    { description: 'One object for each row, with the names of its columns. Times: ISO 8601, UTC.' },
  ),
});
export type PersonalPart = Static<typeof PersonalPart>;

/** Everything that is kept of one person. */
export const PersonalData = Type.Object({
  userCode: UserCode,
  at: Instant('When it was read'),
  parts: Type.Array(PersonalPart, { description: 'Parts without a row are there too: nothing is kept of them.' }),
});
export type PersonalData = Static<typeof PersonalData>;

const examplePerson = 'ohu_4nq0cXyJ8mB2vT7r';

export const exportPerson = definePortalEndpoint({
  name: 'export-person',
  method: 'POST',
  path: '/api/operator/people/{user_code}/export',
  summary: 'Everything that is kept of a person',
  description:
    'Every row of the database that is about the person, with a word on each part. What only proves something (hashes, ' +
    'sealed tokens) is left out. The audit of the installation says that it was given out. Operators only.',
  access: 'operator',
  anyTeam: true,
  params: ofPerson,
  body: reasoned,
  data: Type.Object({ person: PersonalData }),
  // Answers to repetitions would be one more place where all of it is kept.
  answerNotKept: true,
  failures: ['PERSON_NOT_FOUND'],
  example: {
    params: { user_code: examplePerson },
    body: { reason: 'They asked for it.' },
    data: {
      person: {
        userCode: examplePerson,
        at: '2026-11-20T09:30:00.000Z',
        parts: [
          {
            part: 'profile',
            about: 'Name and e-mail address, as the identity provider last told them.',
            isComplete: true,
            rows: [{ name: 'Mara Lindqvist', email: 'mara@loft.example' }],
          },
        ],
      },
    },
  },
});

export const deletePerson = definePortalEndpoint({
  name: 'delete-person',
  method: 'POST',
  path: '/api/operator/people/{user_code}/delete',
  summary: 'Delete a person',
  description:
    'Their sessions and memberships end; name, e-mail address and addresses are erased, also from the audit logs, where ' +
    'their code stands in place of the name and every chain still verifies. Whoever signs in with the account later is ' +
    'somebody new. Refused for the last owner of a Team. It cannot be undone; repeated, it erases what is left of them, if ' +
    'anything is. Operators only.',
  access: 'operator',
  anyTeam: true,
  params: ofPerson,
  body: reasoned,
  data: Type.Object({
    deleted: Type.Object({
      userCode: UserCode,
      at: Instant('When the person was deleted'),
      teams: Type.Integer({ minimum: 0, description: 'Teams that they were taken out of.' }),
    }),
  }),
  failures: ['PERSON_NOT_FOUND', 'TEAM_NEEDS_OWNER'],
  example: {
    params: { user_code: examplePerson },
    body: { reason: 'They asked for it.' },
    data: { deleted: { userCode: examplePerson, at: '2026-11-20T09:30:00.000Z', teams: 1 } },
  },
});

/** Calls about what is kept of a person (decision 0138). */
export const personalDataEndpoints = [exportPerson, deletePerson] as const;
