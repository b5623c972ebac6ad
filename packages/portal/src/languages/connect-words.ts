import type { Messages } from './messages.ts';

// The words of the page that lets an agent in: loaded with it, because few people open it.

export const connectEnglish = {
  crumb: 'Agents',
  title: 'Let an agent in',
  lede: 'A program asks to read what a Team has, over the Model Context Protocol.',
  asks: '{{name}} wants to read in {{team}}',
  asksNoTeam: '{{name}} wants to read in a Team',
  nameIsClaimed: 'A program says its own name: nobody has checked it.',
  returnsTo: 'The answer goes to',
  team: 'For the Team',
  account: 'You are signed in as',
  may: 'It may',
  scope: {
    toursRead: 'list the tours of the Team and read them through the gateway',
    appsRead: 'see apps, their use, and why a call was refused',
  },
  never:
    'It changes nothing and is shown no secret. What it is given ends after {{days}} days, and stands among the credentials of the Team, where you revoke it.',
  warning: 'Allow this only if you have just added Openhouse in that program yourself.',
  allow: 'Let it read',
  deny: 'Deny',
  onlyOwners: 'Owners of a Team let agents in. Choose a Team that you own, or ask one of its owners.',
  noTeam: 'You belong to no Team, so there is nothing that you could let an agent read. Create one first, or deny.',
  leaving: 'Going back to the program…',
  refused: {
    title: '{{name}} cannot be let in',
    hears: 'It is told',
    invalidRequest: 'A part of its request is missing, malformed or sent twice.',
    unsupportedResponseType: 'It asks to be answered in a way that the portal does not have.',
    invalidScope: 'It asks for more than an agent may have.',
    invalidTarget: 'It asks for another resource than the portal serves to agents.',
    goBack:
      'It gets nothing. It waits for an answer, and learns what is wrong when you go back to it. Whoever made or configured it can mend it. If you did not add Openhouse in that program yourself, close this page.',
    return: 'Back to the program',
  },
};

export const connectChinese: Messages<typeof connectEnglish> = {
  crumb: '智能体',
  title: '允许智能体访问',
  lede: '一个程序请求通过 Model Context Protocol 读取团队的数据。',
  asks: '{{name}} 希望读取 {{team}} 的数据',
  asksNoTeam: '{{name}} 希望读取一个团队的数据',
  nameIsClaimed: '名称由程序自己报告，没有人核实过。',
  returnsTo: '结果发送到',
  team: '所属团队',
  account: '你当前登录为',
  may: '它可以',
  scope: {
    toursRead: '列出团队的空间，并通过网关读取',
    appsRead: '查看应用、用量，以及调用为何被拒绝',
  },
  never: '它不做任何更改，也看不到任何密钥。它得到的凭据在 {{days}} 天后失效，并列在团队的凭据中，你可以在那里撤销。',
  warning: '只有在你刚刚亲自在该程序中添加了 Openhouse 时才允许。',
  allow: '允许读取',
  deny: '拒绝',
  onlyOwners: '由团队的所有者允许智能体访问。请选择你拥有的团队，或联系团队的所有者。',
  noTeam: '你不属于任何团队，因此没有可以让智能体读取的数据。请先创建一个团队，或拒绝请求。',
  leaving: '正在返回程序…',
  refused: {
    title: '无法允许 {{name}} 访问',
    hears: '程序将得知',
    invalidRequest: '它的请求缺少某个部分、格式有误，或某个参数发送了多次。',
    unsupportedResponseType: '它要求的应答方式是门户没有的。',
    invalidScope: '它请求的权限超出了智能体可以拥有的范围。',
    invalidTarget: '它请求的资源不是门户提供给智能体的资源。',
    goBack:
      '它什么也得不到。它正在等待应答，你返回程序后，它才会得知哪里有误；开发或配置它的人可以修正。如果不是你亲自在该程序中添加了 Openhouse，请关闭本页面。',
    return: '返回程序',
  },
};
