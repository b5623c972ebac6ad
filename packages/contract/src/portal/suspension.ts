import Type, { type Static } from 'typebox';

/** Characters that an operator's reason may have. */
export const REASON_MAX_LENGTH = 500;

/** Since when operators of the installation have suspended something, and why (decision 0134). */
export const SuspensionFields = {
  since: Type.String({ description: 'Since when: ISO 8601, UTC.' }),
  reason: Type.String({ description: "In the operator's own words." }),
};

export const Suspension = Type.Object(SuspensionFields);
export type Suspension = Static<typeof Suspension>;

/** That a Team is to be deleted (decision 0150). */
export const TeamDeletion = Type.Object(
  {
    askedAt: Type.String({ description: 'When it was asked for: ISO 8601, UTC.' }),
    dueAt: Type.String({
      description: 'When everything of the Team is deleted, unless it is called off: ISO 8601, UTC.',
    }),
    askedBy: Type.Union([Type.String(), Type.Null()], {
      description: 'Name of the owner who asked; empty when that person was deleted since. null: an operator asked.',
    }),
    reason: Type.Optional(Type.String({ description: "Why, in the operator's own words." })),
  },
  { description: 'Set while the Team is to be deleted: its apps are refused, and nothing in it can be changed.' },
);
export type TeamDeletion = Static<typeof TeamDeletion>;
