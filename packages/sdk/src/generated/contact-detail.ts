// Generated from the contract by `npm run reference`: change the contract instead.

import type { CallOptions, Connection, ReadOperation } from '../connection.ts';
import type { AnyId } from '../ids.ts';
import { operation } from '../operation.ts';

export interface ContactDetailData<Id extends AnyId = number> {
  /** The person to talk to. */
  contact_info?: ContactDetailContactInfo;
  /** Ways to reach the person; may be empty. */
  contact_information?: ContactWay[];
  /** More tours the person shows. */
  selection_custom?: ContactDetailSelectionCustom<Id>;
}

/** The person to talk to. */
export interface ContactDetailContactInfo {
  /** Name of the person. */
  name?: string;
  /** What the person does; may be empty. */
  occupation?: string;
  /** Address of a picture of the person; may be empty. */
  avatar?: string;
  /** City; may be empty. */
  city?: string;
  /** Email address; may be empty. */
  email?: string;
  /** Telephone number; may be empty. */
  mobile?: string;
  /** What the person says; may be empty. */
  introduction?: string;
}

/** A way to reach the person. */
export interface ContactWay {
  /** Kind of way, such as phone or wechat. */
  type?: string;
  /** The number, name or address; may be empty. */
  info?: string;
  /** Several of them; may be empty. */
  info_list?: string[];
  /** Address of a QR code; may be empty. */
  qr_code_url?: string;
}

/** More tours the person shows. */
export interface ContactDetailSelectionCustom<Id extends AnyId = number> {
  /** Heading of the list. */
  title?: string;
  /** The tours; may be empty. */
  VR_list?: SelectedTour<Id>[];
}

/** A tour the person shows. */
export interface SelectedTour<Id extends AnyId = number> {
  /** Code of the tour. */
  resource_code?: string;
  /** Title shown for the tour. */
  title?: string;
  /** Cover picture of the tour; may be empty. */
  title_picture_url?: string;
  /** Address of a page that shows the tour; may be empty. */
  vr_url?: string;
  /** Id of the customisation of the tour. May exceed 2^53: the option `ids: 'bigint-safe'` keeps every digit. */
  custom_id?: Id;
  /** 1 when the tour is active, else 0. */
  is_active?: number;
}

/** Parameters of "Business card". */
export interface ContactDetailQuery {
  /** Resource code of a tour: 1 to 64 letters, digits, hyphens or underscores. */
  readonly resource_code: string;
}

/** The type of {@link contactDetail}. */
export interface ContactDetail extends ReadOperation<'contact-detail'> {
  <Id extends AnyId>(
    connection: Connection<Id>,
    query: ContactDetailQuery,
    options?: CallOptions,
  ): Promise<ContactDetailData<Id>>;
}

/**
 * The business card of the tour: the person, the ways to reach them, and more tours they show.
 *
 * `GET /open/v3/view/contact/detail`: "Business card", docs/reference/operations/contact-detail.md
 *
 * @throws {GatewayError} `err_parameter_invalid`, `err_parse_resource_code_failed`, `err_resource_not_found`, and those
 * of any operation.
 * @throws {TransportError} When no usable answer came.
 */
export const contactDetail: ContactDetail = /* @__PURE__ */ operation(
  'contact-detail',
  ['resource_code'],
  'GET',
  '/open/v3/view/contact/detail',
);
