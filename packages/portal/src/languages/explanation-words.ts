import type { Messages } from './messages.ts';

// What the gateway looks at in a call, and what a refused one may hide: loaded with the first call that is explained.

export const explanationEnglish = {
  check: {
    request: 'The request is well-formed HTTP',
    path: 'The path is one of the gateway',
    method: 'The path takes the method',
    service: 'The gateway is ready',
    'address-limit': 'The address is within its limit',
    body: 'The body is whole and not too large',
    token: 'The access token is ours and has not expired',
    credentials: 'App key and secret belong together',
    app: 'The app is enabled and its trial runs',
    'app-limit': 'The app is within its limit',
    'media-type': 'The body has the right Content-Type',
    parameters: 'Every parameter is known and well-formed',
    link: 'The signed link is whole and has not expired',
    resource: 'What is asked for is in the Team',
    answer: 'The answer is made',
  },
  hint: {
    'secret-retired':
      'The token was made with version {{version}} of the secret, which has ended. Deploy the newest version and exchange again.',
    'secret-wrong': 'The app key is right, the secret is not: no live version has it.',
  },
};

export const explanationChinese: Messages<typeof explanationEnglish> = {
  check: {
    request: '请求是合法的 HTTP',
    path: '路径属于网关',
    method: '路径接受这个方法',
    service: '网关已就绪',
    'address-limit': '来源地址在限额之内',
    body: '请求体完整且不过大',
    token: '访问令牌由本网关签发且未过期',
    credentials: 'AK 与密钥相符',
    app: '应用已启用且试用有效',
    'app-limit': '应用在限额之内',
    'media-type': '请求体的 Content-Type 正确',
    parameters: '参数都已声明且格式正确',
    link: '签名链接完整且未过期',
    resource: '请求的内容属于这个团队',
    answer: '生成应答',
  },
  hint: {
    'secret-retired': '这个令牌是用密钥版本 {{version}} 换取的，而该版本已经失效。请部署最新版本并重新换取令牌。',
    'secret-wrong': 'AK 正确，但密钥不符：没有任何有效版本与它相同。',
  },
};
