/**
 * Header that names a Team by its public code. With a bearer token it selects the Team to work in (decision 0047). With
 * cookies it names the Team that the page shows: the call is refused with TEAM_NOT_ACTIVE where another one is active
 * (decision 0095). A call without it works in the active Team.
 */
export const TEAM_HEADER = 'x-openhouse-team';

/** The same as a query parameter, for addresses that a page hands to the browser: pictures and models (decision 0088). */
export const TEAM_QUERY = 'team';
