export * from './endpoint.ts';
export * from './envelope.ts';
export * from './errors.ts';
export * from './gateway/index.ts';
export * from './gateway/list-parameters.ts';
export * from './gateway/parameters.ts';
export * from './portal/index.ts';
export * from './secret.ts';
