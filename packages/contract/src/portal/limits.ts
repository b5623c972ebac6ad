// Figures that the service keeps and its pages and texts state. Each stands here alone (scripts/one-place.test.ts); this
// file imports nothing, so that a page that needs one figure loads one figure.

/** Developer apps that a Team may have (SPEC 8); the store's constraint says the same. */
export const APPS_PER_TEAM = 3;

/** Length of an app's trial, in days (SPEC 8). */
export const TRIAL_DAYS = 14;

/** Characters that the name of a Team or an app may have. */
export const NAME_MAX_LENGTH = 64;

/** Invitations that a Team may have mailed in a day, and mails that one address gets in a day from all Teams together. */
export const INVITATION_MAILS_PER_DAY = { team: 20, address: 3 } as const;

/** How long an invitation can be accepted, in days. */
export const INVITATION_DAYS = 7;

/** Live credentials that a Team may have. */
export const CREDENTIALS_PER_TEAM = 20;

/** Days until a credential of a Team expires: default and maximum. */
export const CREDENTIAL_DAYS = 90;
export const CREDENTIAL_MAX_DAYS = 365;

/** Days after which an agent's credential ends, and seconds in which its program collects it after the consent. */
export const AGENT_DAYS = 30;
export const AGENT_CODE_S = 60;

/** Absolute lifetime of a session, of a browser or of the command line, in days (SPEC 2.3). */
export const SESSION_DAYS = 30;

/** How long a revealed secret is shown, in seconds (SPEC 8). */
export const SECRET_VISIBLE_S = 30;

/** Versions of a secret that are in force at once, at most (decision 0033). */
export const LIVE_VERSIONS_MAX = 2;

/** The longest overlap of a rotation, in hours. */
export const OVERLAP_MAX_HOURS = 168;

/** Tours that a Team may have public at once, and origins that may frame one of them. */
export const EMBEDS_PER_TEAM = 100;
export const EMBED_HOSTS_MAX = 20;

/**
 * What one address may fetch of public tours in a minute: pages and data, and files. Somebody who walks through a tour loads
 * six faces at each viewpoint.
 */
export const EMBED_READS_PER_MINUTE = 300;
export const EMBED_FILES_PER_MINUTE = 6000;

/** Maximum size of one uploaded tour, in bytes. */
export const TOUR_UPLOAD_MAX_BYTES = 256 * 1024 * 1024;

/** Files and bytes that all tours of a Team may have together, unless its plan says another number. */
export const TEAM_FILES = 10_000_000;
export const TEAM_STORED_BYTES = 1_000_000_000_000;

/** Retention of usage and of the last calls, in days, unless the operator sets another. */
export const USAGE_DAYS = 35;

/** Days from the request to delete a Team until it is deleted, unless the operator sets another number. */
export const TEAM_DELETION_DAYS = 30;

/** Characters of an app's description; the store's constraints say the same as this and the two below. */
export const DESCRIPTION_MAX_LENGTH = 500;

/** Networks from which one app may exchange. */
export const NETWORKS_MAX = 50;

/** Colours of an app's mark. */
export const APP_COLOURS = ['green', 'amber', 'blue', 'clay', 'leaf', 'stone'] as const;
