import { CODE as GARDEN, NAME as GARDEN_NAME } from '../garden/garden.ts';
import { COVER as GARDEN_COVER } from '../garden/vr-info.ts';
import { CODE as STUDIO, COVER as STUDIO_COVER, NAME as STUDIO_NAME } from '../studio/studio.ts';
import type { Payload } from '../wire/bundle.ts';
import { CODE, CUSTOM_ID, FILES, NAME } from './loft.ts';
import { COVER } from './vr-info.ts';

/** A number set aside for invented people (Ofcom, London drama numbers). */
const PHONE = '+44 20 7946 0958';
const EMAIL = 'ida@homes.example.com';

const shown = (resource_code: string, title: string, title_picture_url: string, is_active: number) => ({
  resource_code,
  title,
  title_picture_url,
  is_active,
  custom_id: CUSTOM_ID,
  vr_url: `https://homes.example.com/tours/${resource_code}`,
});

export const contactDetail: Payload<'contact-detail'> = {
  contact_info: {
    name: 'Ida Lund · 伊达',
    occupation: 'Estate agent',
    avatar: `${FILES}contact/ida.svg`,
    city: 'London',
    email: EMAIL,
    mobile: PHONE,
    introduction: 'I show homes by the park, in English, Danish and Chinese. 我说中文。',
  },
  contact_information: [
    { type: 'phone', info: PHONE, info_list: [PHONE], qr_code_url: '' },
    { type: 'email', info: EMAIL, info_list: [EMAIL, 'homes@homes.example.com'], qr_code_url: '' },
    {
      type: 'website',
      info: 'https://homes.example.com/',
      info_list: [],
      qr_code_url: `${FILES}contact/website-qr.svg`,
    },
  ],
  selection_custom: {
    title: 'More homes · 更多房源',
    VR_list: [
      shown(CODE, NAME, COVER, 1),
      shown(STUDIO, STUDIO_NAME, STUDIO_COVER, 1),
      shown(GARDEN, GARDEN_NAME, GARDEN_COVER, 0),
    ],
  },
};
