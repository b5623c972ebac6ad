/** What went wrong and its remedy, in words for whoever ran the command; shown without a stack. */
export class Failure extends Error {}
