import type { Face, GeoPosition, PictureFacts, SphereRefusal, SphereSize } from '@openhouse/contract/panoramas';

/** Why a picture is not taken. */
export type PictureRefusal =
  | SphereRefusal
  | { readonly reason: 'fisheyes' | 'other picture' | 'other' | 'format' | 'broken' | 'gone' | 'memory' };

/** A picture that was read, or six of one viewpoint: what they show, and a small picture of it. */
export interface ReadPicture {
  /** As it is seen, in pixels. */
  readonly width: number;
  readonly height: number;
  /** The sphere that it is a part of; undefined for six faces. */
  readonly full: SphereSize | undefined;
  readonly heading: number | undefined;
  readonly lean: PictureFacts['lean'];
  readonly position: GeoPosition | undefined;
  /** Its sphere as a small picture, or the middle of its front. */
  readonly thumb: Blob;
}

/** A square picture that is named after a face. */
export interface ReadFace {
  /** In pixels. */
  readonly edge: number;
  /** Its middle as a small picture. */
  readonly thumb: Blob;
}

/** A file of a bundle, with what an archive says of it. */
export interface PackedFile {
  readonly content: Blob;
  readonly checksum: number;
}

/** What is made of a picture. */
export interface CutPicture {
  /** What its folder is called. */
  readonly key: string;
  readonly faces: Readonly<Record<Face, PackedFile>>;
  /** The faces in small. */
  readonly preview: PackedFile;
  /** What is seen in front, for cards. */
  readonly cover: PackedFile;
}

export type PictureJob =
  | { readonly kind: 'read'; readonly file: File }
  /** Of one file, or of six in the order of the faces. */
  | { readonly kind: 'cut'; readonly files: readonly Blob[]; readonly edge: number; readonly picture: ReadPicture }
  | { readonly kind: 'preview'; readonly files: readonly Blob[]; readonly picture: ReadPicture };

/** What the worker is sent. */
export interface JobMessage {
  readonly id: number;
  readonly job: PictureJob;
}

/** What it answers: steps of a job, then its end. */
export type JobAnswer =
  | { readonly id: number; readonly step: number }
  | { readonly id: number; readonly done: unknown }
  | { readonly id: number; readonly refused: PictureRefusal };
