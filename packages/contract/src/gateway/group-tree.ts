import Type from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { groupTreeExample } from './examples/group-tree.ts';
import { failuresOfRecordRead } from './failures.ts';
import { NodeCode, Source } from './parameters.ts';
import { query } from './query.ts';
import { GroupNode } from './shapes/group-node.ts';

/** A combined tour, or the part of it below a node (SPEC 4.2, 2.6; decision 0110 on node_code and source). */
export const groupTree = defineEndpoint({
  name: 'group-tree',
  method: 'GET',
  // Published as `cutom`. Correcting the spelling would break every caller.
  path: '/open/v3/cutom/group/tree',
  operation: 'Combined VR tree',
  group: 'Spaces',
  description:
    'The node with this code and all nodes below it. Several tours make up a combined tour; ask for its root to get the whole. The path is spelled cutom, as published.',
  authentication: 'access-token',
  query: query({ node_code: NodeCode, source: Type.Optional(Source) }),
  body: undefined,
  data: GroupNode,
  failures: failuresOfRecordRead,
  example: groupTreeExample,
});
