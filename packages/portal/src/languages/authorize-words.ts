import type { Messages } from './messages.ts';

// The words of the page that signs the command line in: loaded with it, because few people open it.

export const authorizeEnglish = {
  crumb: 'Command line',
  title: 'Sign the command line in',
  lede: 'A terminal that runs openhouse login shows a code of eight letters. Type it here to see which machine asks.',
  code: 'Code in the terminal',
  codeHint: 'Eight letters, with or without the dash.',
  codeShort: 'The code has eight letters. Compare it with the terminal.',
  look: 'Continue',
  asks: '{{machine}} wants to act as you',
  nameIsClaimed: 'A machine says its own name: check that the code and the address are yours.',
  address: 'Asked from address',
  asked: 'Asked',
  account: 'You are signed in as',
  warning:
    'Allow this only if you have just run openhouse login yourself and this code stands in your terminal. Nobody from support ever asks you to type a code here.',
  may: 'It may do what you may do: apps, secrets, Teams and tours, for {{sessionDays}} days or until you end the session. Your Teams find it in their audit log.',
  allow: 'Allow this machine',
  deny: 'Deny',
  otherCode: 'Type another code',
  allowedTitle: '{{machine}} is signed in',
  allowedText: 'Go back to the terminal: it goes on by itself within seconds. You can close this page.',
  deniedTitle: '{{machine}} was not let in',
  deniedText:
    'Nothing was given to it. If you did not run openhouse login, somebody may have tried to use your account: tell your operator.',
  toSessions: 'See your sessions',
};

export const authorizeChinese: Messages<typeof authorizeEnglish> = {
  crumb: '命令行',
  title: '登录命令行',
  lede: '运行 openhouse login 的终端会显示一个八个字母的代码。在这里输入它，查看是哪台机器在请求。',
  code: '终端中的代码',
  codeHint: '八个字母，连字符可省略。',
  codeShort: '代码有八个字母，请与终端核对。',
  look: '继续',
  asks: '{{machine}} 希望以你的身份操作',
  nameIsClaimed: '机器名称由机器自己报告：请核对代码和地址是否属于你。',
  address: '请求来源地址',
  asked: '请求时间',
  account: '你当前登录为',
  warning: '只有在你刚刚亲自运行了 openhouse login，且终端显示这个代码时才允许。客服人员绝不会要求你在这里输入代码。',
  may: '它可以做你能做的一切：应用、密钥、团队和空间，为期 {{sessionDays}} 天或直到你结束会话。你的各个团队会在审计日志中看到这次登录。',
  allow: '允许这台机器',
  deny: '拒绝',
  otherCode: '输入其他代码',
  allowedTitle: '{{machine}} 已登录',
  allowedText: '请回到终端，几秒内它会自动继续。你可以关闭本页面。',
  deniedTitle: '{{machine}} 未获准登录',
  deniedText: '它没有得到任何权限。如果你没有运行 openhouse login，可能有人试图使用你的账户，请告知运维人员。',
  toSessions: '查看登录会话',
};
