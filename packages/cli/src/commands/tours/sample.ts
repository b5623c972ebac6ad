import { addSampleTour } from '@openhouse/contract';
import type { Command } from '../../command.ts';
import { portalCommand, teamOption } from '../../portal/portal-command.ts';
import { told } from '../../told.ts';

/** `openhouse tours sample`. */
export const toursSample: Command = portalCommand({
  name: 'tours sample',
  summary: 'Add the sample tour to a Team, to begin with.',
  description:
    'The loft of the demo becomes a tour of the Team like any other; tours remove deletes it again. If the Team already has a tour with its code, nothing changes. Members and owners only.',
  arguments: [],
  options: [teamOption],
  examples: [{ call: 'openhouse tours sample', does: 'adds the loft to your active Team' }],
  calls: [addSampleTour],
  async act({ portal, out }) {
    const { tour } = await portal.call(addSampleTour, { body: {} });
    out.one(tour, told`${tour.resourceCode} is a tour of the Team.`);
  },
});
