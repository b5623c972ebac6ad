import Type from 'typebox';

const text = (description: string) => Type.Optional(Type.String({ description }));
const integer = (description: string) => Type.Optional(Type.Integer({ description }));

const NodeTour = Type.Object(
  {
    resource_code: text('Code of the tour; may be empty.'),
    name: text('Name of the tour.'),
    is_active: Type.Optional(Type.Boolean({ description: 'Whether the tour is active.' })),
    custom_from_type: text('How the tour was made; may be empty.'),
    title_picture_url: text('Cover picture of the tour; may be empty.'),
    vr_url: text('Address of a page that shows the tour; missing at the root.'),
  },
  { description: 'The tour at this node.' },
);

const Node = Type.Object({
  node_code: Type.String({ description: 'Code of the node, for node_code.' }),
  parent_node_code: text('Code of the node above; empty at the root.'),
  code: text('Code of what the node stands for, such as a tour.'),
  group_code: text('Code of the combined tour.'),
  name: text('Name of the node.'),
  group_type: integer('Kind of combined tour, a number of the publisher.'),
  type: integer('Kind of node, a number of the publisher.'),
  level: integer('Depth below the root, which has 0.'),
  position: integer('Index among the nodes with the same parent, from 0.'),
  is_active: Type.Optional(Type.Boolean({ description: 'Whether the node is shown.' })),
  is_default: Type.Optional(Type.Boolean({ description: 'Whether the combined tour opens here.' })),
  initial: Type.Optional(
    Type.Object(
      {},
      {
        additionalProperties: true,
        description: 'View the node opens with, with the fields of initial in "VR basic data"; may be empty.',
      },
    ),
  ),
  transform: Type.Optional(
    Type.Union([Type.Object({}), Type.Array(Type.String())], {
      description:
        'Placement in the space of the root: at the root an object, below it a matrix, sixteen numbers as text, column by column.',
    }),
  ),
  vr_info: Type.Optional(NodeTour),
  children: Type.Array(Type.Ref('GroupNode'), { description: 'The nodes below, of the same shape; empty at a leaf.' }),
});

/** A node of a combined tour with all below it. */
export const GroupNode = Type.Cyclic({ GroupNode: Node }, 'GroupNode');
