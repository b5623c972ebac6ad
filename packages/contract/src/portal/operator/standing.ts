import Type from 'typebox';
import { AppKey } from '../apps.ts';
import { definePortalEndpoint } from '../portal-endpoint.ts';
import {
  exampleApp,
  examplePerson,
  exampleTeam,
  OperatorApp,
  OperatorPerson,
  OperatorTeam,
  Reason,
  reasoned,
  since,
  TeamId,
  UserCode,
} from './shown.ts';

const ofApp = Type.Object({ app_key: AppKey });
const ofTeam = Type.Object({ id: TeamId });
const ofPerson = Type.Object({ user_code: UserCode });
const appParams = { app_key: exampleApp.appKey };
const teamParams = { id: 'demo' };
const personParams = { user_code: examplePerson.userCode };
const App = Type.Object({ app: OperatorApp });
const Team = Type.Object({ team: OperatorTeam });
const Person = Type.Object({ person: OperatorPerson });

export const getOperatorApp = definePortalEndpoint({
  name: 'get-operator-app',
  method: 'GET',
  path: '/api/operator/apps/{app_key}',
  summary: 'One app of any Team',
  description: 'Its standing, its trial and its Team. No secret. Operators only.',
  access: 'operator',
  anyTeam: true,
  params: ofApp,
  body: undefined,
  data: App,
  failures: ['APP_NOT_FOUND'],
  example: { params: appParams, data: { app: exampleApp } },
});

export const suspendApp = definePortalEndpoint({
  name: 'suspend-app',
  method: 'POST',
  path: '/api/operator/apps/{app_key}/suspend',
  summary: 'Suspend an app',
  description:
    'Every node refuses its secrets and tokens within a second. It keeps its slot; its owners are shown the reason and ' +
    'cannot undo it. Operators only.',
  access: 'operator',
  anyTeam: true,
  params: ofApp,
  body: reasoned,
  data: App,
  failures: ['APP_NOT_FOUND'],
  example: {
    params: appParams,
    body: { reason: since.reason },
    data: { app: { ...exampleApp, state: 'suspended', suspended: since } },
  },
});

export const resumeApp = definePortalEndpoint({
  name: 'resume-app',
  method: 'POST',
  path: '/api/operator/apps/{app_key}/resume',
  summary: 'Resume an app',
  description: 'Ends its suspension. What an owner has disabled stays disabled. Operators only.',
  access: 'operator',
  anyTeam: true,
  params: ofApp,
  body: reasoned,
  data: App,
  failures: ['APP_NOT_FOUND'],
  example: { params: appParams, body: { reason: 'The key was rotated.' }, data: { app: exampleApp } },
});

export const setTrial = definePortalEndpoint({
  name: 'set-trial',
  method: 'POST',
  path: '/api/operator/apps/{app_key}/trial',
  summary: 'Extend or end the trial of an app',
  description:
    'Sets when it ends: later than now extends it, now or earlier ends it, on every node within a second. The upstream ' +
    'app service does not change it any more until ask-upstream. Operators only.',
  access: 'operator',
  anyTeam: true,
  params: ofApp,
  body: Type.Object(
    {
      endsAt: Type.String({
        pattern: '^\\d{4}-\\d\\d-\\d\\dT[0-9:.]{5,12}Z$',
        description: 'When it ends: ISO 8601, UTC.',
      }),
      reason: Reason,
    },
    { additionalProperties: false },
  ),
  data: App,
  failures: ['APP_NOT_FOUND', 'APP_DELETED'],
  example: {
    params: appParams,
    body: { endsAt: '2026-12-31T00:00:00.000Z', reason: 'The contract is being signed.' },
    data: { app: { ...exampleApp, trialEndsAt: '2026-12-31T00:00:00.000Z', trialSetBy: 'operator' } },
  },
});

export const askUpstream = definePortalEndpoint({
  name: 'ask-upstream',
  method: 'POST',
  path: '/api/operator/apps/{app_key}/ask-upstream',
  summary: 'Ask the upstream about a trial again',
  description:
    'Takes over what the upstream app service says of the trial now, also in place of an end that an operator has set. ' +
    'Operators only.',
  access: 'operator',
  anyTeam: true,
  params: ofApp,
  body: reasoned,
  data: Type.Object({
    app: OperatorApp,
    answer: Type.Enum(['changed', 'unchanged', 'pending', 'unknown'], {
      description: 'pending: the upstream names no end yet; unknown: it knows no such app. Both change nothing.',
    }),
  }),
  failures: ['APP_NOT_FOUND', 'APP_DELETED', 'UPSTREAM_UNAVAILABLE'],
  example: {
    params: appParams,
    body: { reason: 'They have paid.' },
    data: { app: { ...exampleApp, trialEndsAt: '2027-11-20T09:30:00.000Z' }, answer: 'changed' },
  },
});

export const getOperatorTeam = definePortalEndpoint({
  name: 'get-operator-team',
  method: 'GET',
  path: '/api/operator/teams/{id}',
  summary: 'One Team, with its people and apps',
  description: 'Operators only.',
  access: 'operator',
  anyTeam: true,
  params: ofTeam,
  body: undefined,
  data: Team,
  failures: ['TEAM_NOT_FOUND'],
  example: { params: teamParams, data: { team: exampleTeam } },
});

export const suspendTeam = definePortalEndpoint({
  name: 'suspend-team',
  method: 'POST',
  path: '/api/operator/teams/{id}/suspend',
  summary: 'Suspend a Team',
  description:
    'Every node refuses all its apps within a second, and its people change nothing in it. They are shown the reason ' +
    'and cannot undo it. Operators only.',
  access: 'operator',
  anyTeam: true,
  params: ofTeam,
  body: reasoned,
  data: Team,
  failures: ['TEAM_NOT_FOUND'],
  example: {
    params: teamParams,
    body: { reason: since.reason },
    data: { team: { ...exampleTeam, suspended: since, apps: [] } },
  },
});

export const resumeTeam = definePortalEndpoint({
  name: 'resume-team',
  method: 'POST',
  path: '/api/operator/teams/{id}/resume',
  summary: 'Resume a Team',
  description: 'Ends its suspension; apps that are suspended themselves stay so. Operators only.',
  access: 'operator',
  anyTeam: true,
  params: ofTeam,
  body: reasoned,
  data: Team,
  failures: ['TEAM_NOT_FOUND'],
  example: { params: teamParams, body: { reason: 'Cleared up.' }, data: { team: exampleTeam } },
});

export const getOperatorPerson = definePortalEndpoint({
  name: 'get-operator-person',
  method: 'GET',
  path: '/api/operator/people/{user_code}',
  summary: 'One person, with their Teams',
  description: 'Operators only.',
  access: 'operator',
  anyTeam: true,
  params: ofPerson,
  body: undefined,
  data: Person,
  failures: ['PERSON_NOT_FOUND'],
  example: { params: personParams, data: { person: examplePerson } },
});

export const suspendPerson = definePortalEndpoint({
  name: 'suspend-person',
  method: 'POST',
  path: '/api/operator/people/{user_code}/suspend',
  summary: 'Suspend a person',
  description:
    'Ends all their sessions, and lets them sign in no more: they are told why. Their Teams and apps go on. Operators only.',
  access: 'operator',
  anyTeam: true,
  params: ofPerson,
  body: reasoned,
  data: Person,
  failures: ['PERSON_NOT_FOUND'],
  example: {
    params: personParams,
    body: { reason: 'The account was taken over.' },
    data: { person: { ...examplePerson, sessions: 0, suspended: { ...since, reason: 'The account was taken over.' } } },
  },
});

export const resumePerson = definePortalEndpoint({
  name: 'resume-person',
  method: 'POST',
  path: '/api/operator/people/{user_code}/resume',
  summary: 'Resume a person',
  description: 'They can sign in again. Operators only.',
  access: 'operator',
  anyTeam: true,
  params: ofPerson,
  body: reasoned,
  data: Person,
  failures: ['PERSON_NOT_FOUND'],
  example: { params: personParams, body: { reason: 'The account is theirs again.' }, data: { person: examplePerson } },
});

/** Calls about the standing of apps, Teams and people. */
export const standingEndpoints = [
  getOperatorApp,
  suspendApp,
  resumeApp,
  setTrial,
  askUpstream,
  getOperatorTeam,
  suspendTeam,
  resumeTeam,
  getOperatorPerson,
  suspendPerson,
  resumePerson,
] as const;
