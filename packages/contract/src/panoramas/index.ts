/*
 * How panoramas become a tour: what the command `make-tour` and the page of the portal have in common. Pure, for Node.js and
 * browsers alike.
 */
export * from './band.ts';
export * from './bundle.ts';
export * from './decoded-text.ts';
export * from './directions.ts';
export * from './face-sets.ts';
export * from './faces.ts';
export * from './links.ts';
export * from './names.ts';
export * from './picture-facts.ts';
export * from './places.ts';
export * from './places-table.ts';
export * from './projection.ts';
export * from './scene.ts';
export * from './sphere.ts';
export * from './table-order.ts';
export * from './tour-payloads.ts';
export * from './turns.ts';
export * from './viewpoints.ts';
export * from './zip-records.ts';
