import { activateTour } from '@openhouse/contract';
import type { Command } from '../../command.ts';
import { portalCommand, teamOption } from '../../portal/portal-command.ts';
import { told } from '../../told.ts';

/** `openhouse tours activate`. */
export const toursActivate: Command = portalCommand({
  name: 'tours activate',
  summary: 'Set a tour active, as the page of tours does.',
  description:
    'The gateway answers is_active true for it from then on. Safe to repeat. Members and owners only. openhouse activate does the same with the key of an app.',
  arguments: [{ name: 'code', description: 'resource code of the tour', required: true }],
  options: [teamOption],
  examples: [{ call: 'openhouse tours activate loft', does: 'sets the tour loft of your active Team active' }],
  calls: [activateTour],
  async act({ portal, words: [resource_code = ''], out }) {
    const { tour } = await portal.call(activateTour, { params: { resource_code }, body: {} });
    out.one(tour, told`${tour.resourceCode} is active.`);
  },
});
