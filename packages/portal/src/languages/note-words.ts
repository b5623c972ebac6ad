import type { Messages } from './messages.ts';

// Beside a note of operators, which is seldom there.

export const noteEnglish = { dismiss: 'Dismiss', status: 'What works' };

export const noteChinese: Messages<typeof noteEnglish> = { dismiss: '关闭', status: '服务状态' };
