import type { Messages } from './messages.ts';

// What a Team's plan leaves it: loaded only where a plan sets a limit.

export const planEnglish = {
  plan: 'Plan {{plan}}',
  tours_one: '{{rest}} of one tour left',
  tours_other: '{{rest}} of {{count}} tours left',
  storage: '{{rest}} of {{all}} left',
  files: '{{rest}} of {{all}} files left',
  upload: 'at most {{size}} an upload',
};

export const planChinese: Messages<typeof planEnglish> = {
  plan: '方案 {{plan}}',
  tours_other: '还可导入 {{rest}} 个 VR 空间，共 {{count}} 个',
  storage: '还剩 {{rest}}，共 {{all}}',
  files: '还可有 {{rest}} 个文件，共 {{all}} 个',
  upload: '每次上传不超过 {{size}}',
};
