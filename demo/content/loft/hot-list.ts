import type { Payload } from '../wire/bundle.ts';
import { named } from '../wire/geometry.ts';
import { tagIcon } from './hot-config.ts';
import { thing } from './loft.ts';
import { contentOf, historyOf, placeOf, stateOf, tags } from './tags.ts';

export const hotList: Payload<'hot-list'> = {
  contentTypeConfig: { marketing: { maxCards: 3 } },
  globalConfig: { unfoldedConfig: { autoUnfold: { enable: false } } },
  tagList: tags.map((tag) => ({
    id: tag.id,
    contentType: tag.kind,
    enabled: tag.enabled ?? true,
    stickType: 'model',
    position: placeOf(tag),
    normal: named(thing(tag.on).normal),
    mediaData: null,
    extend: tag.extend === undefined ? '' : JSON.stringify(tag.extend),
    extraData: '',
    create_timestamp: historyOf(tag).made.timestamp,
    config: {
      unfoldedConfig: { autoUnfold: { enable: tag.unfolds ?? false } },
      visibleConfig: { visiblePanoIndex: tag.seenFrom?.join(',') ?? '' },
    },
    data: { title: tag.title, description: tag.text, ...contentOf(tag) },
    fiveState: stateOf(tag),
    style: { point: { iconType: 'default', scale: 1, size: 'medium', ...tagIcon(tag.kind) } },
  })),
};
