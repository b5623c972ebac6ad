import { PortalClock } from '@openhouse/contract';

/** The page's one clock. A distance on the screen, and a point in time that is sent, are told by the portal's time. */
export const portalClock = new PortalClock();
