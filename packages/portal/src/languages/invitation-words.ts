import type { Messages } from './messages.ts';

// Invitations by mail: loaded with the page of the Team.

export const invitationEnglish = {
  address: 'E-mail address',
  addressHint: 'The link is sent there as well. The address is deleted with the invitation.',
  noMail: 'This installation sends no mail: pass the link on yourself.',
  invite: 'Invite',
  sentTo: 'A mail with this link is on its way to {{address}}.',
  mail: {
    waiting: 'Mail to {{address}} on its way',
    sent: 'Mail to {{address}} sent',
    failed: 'Mail to {{address}} could not be sent',
  },
};

export const invitationChinese: Messages<typeof invitationEnglish> = {
  address: '邮件地址',
  addressHint: '链接也会发送到这里。地址会随邀请一起删除。',
  noMail: '本服务不发送邮件：请自行转交链接。',
  invite: '邀请',
  sentTo: '带有此链接的邮件正在发往 {{address}}。',
  mail: {
    waiting: '发往 {{address}} 的邮件正在路上',
    sent: '已向 {{address}} 发送邮件',
    failed: '发往 {{address}} 的邮件无法送出',
  },
};
