import type { Messages } from './messages.ts';

// What the pages of a Team share that are about its programs: the ways between them, a secret that is shown once.

export const programEnglish = {
  parts: 'Parts of the Team',
  people: 'People',
  webhooks: 'Webhooks',
  credentials: 'Credentials of programs',
  once: 'It is shown this once, and hides after {{secretSeconds}} s or when you leave the window. Until you close this dialog it can be shown and copied again.',
  hidden: 'Hidden',
  show: 'Show',
  hide: 'Hide',
  done: 'Done',
};

export const programChinese: Messages<typeof programEnglish> = {
  parts: '团队的各个部分',
  people: '成员',
  webhooks: 'Webhook',
  credentials: '程序凭据',
  once: '只在这里显示一次；{{secretSeconds}} 秒后或离开此窗口时会隐藏。关闭此对话框之前，可以再次显示和复制。',
  hidden: '已隐藏',
  show: '显示',
  hide: '隐藏',
  done: '完成',
};
