import type { StatusPart } from '@openhouse/contract';
import type { PlainLanguage } from '../plain-pages/plain-page.ts';

interface StatusWords {
  readonly title: string;
  readonly allWorks: string;
  readonly someFails: string;
  readonly parts: { readonly [Part in StatusPart]: readonly [name: string, does: string] };
  readonly works: string;
  readonly fails: string;
  readonly note: string;
  readonly checked: (at: string) => string;
  readonly portal: string;
}

/** The words of the status page, by language. */
export const statusWords: Readonly<Record<PlainLanguage, StatusWords>> = {
  en: {
    title: 'Status',
    allWorks: 'Everything works.',
    someFails: 'Something does not work at the moment.',
    parts: {
      portal: ['Portal', 'Pages of Teams, apps and tours'],
      gateway: ['Gateway', 'Calls with an access token'],
      'sign-in': ['Sign-in', 'The identity provider'],
      imports: ['Imports', 'Uploads of tours, and their files'],
    },
    works: 'works',
    fails: 'does not work',
    note: 'From the operators',
    checked: (at) => `Measured by the service itself at ${at}.`,
    portal: 'To the portal',
  },
  zh: {
    title: '服务状态',
    allWorks: '一切正常。',
    someFails: '目前有部分功能无法使用。',
    parts: {
      portal: ['门户', '团队、应用和空间的页面'],
      gateway: ['网关', '使用访问令牌的调用'],
      'sign-in': ['登录', '身份提供方'],
      imports: ['导入', '上传空间及其文件'],
    },
    works: '正常',
    fails: '无法使用',
    note: '运维人员的通知',
    checked: (at) => `由服务自身测量，时间为 ${at}。`,
    portal: '前往门户',
  },
};
