import type { OperationData } from '@openhouse/contract';
import { curveThrough } from '../geometry/curve.ts';
import { middleOf, type Vector } from '../geometry/vector.ts';
import type { Line, Thing } from './tour.ts';

type FloorAt = (place: Vector) => number;

/** The tags of "Tag list v2"; flat ones stand at the middle of their corners. */
export function readTags(answer: OperationData['hot-list'] | undefined, floorAt: FloorAt): readonly Thing[] {
  return (answer?.tagList ?? []).flatMap((tag, at) => {
    const corners = tripled(tag.position);
    if (corners.length === 0) return [];
    const place = middleOf(corners);
    return {
      kind: 'tag',
      key: `tag-${at}`,
      name: tag.data?.title ?? '',
      type: tag.contentType,
      place,
      lines: [],
      floors: [floorAt(place)],
      shownFrom: indexesIn(tag.config?.visibleConfig?.visiblePanoIndex),
      bestFrom: tag.fiveState?.panoIndex,
      operation: 'hot-list',
      path: ['data', 'tagList', at],
    };
  });
}

/** The rulers of "Custom ruler data". */
export function readRulers(answer: OperationData['ruler-list'] | undefined, floorAt: FloorAt): readonly Thing[] {
  return (answer?.list ?? []).flatMap(({ keywords, polyline }, at) => {
    const lines: Line[] = polyline.lines
      .map(({ points, text }) => ({ places: points.map(({ position }) => vector(position)), text: text ?? '' }))
      .filter(({ places }) => places.length > 1);
    const [first] = lines;
    if (first === undefined) return [];
    const shownFrom = polyline.visiblePanoIndexes ?? [];
    return {
      kind: 'ruler',
      key: `ruler-${at}`,
      name: keywords?.[0] ?? '',
      type: '',
      place: middleOf(first.places),
      lines,
      floors: [...new Set(lines.flatMap(({ places }) => places.map(floorAt)))],
      shownFrom: shownFrom.length === 0 ? undefined : shownFrom,
      bestFrom: shownFrom[0],
      operation: 'ruler-list',
      path: ['data', 'list', at],
    };
  });
}

/** The routes of "Route guidance". */
export function readRoutes(answer: OperationData['route-search'] | undefined, floorAt: FloorAt): readonly Thing[] {
  return (answer?.list ?? []).flatMap((route, at) => {
    const lines = (route.path ?? [])
      .map(({ points, type }) => ({
        places: type === 'curve' ? curveThrough(points.map(vector)) : points.map(vector),
        text: '',
      }))
      .filter(({ places }) => places.length > 1);
    const [first] = lines;
    const start = first?.places[0];
    if (first === undefined || start === undefined) return [];
    const group = route.pano_group ?? [];
    const floors = route.visible_floor_indexes ?? [];
    return {
      kind: 'route',
      key: `route-${at}`,
      name: route.name ?? '',
      type: route.type ?? '',
      place: start,
      lines,
      floors: floors.length > 0 ? floors : [...new Set(lines.flatMap(({ places }) => places.map(floorAt)))],
      shownFrom: group.length === 0 ? undefined : group,
      bestFrom: group[0],
      operation: 'route-search',
      path: ['data', 'list', at],
    };
  });
}

/** The labels of "Label data"; without them the room labels of the plugin. */
export function readLabels(
  answer: OperationData['annotation-search'] | undefined,
  plugins: OperationData['model-plugin-datasets'] | undefined,
): readonly Thing[] {
  const own = answer?.list ?? [];
  const isOwn = own.length > 0;
  const list = isOwn ? own : (plugins?.ModelRoomLabelPlugin?.data.model_room_labels ?? []);
  return list.map((label, at) => ({
    kind: 'label',
    key: `label-${at}`,
    name: label.name,
    type: 'type' in label && typeof label.type === 'string' ? label.type : 'room',
    place: [label.position.x, label.position.y, label.position.z],
    lines: [],
    floors: [label.floor_index],
    shownFrom: undefined,
    bestFrom: label.pano_index,
    operation: isOwn ? 'annotation-search' : 'model-plugin-datasets',
    path: isOwn ? ['data', 'list', at] : ['data', 'ModelRoomLabelPlugin', 'data', 'model_room_labels', at],
  }));
}

/** Indexes written as text, as in "5,6,7"; undefined for none. */
function indexesIn(text: string | undefined): readonly number[] | undefined {
  const indexes = (text ?? '').split(',').flatMap((part) => (/^\s*\d+\s*$/.test(part) ? [Number(part)] : []));
  return indexes.length === 0 ? undefined : indexes;
}

/** Points one after the other, or each as a list of its own, as some tours have the corners of flat tags. */
function tripled(position: readonly (number | readonly number[])[] | null | undefined): readonly Vector[] {
  const numbers = Array.isArray(position) ? position.flat() : [];
  return Array.from({ length: Math.floor(numbers.length / 3) }, (_, at) => vector(numbers.slice(at * 3, at * 3 + 3)));
}

function vector([x = 0, y = 0, z = 0]: readonly number[]): Vector {
  return [x, y, z];
}
