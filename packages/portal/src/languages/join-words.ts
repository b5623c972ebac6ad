import type { Messages } from './messages.ts';

// The words of the page that an invitation opens.

export const joinEnglish = {
  title: 'Join a Team',
  lede: 'You were invited. Joining uses up the link and makes this Team your active one. You are signed in as {{name}}.',
  accept: 'Join the Team',
};

export const joinChinese: Messages<typeof joinEnglish> = {
  title: '加入团队',
  lede: '你收到了邀请。加入后链接即失效，这个团队会成为你的当前团队。你当前以 {{name}} 登录。',
  accept: '加入团队',
};
