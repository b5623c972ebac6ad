import type { OperationData } from '@openhouse/contract';
import { curveThrough } from '../geometry/curve.ts';
import { middleOf, type Vector } from '../geometry/vector.ts';
import { numberOf, numbersOf, recordsOf, textOf, vectorOf } from './as-it-came.ts';
import type { Line, Thing } from './tour.ts';

type FloorAt = (place: Vector) => number;

/** The tags of "Tag list v2"; flat ones stand at the middle of their corners. */
export function readTags(answer: OperationData['hot-list'] | undefined, floorAt: FloorAt): readonly Thing[] {
  return recordsOf(answer?.tagList).flatMap(({ record: tag, at }) => {
    const corners = tripled(tag.position);
    if (corners.length === 0) return [];
    const place = middleOf(corners);
    return {
      kind: 'tag',
      key: `tag-${at}`,
      name: textOf(tag.data?.title).trim(),
      type: textOf(tag.contentType),
      place,
      lines: [],
      floors: [floorAt(place)],
      shownFrom: indexesIn(tag.config?.visibleConfig?.visiblePanoIndex),
      bestFrom: numberOf(tag.fiveState?.panoIndex),
      operation: 'hot-list',
      path: ['data', 'tagList', at],
    };
  });
}

/** The rulers of "Custom ruler data". */
export function readRulers(answer: OperationData['ruler-list'] | undefined, floorAt: FloorAt): readonly Thing[] {
  return recordsOf(answer?.list).flatMap(({ record: { keywords, polyline }, at }) => {
    const lines: Line[] = recordsOf(polyline?.lines)
      .map(({ record: { points, text } }) => ({
        places: recordsOf(points).flatMap(({ record }) => placesIn([record.position])),
        text: textOf(text).trim(),
      }))
      .filter(({ places }) => places.length > 1);
    const [first] = lines;
    if (first === undefined) return [];
    const shownFrom = numbersOf(polyline?.visiblePanoIndexes);
    return {
      kind: 'ruler',
      key: `ruler-${at}`,
      name: textOf(keywords?.[0]).trim(),
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
  return recordsOf(answer?.list).flatMap(({ record: route, at }) => {
    const lines = recordsOf(route.path)
      .map(({ record: { points, type } }) => ({
        places: type === 'curve' ? curveThrough(placesIn(points)) : placesIn(points),
        text: '',
      }))
      .filter(({ places }) => places.length > 1);
    const [first] = lines;
    const start = first?.places[0];
    if (first === undefined || start === undefined) return [];
    const group = numbersOf(route.pano_group);
    const floors = numbersOf(route.visible_floor_indexes);
    return {
      kind: 'route',
      key: `route-${at}`,
      name: textOf(route.name).trim(),
      type: textOf(route.type),
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
  const own = recordsOf(answer?.list);
  const isOwn = own.length > 0;
  const list = isOwn ? own : recordsOf(plugins?.ModelRoomLabelPlugin?.data?.model_room_labels);
  return list.flatMap(({ record: label, at }) => {
    const { x, y, z } = label.position ?? {};
    const place = vectorOf([x, y, z]);
    if (place === undefined) return [];
    return {
      kind: 'label',
      key: `label-${at}`,
      name: textOf(label.name).trim(),
      type: 'type' in label && typeof label.type === 'string' ? label.type : 'room',
      place,
      lines: [],
      floors: numbersOf([label.floor_index]),
      shownFrom: undefined,
      bestFrom: numberOf(label.pano_index),
      operation: isOwn ? 'annotation-search' : 'model-plugin-datasets',
      path: isOwn ? ['data', 'list', at] : ['data', 'ModelRoomLabelPlugin', 'data', 'model_room_labels', at],
    };
  });
}

/** Indexes written as text, as in "5,6,7"; undefined for none. */
function indexesIn(text: unknown): readonly number[] | undefined {
  const indexes = textOf(text)
    .split(',')
    .flatMap((part) => (/^\s*\d+\s*$/.test(part) ? [Number(part)] : []));
  return indexes.length === 0 ? undefined : indexes;
}

/** Points one after the other, or each as a list of its own, as some tours have the corners of flat tags. */
function tripled(position: unknown): readonly Vector[] {
  const numbers: readonly unknown[] = Array.isArray(position) ? position.flat() : [];
  return placesIn(Array.from({ length: Math.floor(numbers.length / 3) }, (_, at) => numbers.slice(at * 3, at * 3 + 3)));
}

/** The valid positions of a list; invalid entries are left out. */
function placesIn(list: unknown): readonly Vector[] {
  return (Array.isArray(list) ? list : []).flatMap((point) => {
    const place = vectorOf(point);
    return place === undefined ? [] : [place];
  });
}
