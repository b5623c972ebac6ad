/*
 * What an import says of a tour, in other languages than English: for the pages of the portal and the command alike. Apart from the rest,
 * so that only who shows it loads it.
 */
export { expectedForms } from './notice-expected.zh.ts';
export { foundForms } from './notice-found.zh.ts';
export { meaningForms } from './notice-meanings.zh.ts';
export * from './notice-words.ts';
export { words as noticesInChinese } from './notice-words.zh.ts';
