import type { OperationData } from '@openhouse/contract';
import type { Payload } from '../wire/bundle.ts';

type ListedTag = Payload<'hot-list'>['tagList'][number];
type Content = NonNullable<ListedTag['data']>;

/** Kinds of tags: the keys of "Tag configuration" but `common`. */
export type TagKind = Exclude<keyof OperationData['hot-config'], 'common'>;

/** What is decided about a tag; the tag list and the tag details are both made from it. */
export interface TagPlan {
  readonly id: number | bigint;
  readonly kind: TagKind;
  /** Key of the piece of furniture it sits on. */
  readonly on: string;
  /** Name of the tag and title of its card. */
  readonly title: string;
  readonly text: string | null;
  /** What differs from an empty card. */
  readonly content?: Partial<Omit<Content, 'title' | 'description'>>;
  /** Width and height in metres of a tag that lies flat on the furniture. */
  readonly flat_m?: readonly [width: number, height: number];
  /** Indexes of the observers that show it; all without. */
  readonly seenFrom?: readonly number[];
  readonly unfolds?: boolean;
  /** false hides it. */
  readonly enabled?: boolean;
  readonly keywords: readonly string[];
  /** The device it stands for: name, kind, finer kind. */
  readonly device?: readonly [name: string, type: string, subType: string];
  /** The owner's own notes. */
  readonly extend?: object;
}

export const TAG_KINDS = [
  'normal',
  'image',
  'video',
  'audio',
  'marketing',
  'urllink',
  'panolink',
  'newvrlink',
  'Sticker',
  'MediaPlane',
  'MediaModel',
] as const satisfies readonly TagKind[];
