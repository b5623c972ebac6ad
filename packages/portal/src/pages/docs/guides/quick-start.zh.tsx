import { CodeBlock } from '../../../code/code-block.tsx';
import { exchangeInShell, quickStart, readInShell, SECRET_VARIABLE, TOKEN_VARIABLE } from '../../../code/examples.ts';
import type { Guide } from '../guide.ts';
import { exchangeAnswer, failureAnswer, startCommands } from './quick-start-code.ts';

export const guide: Guide = {
  title: '快速开始',
  lede: '从零到读取空间数据：启动 Openhouse，用 AK 和密钥换取令牌，然后读取。',
  sections: [
    {
      id: 'start',
      title: '启动',
      body: () => (
        <>
          <p>只需要 Node.js 20.19 或更新版本。如果已经有人为你运行 Openhouse，可以跳过这一节。</p>
          <CodeBlock label="命令" tabs={[{ name: 'shell', language: 'shell', code: startCommands }]} />
          <p>
            第一条命令会打印各个地址、登录方式和一行可以直接运行的 <code>curl</code>。演示应用的 AK 和密钥保存在{' '}
            <code>.openhouse/demo.json</code> 中。
          </p>
        </>
      ),
    },
    {
      id: 'token',
      title: '用 AK 和密钥换取令牌',
      body: (facts) => (
        <>
          <p>
            每个应用有一个可以公开的 AK，和一个绝不离开服务器的密钥。把密钥放进环境变量 <code>{SECRET_VARIABLE}</code>
            ，以表单字段提交两者：
          </p>
          <CodeBlock label="换取令牌" tabs={[{ name: 'curl', language: 'shell', code: exchangeInShell(facts) }]} />
          <CodeBlock label="换取令牌的响应" tabs={[{ name: '响应', language: 'json', code: exchangeAnswer }]} />
          <p>
            把令牌保存在服务器上，在 <code>expire_at</code>（Unix
            秒）之前不久重新换取。令牌没有固定有效期，也没有刷新令牌。
          </p>
        </>
      ),
    },
    {
      id: 'read',
      title: '读取空间',
      body: (facts) => (
        <>
          <p>
            把令牌原样放进 <code>Authorization</code> 请求头：不加 <code>Bearer</code>，不加引号。令牌在{' '}
            <code>{TOKEN_VARIABLE}</code> 中时：
          </p>
          <CodeBlock label="第一次读取" tabs={[{ name: 'curl', language: 'shell', code: readInShell(facts) }]} />
          <p>
            同一个 resource_code
            也适用于标签、标尺、路线、房间名称等接口。令牌只代表你的应用，哪些用户可以看到哪些空间，由你的后端决定。
          </p>
          <p>完整的过程：</p>
          <CodeBlock label="从 AK 到空间数据" tabs={quickStart(facts)} />
        </>
      ),
    },
    {
      id: 'envelope',
      title: '统一的响应结构',
      body: () => (
        <>
          <p>网关的每个响应都是 JSON，外层字段始终相同。</p>
          <dl>
            <dt>code、status</dt>
            <dd>
              成功时是 <code>0</code> 和 <code>success</code>，失败时是负数和失败名称。除 HTTP 状态码外也要检查它们。
            </dd>
            <dt>data</dt>
            <dd>
              请求的内容；失败时为 <code>null</code>。
            </dd>
            <dt>request_id</dt>
            <dd>
              每个请求唯一，也在 <code>X-Request-Id</code> 响应头中。寻求帮助时请附上它。
            </dd>
            <dt>trace_id</dt>
            <dd>
              来自请求的 <code>traceparent</code>，没有则新建。
            </dd>
            <dt>cost</dt>
            <dd>处理耗时，整数毫秒。</dd>
          </dl>
        </>
      ),
    },
    {
      id: 'errors',
      title: '出错时',
      body: () => (
        <>
          <p>
            失败名称在 <code>status</code> 中，<code>message</code> 说明如何解决。请按 <code>status</code>{' '}
            判断，文字可能会变。
          </p>
          <CodeBlock label="失败的响应" tabs={[{ name: '响应', language: 'json', code: failureAnswer }]} />
          <dl>
            <dt>code −2</dt>
            <dd>
              应用凭证问题：<code>err_app_credentials_invalid</code>、<code>err_app_disabled</code>、
              <code>err_app_expired</code>。重复请求没有用。
            </dd>
            <dt>code −3</dt>
            <dd>访问令牌缺失、无效或过期。重新换取一次，然后重试。</dd>
            <dt>code −1</dt>
            <dd>
              其他情况，例如 <code>err_resource_not_found</code>（404）、<code>err_parameter_invalid</code>（400）、
              <code>err_rate_limited</code>（429，等待 <code>Retry-After</code> 给出的秒数）。
            </dd>
          </dl>
          <p>
            有一种失败的 HTTP 状态码是 200：<code>err_parse_resource_code_failed</code>，表示 resource_code
            无法解析。所以只看 HTTP 状态码是不够的。
          </p>
        </>
      ),
    },
  ],
};
