// Generated from the contract by `npm run reference`: change the contract instead.

export type * from './access-token.ts';
export * from './annotation-search.ts';
export * from './capture-info.ts';
export * from './contact-detail.ts';
export type * from './failures.ts';
export * from './file-detail.ts';
export * from './file-private-presign.ts';
export * from './group-tree.ts';
export * from './hot-config.ts';
export * from './hot-detail.ts';
export * from './hot-list.ts';
export * from './model-plugin-datasets.ts';
export * from './observer-guide-list.ts';
export * from './panovideo-search.ts';
export * from './route-config-detail.ts';
export * from './route-search.ts';
export * from './ruler-list.ts';
export type * from './shapes.ts';
export * from './source-config.ts';
export * from './vr-detail.ts';
export * from './vr-info.ts';
export * from './vr-introduction.ts';
export * from './vr-list.ts';
export * from './vr-submit.ts';
