import type { Messages } from './messages.ts';

// What the page of a tour says of links, of the element and of crowds of things: loaded with it.

export const tourEnglish = {
  copyLink: 'Copy link',
  copiedHint: 'Link to this view copied. It opens for people of this Team.',
  notCopied: 'The browser did not let the link be copied. It stands in the address bar.',
  embed: 'Embed',
  embedTitle: 'This view on a page of yours',
  snippet: 'The element for your page',
  needs:
    'The page needs @openhouse/viewer, and a route of your server at /api/tours where createProxy of the SDK answers. The route decides who may see the tour; no key and no token goes into the page.',
  guide: 'How to set up the server',
  close: 'Close',
  many: '{{count}} things here',
};

export const tourChinese: Messages<typeof tourEnglish> = {
  copyLink: '复制链接',
  copiedHint: '已复制指向此画面的链接。本团队的成员可以打开。',
  notCopied: '浏览器不允许复制链接。链接就在地址栏里。',
  embed: '嵌入',
  embedTitle: '把此画面放到你的网页上',
  snippet: '用于网页的元素',
  needs:
    '网页需要 @openhouse/viewer，以及你的服务器上位于 /api/tours、由 SDK 的 createProxy 应答的路由。由该路由决定谁可以查看这个空间；网页里不放任何密钥或令牌。',
  guide: '如何设置服务器',
  close: '关闭',
  many: '此处有 {{count}} 项',
};
