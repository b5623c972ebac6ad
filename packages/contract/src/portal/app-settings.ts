import Type, { type Static } from 'typebox';
import { APP_COLOURS, DESCRIPTION_MAX_LENGTH, NETWORKS_MAX } from './limits.ts';

const fields = {
  description: Type.String({
    maxLength: DESCRIPTION_MAX_LENGTH,
    description: 'What the app is for, on one line; may be empty. The Team sees it.',
  }),
  contact: Type.String({
    maxLength: 254,
    pattern: '^([^\\s@]+@[^\\s@]+)?$',
    description: 'E-mail address of whoever looks after the app; may be empty. The Team and operators see it.',
  }),
  colour: Type.Union([Type.Enum([...APP_COLOURS]), Type.Null()], {
    description: "Colour of the app's mark on the pages; null for none.",
  }),
  networks: Type.Array(Type.String({ minLength: 1, maxLength: 64 }), {
    maxItems: NETWORKS_MAX,
    description:
      'Networks from which the app may exchange its key and secret, such as 203.0.113.0/24, 2001:db8::/32 or a single ' +
      'address; none: from anywhere.',
  }),
  mayActivate: Type.Boolean({ description: 'Whether the app may activate tours; false for one that only reads.' }),
  retireLeaked: Type.Boolean({
    description:
      'Whether a version of its secret that a code host finds in public is retired at once; false warns and leaves it in force.',
  }),
};

/** What owners set of an app (decision 0151). */
export const AppSettings = Type.Object(fields);
export type AppSettings = Static<typeof AppSettings>;

/** Some of them: what is left out stays. */
export const ChangedAppSettings = Type.Partial(Type.Object(fields), { additionalProperties: false, minProperties: 1 });
export type ChangedAppSettings = Static<typeof ChangedAppSettings>;
