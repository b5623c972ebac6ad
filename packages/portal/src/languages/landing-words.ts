import type { Messages } from './messages.ts';

// The words of the landing page, which nobody sees again once they are signed in.

export const landingEnglish = {
  title: 'Your VR tours, as data your back end can read',
  what: 'Openhouse serves tour data over plain HTTP: panoramas, tags, rulers, routes, room labels, files.',
  how: 'Sign in, create a Developer app, and exchange its key and secret for an access token.',
  where: 'The secret and the token stay on your server. Browsers see the public app key at most.',
  signIn: 'Sign in',
  toApps: 'Go to your apps',
  readDocs: 'Read the quick start',
  example: 'From key to tour',
  tour: 'The sample tour: a loft by the park',
  walk: 'Walk through it',
};

export const landingChinese: Messages<typeof landingEnglish> = {
  title: '让你的后端直接读取 VR 空间数据',
  what: 'Openhouse 通过普通 HTTP 提供空间数据：全景、标签、标尺、路线、房间名称与文件。',
  how: '登录后创建开发者应用，用它的应用密钥标识和密钥换取访问令牌。',
  where: '应用密钥和令牌只留在你的服务器上，浏览器最多只会看到公开的 AK。',
  signIn: '登录',
  toApps: '前往我的应用',
  readDocs: '阅读快速开始',
  example: '从 AK 到空间数据',
  tour: '示例空间：公园旁的复式',
  walk: '进入空间',
};
