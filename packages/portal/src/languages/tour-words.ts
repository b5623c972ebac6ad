import type { Messages } from './messages.ts';

// What the page of a tour says of links, of the element and of crowds of things: loaded with it.

export const tourEnglish = {
  copyLink: 'Copy link',
  copiedHint: 'Link to this view copied. It opens for people of this Team.',
  notCopied: 'The browser did not let the link be copied. It stands in the address bar.',
  embed: 'Embed',
  embedTitle: 'This view on a page of yours',
  inIframe: 'In an iframe',
  iframeText:
    'Needs no server. The tour becomes public: whoever has its address sees it, and pages of the hosts below may frame it.',
  publicNotRead: 'Whether the tour is public could not be read.',
  public: 'The tour is',
  off: 'not public',
  on: 'public, as it is now',
  hosts: 'Hosts that may frame it',
  hostsHint: 'Each on a line of its own, {{count}} at most. Without one, the address opens by itself only.',
  hostRefused:
    '{{host}} was not taken. Write a host as https://homes.example: https, or http://localhost on your own machine; no path and no wildcard.',
  hostsTooMany: 'These are {{count}} hosts, and a tour has {{most}} at most. Leave out some.',
  hostsChanged: 'Somebody else changed the hosts meanwhile: {{hosts}}. Saving replaces them by yours.',
  noHost: 'none',
  save: 'Save',
  replaced:
    'Another version was imported under this code, so it is public no more. Look at it, and make it public again.',
  notLookedAt:
    'Another version was imported since this page showed the tour. Close this and look at the tour as it is now before you make it public.',
  isPublic: 'The tour is public: whoever has its address sees it.',
  isNotPublic: 'The tour is not public.',
  framedBy: 'Pages of these hosts may frame it: {{hosts}}',
  noHosts: 'No page may frame it.',
  onlyMembers: 'Owners and members of the Team change that.',
  iframeSnippet: 'The iframe for your page',
  withElement: 'With the element and your server',
  snippet: 'The element for your page',
  needs:
    'Your server decides who may see the tour. The page needs @openhouse/viewer, and a route of your server at /api/tours where createProxy of the SDK answers. No key and no token goes into the page.',
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
  inIframe: '放在 iframe 中',
  iframeText: '不需要服务器。空间会变为公开：有地址的人都能查看，下列主机的网页可以嵌入。',
  publicNotRead: '无法读取空间是否公开。',
  public: '此空间',
  off: '不公开',
  on: '公开，内容为现在的样子',
  hosts: '可以嵌入的主机',
  hostsHint: '每行一个，最多 {{count}} 个。不填时，地址只能单独打开。',
  hostRefused:
    '{{host}} 未被接受。请写成 https://homes.example 的形式：使用 https（本机可用 http://localhost），不带路径和通配符。',
  hostsTooMany: '这里有 {{count}} 个主机，而一个空间最多 {{most}} 个。请删去一些。',
  hostsChanged: '其间有其他人更改了主机：{{hosts}}。保存会用你填写的替换它们。',
  noHost: '无',
  save: '保存',
  replaced: '此编码下导入了另一个版本，因此已停止公开。请先查看，再重新公开。',
  notLookedAt: '此页显示空间之后，又导入了另一个版本。请关闭此对话框，查看空间现在的样子，再公开。',
  isPublic: '此空间已公开：有地址的人都能查看。',
  isNotPublic: '此空间未公开。',
  framedBy: '这些主机的网页可以嵌入：{{hosts}}',
  noHosts: '没有网页可以嵌入。',
  onlyMembers: '由团队的所有者和成员更改。',
  iframeSnippet: '用于网页的 iframe',
  withElement: '使用元素和你的服务器',
  snippet: '用于网页的元素',
  needs:
    '由你的服务器决定谁可以查看这个空间。网页需要 @openhouse/viewer，以及你的服务器上位于 /api/tours、由 SDK 的 createProxy 应答的路由。网页里不放任何密钥或令牌。',
  guide: '如何设置服务器',
  close: '关闭',
  many: '此处有 {{count}} 项',
};
