import type { Payload } from './bundle.ts';
import type { Vector3 } from './geometry.ts';

type GroupNode = Payload<'group-tree'>;

/** The tour at a node. */
export interface NodeTour {
  readonly code: string;
  readonly name: string;
  readonly cover: string;
  readonly fromType: string;
  readonly isActive: boolean;
}

export interface NodePlan {
  readonly node_code: string;
  readonly name: string;
  /** Missing where a node only holds others together. */
  readonly tour?: NodeTour;
  readonly isDefault?: boolean;
  /** View the node opens with. */
  readonly initial?: object;
  /** Where the tour's origin lies in the space of the root, in metres. */
  readonly origin?: Vector3;
  readonly children?: readonly NodePlan[];
}

/** Kinds of combined tour and of node, as the demo's publisher numbers them. */
const GROUP_TYPE = 1;
const NODE_TYPE = { folder: 0, tour: 1 } as const;

/** A translation as sixteen texts, column by column. */
function placement([x, y, z]: Vector3): string[] {
  return [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1].map(String);
}

/** Makes a combined tour of its plan: fills in codes of parents, levels and places. */
export function combinedTour(root: NodePlan): GroupNode {
  return node(root, root.node_code, '', 0, 0);
}

function node(plan: NodePlan, group: string, parent: string, level: number, place: number): GroupNode {
  const { tour } = plan;
  return {
    node_code: plan.node_code,
    parent_node_code: parent,
    code: tour?.code ?? plan.node_code,
    group_code: group,
    name: plan.name,
    group_type: GROUP_TYPE,
    type: tour === undefined ? NODE_TYPE.folder : NODE_TYPE.tour,
    level,
    position: place,
    is_active: tour?.isActive ?? true,
    is_default: plan.isDefault ?? false,
    initial: plan.initial ?? {},
    transform: level === 0 ? {} : placement(plan.origin ?? [0, 0, 0]),
    vr_info: {
      resource_code: tour?.code ?? '',
      name: tour?.name ?? plan.name,
      is_active: tour?.isActive ?? true,
      custom_from_type: tour?.fromType ?? '',
      title_picture_url: tour?.cover ?? '',
      ...(level > 0 && { vr_url: tour === undefined ? '' : `https://homes.example.com/tours/${tour.code}` }),
    },
    children: (plan.children ?? []).map((child, index) => node(child, group, plan.node_code, level + 1, index)),
  };
}
