import type { Messages } from './messages.ts';

// That a Team is to be deleted: loaded where it is, and with the page where an owner asks for it.

export const deletionEnglish = {
  delete: 'Delete the Team',
  cardTitle: 'Delete this Team',
  cardText:
    'Its apps stop at once. For {{days}} days it can be called off; then apps, secrets, tours, usage and the audit log are deleted for good.',
  title: 'Delete {{name}}?',
  text: 'Every node refuses its apps within a second, and nothing in the Team can be changed. Its people see that you asked. For {{days}} days any owner can call it off; then everything of it is deleted, and nobody can bring it back.',
  type: 'Type the name {{name}} to confirm',
  closed: 'This Team is to be deleted. Its apps are refused, and nothing in it can be changed.',
  askedBy: 'Asked for by {{name}}.',
  askedByOperator: 'Asked for by operators of this installation, who alone can call it off.',
  askedBySomebody: 'Asked for by somebody who has been deleted since.',
  reason: 'Their reason: {{reason}}',
  due: 'Everything of it is deleted {{when}}.',
  keep: 'Keep the Team',
};

export const deletionChinese: Messages<typeof deletionEnglish> = {
  delete: '删除团队',
  cardTitle: '删除此团队',
  cardText: '其应用立即停止。{{days}} 天内可以撤销；之后应用、密钥、VR 空间、用量和审计日志将永久删除。',
  title: '删除“{{name}}”？',
  text: '每个节点在一秒之内拒绝其应用，团队中的任何内容都不能再更改。成员会看到是你提出的。{{days}} 天内任何所有者都可以撤销；之后其全部内容将被删除，无法恢复。',
  type: '输入名称“{{name}}”以确认',
  closed: '此团队将被删除。其应用被拒绝，任何内容都不能更改。',
  askedBy: '提出者：{{name}}。',
  askedByOperator: '由本服务的运维人员提出，只有他们可以撤销。',
  askedBySomebody: '提出者已被删除。',
  reason: '他们给出的原因：{{reason}}',
  due: '全部内容将于{{when}}删除。',
  keep: '保留团队',
};
