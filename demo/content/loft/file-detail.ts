import type { Payload } from '../wire/bundle.ts';
import { FILES } from './loft.ts';

/** Below `assets/private/`: opened by signed links only. */
export const WARRANTY = 'private/warranty.txt';
export const PLAN_PICTURE = 'files/floor-plan.svg';
export const PLAN_DOCUMENT = 'files/floor-plan.pdf';

const files = [
  {
    uid: 'file-480001',
    name: 'Floor plan · 户型图.svg',
    type: 'image/svg+xml',
    path: PLAN_PICTURE,
    url: `${FILES}${PLAN_PICTURE}`,
    poster: `${FILES}${PLAN_PICTURE}`,
  },
  {
    uid: 'file-480002',
    name: 'Floor plan.pdf',
    type: 'application/pdf',
    path: PLAN_DOCUMENT,
    url: `${FILES}${PLAN_DOCUMENT}`,
    poster: `${FILES}${PLAN_PICTURE}`,
  },
  { uid: 'file-480003', name: 'Oven warranty.txt', type: 'text/plain', path: WARRANTY, url: '', poster: '' },
];

export const fileDetail: Payload<'file-detail'> = { file_count: files.length, file_list: files };
