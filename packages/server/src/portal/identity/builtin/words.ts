import type { PlainLanguage } from '../../plain-pages/plain-page.ts';

/** The words of the built-in page, by language. */
export const words = {
  en: {
    title: 'Sign in to Openhouse',
    development: 'Development sign-in',
    lede: 'This page stands in for your identity provider. It asks for no password and never runs in production.',
    choose: 'Continue as',
    roles: {
      owner: 'Demo Team owner',
      member: 'Demo Team member',
      viewer: 'Demo Team viewer',
      none: 'No Team yet',
    },
    other: 'Or as somebody new',
    name: 'Name',
    email: 'E-mail',
    submit: 'Sign in',
    badEmail: 'That is not an e-mail address. Write it like name@example.com.',
    stray: 'Start from the portal',
    strayLede: 'This sign-in was not started by the portal, or it took longer than ten minutes.',
    back: 'Sign in again',
  },
  zh: {
    title: '登录 Openhouse',
    development: '开发环境登录',
    lede: '本页代替您的身份提供方。它不要求密码，也绝不会在生产环境中运行。',
    choose: '以下列身份继续',
    roles: { owner: '演示团队的所有者', member: '演示团队的成员', viewer: '演示团队的查看者', none: '尚未加入团队' },
    other: '或以新身份登录',
    name: '姓名',
    email: '电子邮箱',
    submit: '登录',
    badEmail: '这不是电子邮箱地址。请写成 name@example.com 的形式。',
    stray: '请从门户开始',
    strayLede: '这次登录不是由门户发起的，或已超过十分钟。',
    back: '重新登录',
  },
} as const satisfies Readonly<Record<PlainLanguage, object>>;
