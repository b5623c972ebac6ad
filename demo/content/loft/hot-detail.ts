import type { Payload } from '../wire/bundle.ts';
import { spelled } from '../wire/geometry.ts';
import { CUSTOM_ID, thing } from './loft.ts';
import { contentOf, historyOf, placeOf, stateOf, tags } from './tags.ts';

export const hotDetails: readonly Payload<'hot-detail'>[] = tags.map((tag) => {
  const { made, changed } = historyOf(tag);
  const { targetUrl, mediaData, action: _, appearance: __, modelUrl: ___, ...content } = contentOf(tag);
  const [deviceName, deviceType, deviceSubType] = tag.device ?? ['', '', ''];
  return {
    id: tag.id,
    custom_id: CUSTOM_ID,
    name: tag.title,
    description: tag.text,
    type: tag.kind,
    status: 1,
    is_apply: (tag.enabled ?? true) ? 1 : 0,
    coding_matched: tag.device === undefined ? 0 : 1,
    create_time: made.time,
    create_timestamp: made.timestamp,
    modify_time: changed.time,
    modify_timestamp: changed.timestamp,
    device_name: deviceName,
    device_type: deviceType,
    device_sub_type: deviceSubType,
    source: 'editor',
    stick_type: 'model',
    target_url: targetUrl ?? null,
    extend: tag.extend === undefined ? '' : JSON.stringify(tag.extend),
    extra_data: {},
    keywords: [...tag.keywords],
    position: spelled(placeOf(tag)),
    normal_vector: spelled(thing(tag.on).normal),
    media_data: mediaData === null || mediaData.length === 0 ? null : mediaData,
    content_data: content,
    five_state: stateOf(tag),
  };
});
