import type { TeamRole, WarningKind } from '@openhouse/contract';
import type { PlainLanguage } from '../plain-pages/plain-page.ts';

/** What a warning is filled in with, ready to be read. */
export interface WarningValues {
  readonly app: string;
  readonly team: string;
  readonly version: string;
  readonly when: string;
  readonly used: string;
  readonly of: string;
  /** Where a leaked secret was found; empty where that is not known. */
  readonly where: string;
  /** Whether the leaked version has ended. */
  readonly retired: boolean;
}

interface MailWords {
  readonly warning: {
    readonly [Kind in WarningKind]: (values: WarningValues) => readonly [subject: string, remedy: string];
  };
  readonly invitation: {
    readonly somebody: string;
    readonly role: Readonly<Record<TeamRole, string>>;
    readonly subject: (who: string, team: string) => string;
    readonly remedy: (role: string, when: string) => string;
    readonly join: string;
    readonly why: (who: string) => string;
  };
  readonly open: string;
  readonly why: (team: string) => string;
  readonly stop: string;
  /** Of the page that a link in a mail opens. */
  readonly stopTitle: string;
  readonly stopLede: string;
  readonly stopNow: string;
  readonly stopped: string;
  readonly stoppedLede: string;
  readonly startAgain: string;
  readonly started: string;
  readonly startedLede: string;
  readonly unknown: string;
  readonly unknownLede: string;
}

/** The words of mails, by language. */
export const mailWords: Readonly<Record<PlainLanguage, MailWords>> = {
  en: {
    warning: {
      'trial-ends': ({ app, when }) => [
        `The trial of ${app} ends on ${when}`,
        'The gateway refuses its calls from then on. Ask whoever runs the portal to extend it.',
      ],
      'secret-ends': ({ app, version, when }) => [
        `Version ${version} of the secret of ${app} ends on ${when}`,
        'Whatever still exchanges this version is refused from then on.',
      ],
      'secret-leaked': ({ app, version, where, retired }) => [
        `Version ${version} of the secret of ${app} was found in public`,
        `${where === '' ? 'A code host reported it.' : `A code host found it at ${where} .`} ${
          retired
            ? 'It is retired: whatever used it is refused. Rotate the secret and deploy the new version.'
            : 'Anyone who finds it can call as this app. Rotate the secret now, and retire this version.'
        }`,
      ],
      calls: ({ app, used, of }) => [
        `${app} has made ${used} of its ${of} calls in a minute`,
        'Beyond its limit calls are refused until the minute is over.',
      ],
      exchanges: ({ app, used, of }) => [
        `${app} has exchanged its secret ${used} times of ${of} in a minute`,
        'A token is good for many calls: keep it until shortly before it ends.',
      ],
      'team-calls': ({ team, used, of }) => [
        `The apps of ${team} have made ${used} of their ${of} calls in a minute`,
        'Beyond the limit calls of every app are refused until the minute is over.',
      ],
      tours: ({ team, used, of }) => [
        `${team} has ${used} of the ${of} tours of its plan`,
        'A further tour is refused once there is no room for it.',
      ],
      storage: ({ team, used, of }) => [
        `The tours of ${team} take ${used} of the ${of} of its plan`,
        'A further tour is refused once there is no room for it.',
      ],
      files: ({ team, used, of }) => [
        `The tours of ${team} have ${used} of the ${of} files of its plan`,
        'A further tour is refused once there is no room for it.',
      ],
      refusals: ({ app, used, of }) => [
        `Of ${of} calls that ${app} made in an hour, ${used} were refused`,
        'Its page in the portal lists the last ones, and explains each.',
      ],
      unused: ({ app }) => [
        `${app} has not been called since it was created`,
        'Its page in the portal has the first call to copy.',
      ],
    },
    invitation: {
      somebody: 'An owner of the Team',
      role: { owner: 'an owner', member: 'a member', viewer: 'a viewer' },
      subject: (who, team) => `${who} invites you to the Team ${team}`,
      remedy: (role, when) =>
        `You join as ${role}, after you have signed in. The link lets one person in, once, until ${when}: do not pass it on.`,
      join: 'Join the Team',
      why: (who) =>
        `${who} gave your address to the portal for this invitation, and it is deleted with it. If you do not know them, do nothing.`,
    },
    open: 'Open in the portal',
    why: (team) => `You get this because you are an owner of ${team}.`,
    stop: 'Stop these mails',
    stopTitle: 'Stop mails about warnings?',
    stopLede:
      'The portal goes on showing what your Teams are warned of. Invitations and the sign-in are not concerned.',
    stopNow: 'Stop these mails',
    stopped: 'No more mails about warnings',
    stoppedLede: 'What your Teams are warned of is shown below their apps in the portal.',
    startAgain: 'Send them again',
    started: 'Mails about warnings come again',
    startedLede: 'You get one for each new warning of the Teams that you own.',
    unknown: 'This link leads nowhere',
    unknownLede: 'It is not complete, or it is of somebody who is no longer here. Copy the whole link from the mail.',
  },
  zh: {
    warning: {
      'trial-ends': ({ app, when }) => [
        `${app} 的试用期将于 ${when} 结束`,
        '此后网关会拒绝它的调用。请联系门户的运营方延长。',
      ],
      'secret-ends': ({ app, version, when }) => [
        `${app} 的密钥第 ${version} 版将于 ${when} 失效`,
        '此后仍使用这一版的兑换会被拒绝。',
      ],
      'secret-leaked': ({ app, version, where, retired }) => [
        `${app} 的密钥第 ${version} 版被公开`,
        `${where === '' ? '代码托管平台报告了它。' : `代码托管平台在 ${where} 发现了它。`}${
          retired
            ? '这一版已作废，仍在使用它的调用会被拒绝。请轮换密钥并部署新版本。'
            : '看到它的人都能以此应用的身份读取。请立即轮换密钥，并作废这一版。'
        }`,
      ],
      calls: ({ app, used, of }) => [
        `${app} 在一分钟内用了 ${of} 次调用中的 ${used} 次`,
        '超过上限的调用会被拒绝，直到这一分钟结束。',
      ],
      exchanges: ({ app, used, of }) => [
        `${app} 在一分钟内用了 ${of} 次密钥兑换中的 ${used} 次`,
        '一个令牌可用于多次调用：请保存到临近过期再换。',
      ],
      'team-calls': ({ team, used, of }) => [
        `${team} 的应用在一分钟内共用了 ${of} 次调用中的 ${used} 次`,
        '超过上限后，所有应用的调用都会被拒绝，直到这一分钟结束。',
      ],
      tours: ({ team, used, of }) => [`${team} 的方案可有 ${of} 个空间，已有 ${used} 个`, '放不下的新空间会被拒绝。'],
      storage: ({ team, used, of }) => [`${team} 的方案有 ${of} 存储，空间已占用 ${used}`, '放不下的新空间会被拒绝。'],
      files: ({ team, used, of }) => [`${team} 的方案有 ${of} 个文件，已有 ${used} 个`, '放不下的新空间会被拒绝。'],
      refusals: ({ app, used, of }) => [
        `${app} 一小时内的 ${of} 次调用中有 ${used} 次被拒绝`,
        '它在门户中的页面列有最近的调用，并逐一说明。',
      ],
      unused: ({ app }) => [`${app} 创建以来还没有被调用过`, '它在门户中的页面上有可以复制的第一次调用。'],
    },
    invitation: {
      somebody: '团队的一位所有者',
      role: { owner: '所有者', member: '成员', viewer: '查看者' },
      subject: (who, team) => `${who} 邀请你加入团队 ${team}`,
      remedy: (role, when) => `登录后，你将以${role}身份加入。链接在 ${when} 之前让一个人加入一次：请勿转发。`,
      join: '加入团队',
      why: (who) => `${who} 为这次邀请向门户提供了你的地址，地址会随邀请一起删除。如果你不认识对方，无需理会。`,
    },
    open: '在门户中打开',
    why: (team) => `你收到此邮件，因为你是 ${team} 的所有者。`,
    stop: '停止此类邮件',
    stopTitle: '停止提醒邮件？',
    stopLede: '门户仍会显示对团队的提醒。邀请和登录不受影响。',
    stopNow: '停止此类邮件',
    stopped: '不再发送提醒邮件',
    stoppedLede: '对团队的提醒仍显示在门户中应用的下方。',
    startAgain: '重新发送',
    started: '已重新发送提醒邮件',
    startedLede: '你所拥有的团队每有一条新提醒，你都会收到一封邮件。',
    unknown: '此链接无效',
    unknownLede: '它不完整，或者所属的人已不在这里。请从邮件中复制完整的链接。',
  },
};
