/** Paragraphs and cells of the configuration reference, in Chinese: what is said of every setting, and what it takes. */
export const configurationWords: Readonly<Record<string, string>> = {
  'Every setting is an environment variable. A wrong one is refused at start, all of them in one message. With `APP_ENV=production` more is demanded: see [going to production](../guides/going-to-production.md).':
    '每项设置都是一个环境变量。启动时拒绝错误的设置，并在一条消息中全部列出。`APP_ENV=production` 的要求更多：参见[投入生产](../guides/going-to-production.md)。',
  'A secret can also lie in a file: `LINK_KEYS_FILE=/run/secrets/link-keys` sets `LINK_KEYS`, and so for every variable that holds a key, a password or a token. `LEAK_REPORTS_SIGNED_BY`, which is none, can be given so too.':
    '机密也可以放在文件中：`LINK_KEYS_FILE=/run/secrets/link-keys` 设置 `LINK_KEYS`；凡是密钥、密码或令牌的变量都可以这样设置。`LEAK_REPORTS_SIGNED_BY` 不是机密，也可以这样设置。',
  variable: '变量',
  takes: '取值',
  default: '默认值',
  meaning: '含义',
  // What settings take
  'a text': '文本',
  'an IP address without brackets, or the name of a host': '不带方括号的 IP 地址，或主机名',
  'name=value pairs, comma separated, or nothing': '以逗号分隔的 名称=值，或留空',
  'a number from 0 to 1': '0 到 1 的数',
  'one of false, true': 'false、true 之一',
  'one of otlp, none': 'otlp 或 none',
  'a whole number from 1000 to 3600000': '1000 到 3600000 的整数',
  'one of parentbased_traceidratio, traceidratio, parentbased_always_on, always_on, always_off':
    'parentbased_traceidratio、traceidratio、parentbased_always_on、always_on、always_off 之一',
  'a text, or nothing': '文本，或留空',
  'e-mail addresses, separated by commas, or nothing': '邮箱地址，用逗号分隔，或留空',
  'a claim and its value with a colon between them, such as groups:openhouse-operators, or nothing':
    '声明的名称和值，中间用冒号，例如 groups:openhouse-operators，或留空',
  'an http or https address, or nothing': 'http 或 https 地址，或留空',
  'hosts without ports, comma separated: chat.internal, 10.0.0.7, [fd00::7]':
    '不带端口的主机，以逗号分隔：chat.internal, 10.0.0.7, [fd00::7]',
  'an http or https address without user, query or fragment, or nothing':
    '不带用户、查询和片段的 http 或 https 地址，或留空',
  'the issuer of an OpenID provider: an http or https address without query or fragment, or nothing':
    'OpenID 提供方的 issuer：不带查询和片段的 http 或 https 地址，或留空',
  'postgres://user:password@host:port/database, with several hosts separated by commas, and with /, ?, #, @ and % in the user or password as %2F, %3F, %23, %40 and %25, or nothing':
    'postgres://用户:密码@主机:端口/数据库，多台主机用逗号分隔，用户和密码中的 /、?、#、@ 和 % 写作 %2F、%3F、%23、%40 和 %25，或留空',
  'redis://user:password@host:port, or rediss, valkey or valkeys; one host, no sentinels and no cluster, or nothing':
    'redis://用户:密码@主机:端口，或 rediss、valkey、valkeys；只能是一台主机，不支持哨兵和集群；或留空',
  'base64url of 32 random bytes, or number:base64url of 32 random bytes, comma separated, numbers 1 to 255 each once, or nothing':
    '32 个随机字节的 base64url；或 编号:32 个随机字节的 base64url，用逗号分隔，编号 1 到 255 各用一次；或留空',
  'number:base64url of 32 random bytes, comma separated, numbers 1 to 255 each once, or nothing':
    '编号:32 个随机字节的 base64url，用逗号分隔，编号 1 到 255 各用一次，或留空',
  'smtp://user:password@host:port, or smtps for TLS from the first byte, or nothing':
    'smtp://用户:密码@主机:端口，或用 smtps 从一开始就使用 TLS，或留空',
  'an e-mail address, or a name and behind it an address in angle brackets, or nothing':
    '邮箱地址，或名称加尖括号中的地址，或留空',
  'Mail server that mails are handed to; empty sends none. With a password, the connection must become one with TLS. For processes that complete App requests.':
    '接收邮件的服务器；留空则不发送邮件。带密码时，连接必须升级为 TLS。用于完成应用申请的进程。',
  'Whom mails are from.': '邮件的发件人。',
  'the JSON in which a code host publishes its keys: {"public_keys": [{"key_identifier": "…", "key": "-----BEGIN PUBLIC KEY-----…"}]}, or nothing':
    '代码托管平台公布其公钥的 JSON：{"public_keys": [{"key_identifier": "…", "key": "-----BEGIN PUBLIC KEY-----…"}]}，或留空',
  'Public keys of code hosts that may report leaked app secrets to /api/leaked-secrets; empty takes no reports. LEAK_REPORTS_SIGNED_BY_FILE names a file with them.':
    '可以向 /api/leaked-secrets 报告泄露的应用密钥的代码托管平台的公钥；留空则不接受报告。LEAK_REPORTS_SIGNED_BY_FILE 指明存放它们的文件。',
  'file:///path of a file, or an http or https address, or nothing': '文件的 file:///路径，或 http、https 地址，或留空',
  'Where the ends of the audit chains are sent, so that a rewritten chain is noticed: a file that is appended to, or an address that is posted to. Set it for one process that completes App requests.':
    '审计链的末端发送到哪里，以便发现被改写的链：追加写入的文件，或以 POST 发送的地址。请只为一个完成应用申请的进程设置。',
  'Seconds between two such sendings.': '两次发送之间的秒数。',
  'one of development, test, production': 'development、test、production 之一',
  'one of either, x-forwarded-for, forwarded': 'either、x-forwarded-for、forwarded 之一',
  's3://bucket/prefix, or file:///folder, or nothing': 's3://存储桶/前缀，或 file:///文件夹，或留空',
  'one of auto, yes, no': 'auto、yes、no 之一',
  'one of proxy, redirect': 'proxy、redirect 之一',
  'one of no, yes': 'no、yes 之一',
  'one of builtin, ticket, oidc': 'builtin、ticket、oidc 之一',
  'one of none, transaction': 'none 或 transaction',
  'one of all, portal, gateway, operator-jobs': 'all、portal、gateway、operator-jobs 之一',
  'one of strict, node': 'strict、node 之一',
  'one of altcha, turnstile, hcaptcha, recaptcha': 'altcha、turnstile、hcaptcha、recaptcha 之一',
  'one of trace, debug, info, warn, error, fatal, silent': 'trace、debug、info、warn、error、fatal、silent 之一',
  'a whole number from 0 to 10': '0 到 10 的整数',
  'a whole number from 0 to 2592000': '0 到 2592000 的整数',
  'a whole number from 0 to 31536000': '0 到 31536000 的整数',
  'a whole number from 0 to 10000000': '0 到 10000000 的整数',
  'a whole number from 1 to 128, or auto for one a processor core': '1 到 128 的整数，或 auto（每个处理器核心一个）',
  'a whole number from 1 to 200': '1 到 200 的整数',
  'a whole number from 0 to 365': '0 到 365 的整数',
  'a whole number from 0 to 600': '0 到 600 的整数',
  'a whole number from 0 to 3650': '0 到 3650 的整数',
  'a whole number from 1 to 365': '1 到 365 的整数',
  'a whole number from 1 to 3650': '1 到 3650 的整数',
  '0, or a whole number from 30 to 36500': '0，或 30 到 36500 的整数',
  'a whole number from 1 to 600': '1 到 600 的整数',
  'a whole number from 1 to 2592000': '1 到 2592000 的整数',
  'a whole number from 1 to 3600': '1 到 3600 的整数',
  'a whole number from 1 to 65535': '1 到 65535 的整数',
  'a whole number from 1 to 65536': '1 到 65536 的整数',
  'a whole number from 1 to 86400': '1 到 86400 的整数',
  'a whole number from 1 to 604800': '1 到 604800 的整数',
  'a whole number from 1 to 64': '1 到 64 的整数',
  'a whole number from 10 to 900': '10 到 900 的整数',
  'a whole number from 10 to 86400': '10 到 86400 的整数',
  'a whole number from 16 to 128': '16 到 128 的整数',
  'a whole number from 100 to 10000': '100 到 10000 的整数',
  'a whole number from 100 to 600000': '100 到 600000 的整数',
  'a whole number from 1000 to 10000000': '1000 到 10000000 的整数',
  // Addresses and ports
  'production switches on every production check.': 'production 启用全部生产检查。',
  'Path of a program that has the secrets whose values begin with `command:`; what follows is for it. Started once, at the start: it reads lines `NAME reference` and prints lines `NAME secret`.':
    '一个程序的路径，值以 `command:` 开头的机密由它给出，后面的内容交给它。只在启动时运行一次：读取每行 `NAME reference`，打印每行 `NAME secret`。',
  'Which part of the service this process is: portal, gateway, or operator-jobs, which completes App requests and removes what is kept no more. all is everything.':
    '本进程是服务的哪一部分：portal（门户）、gateway（网关），或完成应用申请、移除不再保存的内容的 operator-jobs；all 为全部。',
  'The same database with the user that a process of the gateway alone works as, who sees no sealed secret; openhouse migrate grants it what it needs.':
    '同一个数据库，使用单独的网关进程所用的用户，它看不到加密的应用密钥；openhouse migrate 授予它所需的权限。',
  'A streaming replica of the same database, of one host, with the same user as the gateway; payloads of tours are read there as far as it is as new as this process knows. Empty reads everything from the database.':
    '同一数据库的一台流复制副本（一个主机），用户与网关相同；只要它不比本进程所知的更旧，就从它读取 VR 空间的数据。留空则全部从数据库读取。',
  "Where the portal's back end reaches the gateway; empty takes the gateway of the same process, or BASE_URL where there is none.":
    '门户的后端从哪里访问网关；留空时使用同一进程中的网关，没有时使用 BASE_URL。',
  'Public address of the developer portal; http://localhost:PORTAL_PORT when empty.':
    '开发者门户的公开地址；留空时为 http://localhost:PORTAL_PORT。',
  'Port the portal listens on.': '门户监听的端口。',
  'Public address of the gateway; signed links point here; http://localhost:GATEWAY_PORT when empty.':
    '网关的公开地址；签名链接指向这里；留空时为 http://localhost:GATEWAY_PORT。',
  'Port the gateway listens on.': '网关监听的端口。',
  "Public address of the identity provider's sign-in page; http://localhost:SIGN_IN_PORT when empty.":
    '身份提供方登录页面的公开地址；留空时为 http://localhost:SIGN_IN_PORT。',
  'Port of the built-in sign-in page; development only.': '内置登录页面的端口；仅用于开发。',
  'Port of /healthz, /readyz and /metrics.': '/healthz、/readyz 和 /metrics 的端口。',
  'Address the operator port is bound to; see OPERATOR_BEYOND_LOOPBACK.':
    '运维端口绑定的地址；参见 OPERATOR_BEYOND_LOOPBACK。',
  'yes allows an OPERATOR_HOST that other machines reach: the operator port has no sign-in.':
    'yes 允许 OPERATOR_HOST 为其他机器可达的地址：运维端口没有登录。',
  'Address the other ports are bound to; 0.0.0.0 or :: for every interface.':
    '其他端口绑定的地址；0.0.0.0 或 :: 表示所有网络接口。',
  // Stores
  'Directory of the embedded store, local assets and generated keys, mode 0700.':
    '内置存储、本地文件和生成的密钥所在的目录，权限 0700。',
  'Where files of tours are kept: a bucket, or a folder that all nodes share; empty for the folder assets in DATA_DIR, which serves one machine.':
    'VR 空间文件的存放位置：一个存储桶，或所有节点共享的文件夹；留空则使用 DATA_DIR 中的 assets 文件夹，仅供一台机器使用。',
  'Address of the S3 store; empty for Amazon S3. The credentials are found as the AWS SDK finds them: environment, files, web identity, container, instance.':
    'S3 存储的地址；留空则为 Amazon S3。凭证按 AWS SDK 的方式查找：环境变量、文件、Web 身份、容器、实例。',
  'Region of the bucket; most other stores than Amazon S3 take any.':
    '存储桶所在的区域；Amazon S3 以外的存储大多接受任意值。',
  'Whether the bucket stands in the path instead of the host; auto: with S3_ENDPOINT.':
    '存储桶名是否写在路径而不是主机名中；auto：设置了 S3_ENDPOINT 时写在路径中。',
  'proxy sends files through the gateway; redirect sends callers to the bucket with a presigned address, which they must be able to reach.':
    'proxy 通过网关发送文件；redirect 用预签名地址把调用方重定向到存储桶，调用方必须能访问它。',
  'Seconds that a file stays after the last tour that named it was replaced or removed.':
    '最后一个使用某文件的 VR 空间被替换或移除之后，该文件保留的秒数。',
  'Days that usage is kept: how often apps called, and what it cost.': '用量保存的天数：应用调用的次数和耗时。',
  'Days that the last calls of an app are kept, with which one is explained.':
    '应用最近的调用保存的天数，用于解释某次调用。',
  'Days that entries of the audit logs are kept; 0 keeps them for ever. The logs say what was removed, and can still be verified.':
    '审计日志的条目保存的天数；0 表示永久保存。日志会说明移除了什么，并且仍可校验。',
  'Days that a session which ran out stays in the database; one that somebody ended is removed at once.':
    '过期的会话在数据库中保留的天数；由人结束的会话立即移除。',
  'Days from the request to delete a Team until everything of it is deleted; until then it can be called off.':
    '从请求删除团队到删除其全部内容的天数；在此之前可以撤销。',
  'Days that what served once stays after it ended: sign-ins under way, answers to repeated actions, counted attempts, invitations.':
    '一次性的内容在结束之后保留的天数：进行中的登录、重复操作的响应、计数的尝试、邀请。',
  'PostgreSQL 15 or later; empty for the embedded store in DATA_DIR. Its user owns the database, or its tables.':
    'PostgreSQL 15 或更新版本；留空则使用 DATA_DIR 中的内置存储。其中的用户是数据库或其表的所有者。',
  'The same database with the user to serve as, who owns nothing; empty serves with DATABASE_URL. openhouse migrate grants it what it needs.':
    '同一数据库，但用户不拥有任何对象，服务以此用户运行；留空则使用 DATABASE_URL。openhouse migrate 授予它所需的权限。',
  'transaction where a pooler such as PgBouncer stands before PostgreSQL and gives its connections to one transaction each.':
    '如果 PostgreSQL 之前有 PgBouncer 之类的连接池，并按事务分配连接，则设为 transaction。',
  'Most connections to PostgreSQL, of all workers together; each has at least 3, a process without workers 2. Half of them, rounded down, are for reads and /readyz alone.':
    '到 PostgreSQL 的最多连接数，所有工作进程合计；每个工作进程至少有 3 个，没有工作进程时至少 2 个。其中一半（向下取整）只用于读取和 /readyz。',
  'Milliseconds after which PostgreSQL ends a statement.': 'PostgreSQL 终止一条语句的毫秒数。',
  'Valkey or Redis 6 or later, to share the limits between nodes; empty keeps them in memory.':
    'Valkey，或 Redis 6 及更新版本，用于在节点之间共享限流计数；留空则保存在内存中。',
  // Tokens and links
  'Seconds an access token lives.': '访问令牌的有效秒数。',
  'Keys that seal access tokens: the first seals, all of them open. Generated outside production.':
    '封装访问令牌的密钥：第一个用于封装，全部可以打开。生产环境之外自动生成。',
  'Keys of the app-secret verifiers: the first makes them, all of them are tried; without the one that made it an app secret is refused. Generated outside production.':
    '应用密钥校验值的密钥：第一个用于生成，全部用于校验；缺少生成它的密钥，应用密钥会被拒绝。非生产环境中自动生成。',
  'Keys that sign private file links: the first signs, all of them verify. Generated outside production.':
    '签署私有文件链接的密钥：第一个用于签署，全部可以验证。生产环境之外自动生成。',
  'Seconds since signing in within which a person may reveal an app secret; later they sign in again first. 0 sets no bound.':
    '登录后可以查看应用密钥的秒数；超过后须重新登录。0 表示不限。',
  'Who operates the installation: e-mail addresses that the identity provider has verified. They have /operator in the portal.':
    '谁运维此服务：身份提供方已验证的邮箱地址。他们在门户中有 /operator。',
  'Whoever has this claim at the OpenID provider is an operator too; for IDENTITY_PROVIDER=oidc.':
    '在 OpenID 提供方拥有此声明的人也是运维人员；用于 IDENTITY_PROVIDER=oidc。',
  'Seconds since signing in within which operators act as such; later they sign in again first.':
    '登录后多少秒之内，运维人员可以以此身份操作；之后须先重新登录。',
  'Seconds without a call of the portal after which a session ends; 0 ends sessions by their age only.':
    '会话闲置（没有调用门户）多少秒后结束；0 表示只按时长结束。',
  'Seconds a private file link opens.': '私有文件链接的有效秒数。',
  // Standing and limits
  'Milliseconds between two looks for changed apps and tours.': '两次查看应用和空间变化之间的毫秒数。',
  'Seconds the gateway goes on with what it last knew of the apps while the database is away; then 503.':
    '数据库不可用时，网关凭最后所知的应用状态继续工作的秒数；之后回答 503。',
  'Requests an app may make in a minute; 0 switches the limit off.': '一个应用每分钟可以发出的请求数；0 表示不限制。',
  'Requests of the gateway an IP address may make in a minute; 0 switches the limit off.':
    '一个 IP 地址每分钟可以向网关发出的请求数；0 表示不限制。',
  'Uploads that one IP address may have arriving at once on a node; a person without one may start one beyond it.':
    '一个 IP 地址在一个节点上可同时传入的上传数；还没有上传的人可以超出它再开始一个。',
  'Calls of the portal an IP address may make in a minute, pages and their files not counted; 0 switches the limit off.':
    '一个 IP 地址每分钟可以向门户发出的调用数，不计页面及其文件；0 表示不限制。',
  'Leading bits of an IPv6 address that the limits count as one caller; 128 counts each address.':
    'IPv6 地址的前多少位在限流中算作一个调用方；128 表示逐个地址计数。',
  'Proxies in front whose entry in TRUST_PROXY_HEADER is believed; 0 takes the address of the connection.':
    '前面有几层代理在 TRUST_PROXY_HEADER 中的记录可信；0 表示采用连接本身的地址。',
  'Header in which the proxies in front write the address; either: X-Forwarded-For, and Forwarded without one. Name the one that they overwrite or append to.':
    '前面的代理写入地址的请求头；either：取 X-Forwarded-For，没有时取 Forwarded。请填写代理会覆盖或追加的那一个。',
  // Identity
  'Who signs developers in: the built-in page (development only), an internal gateway that speaks the ticket protocol, or an OpenID provider.':
    '由谁登录开发者：内置页面（仅用于开发）、使用票据协议的内部网关，或 OpenID 提供方。',
  'Source of the sign-ins: the application towards the provider.': '登录的来源：在提供方那里代表本应用。',
  'Milliseconds a call to the identity provider may take.': '调用身份提供方最多花费的毫秒数。',
  'Where the internal gateway answers; for IDENTITY_PROVIDER=ticket.':
    '内部网关的地址；用于 IDENTITY_PROVIDER=ticket。',
  'Issuer of the OpenID provider, as it names itself.': 'OpenID 提供方的 issuer，与其自称一致。',
  'Client id that the OpenID provider knows the portal by.': 'OpenID 提供方识别门户的 client id。',
  'Client secret; empty for a public client.': 'client secret；公开客户端留空。',
  'Scopes asked from the OpenID provider, space separated.': '向 OpenID 提供方请求的 scope，用空格分隔。',
  'Domain attribute of the session cookies, or host-only; empty takes the parent domain of the portal in production, host-only elsewhere.':
    '会话 Cookie 的 Domain 属性，或 host-only；留空时在生产环境取门户的上级域名，其他环境为 host-only。',
  'Keys that sign svc_account and csrf: the first signs, all of them verify. Generated outside production.':
    '签署 svc_account 和 csrf 的密钥：第一个用于签署，全部可以验证。生产环境之外自动生成。',
  "Keys that seal the identity provider's tokens: the first seals, all of them open. Generated outside production.":
    '封装身份提供方令牌的密钥：第一个用于封装，全部可以打开。生产环境之外自动生成。',
  // Apps
  'Keys that seal app secrets so that owners can reveal them: the first seals, all of them open. Portal processes only. Generated outside production.':
    '封装 app secret 以便所有者查看的密钥：第一个用于封装，全部可以打开。只给门户进程。生产环境之外自动生成。',
  'Where the upstream app service answers that makes Developer apps; empty makes them here.':
    '创建开发者应用的上游应用服务的地址；留空则在本服务中创建。',
  'Sent to the upstream app service as Authorization.': '作为 Authorization 发送给上游应用服务。',
  'XID of the default credential of the upstream app service: never shown, whatever category it comes with.':
    '上游应用服务默认凭证的 XID：无论带着什么类别，都不显示。',
  // Bot check
  'How people are told from scripts before a secret is shown: proof of work made here, or a service.':
    '显示密钥之前如何区分真人和脚本：本服务的工作量证明，或外部服务。',
  'Most hashes a browser tries for a proof of work; half of it on average.':
    '浏览器为工作量证明最多尝试的哈希次数；平均为其一半。',
  'Public key of the portal at the service of BOT_CHECK.': '门户在 BOT_CHECK 所选服务中的公钥。',
  'Secret key of the portal at the service of BOT_CHECK.': '门户在 BOT_CHECK 所选服务中的密钥。',
  "Where the service of BOT_CHECK verifies answers; empty takes the service's own address.":
    'BOT_CHECK 所选服务验证答案的地址；留空则采用该服务自己的地址。',
  "Where the script of the service of BOT_CHECK comes from; empty takes the service's own address.":
    'BOT_CHECK 所选服务的脚本地址；留空则采用该服务自己的地址。',
  // The rest
  'Chat webhook that hears of App requests, as {"text": …}; empty tells nobody. The messages hold no secret.':
    '以 {"text": …} 接收应用申请消息的聊天 webhook；留空则不通知。消息中没有密钥。',
  'Hosts of your own network that webhooks and other addresses that lead to the internet may name all the same.':
    '自己网络中的主机：webhook 等本应指向互联网的地址，可以例外地使用它们。',
  'Who reads the gateway’s requests: `strict` reads ordinary ones itself, which costs less; `node` leaves every connection to node:http.':
    '由谁读取网关的请求：`strict` 自己读取普通请求，开销较小；`node` 把每个连接都交给 node:http。',
  'Mebibytes of memory for tour payloads, of all workers together.': '用于空间数据的内存，所有工作进程合计，单位 MiB。',
  'Processes that share the ports of this machine, for more than one core; more than one need DATABASE_URL.':
    '共用本机端口的工作进程数，用于多个核心；多于一个时需要 DATABASE_URL。',
  'Load the demo tours and app at start; auto: not in production.':
    '启动时载入演示空间和演示应用；auto：生产环境不载入。',
  'Least severe log lines that are written.': '写入日志的最低级别。',
  'Seconds after SIGTERM in which connections are still taken while /readyz refuses: longer than the proxy takes to notice.':
    '收到 SIGTERM 后仍接受连接、而 /readyz 已拒绝的秒数：应长于代理察觉所需的时间。',
  'Seconds that running requests get to finish after SIGTERM and SHUTDOWN_DELAY_S.':
    '收到 SIGTERM 并经过 SHUTDOWN_DELAY_S 之后，留给进行中请求完成的秒数。',
  'Address of an OpenTelemetry collector that takes OTLP over HTTP; empty sends no traces and no metrics, and loads nothing.':
    '接受 OTLP over HTTP 的 OpenTelemetry 收集器地址；留空则不发送追踪和指标，也不加载任何东西。',
  'Whether the collector gets metrics too; the operator port shows them in any case.':
    '收集器是否也接收指标；运维端口在任何情况下都显示它们。',
  'Milliseconds between two exports of metrics.': '两次发送指标之间的毫秒数。',
  'Headers that the collector asks for, such as a key.': '收集器要求的请求头，例如密钥。',
  'Name of the service in traces and metrics.': '服务在追踪和指标中的名称。',
  "Which traces are kept: a part, all or none of those that begin here; parentbased follows a caller's own decision.":
    '保留哪些追踪：从这里开始的一部分、全部或不保留；parentbased 遵从调用方自己的决定。',
  'Part of the traces that is kept with a sampler of a ratio.': '按比例采样时保留的追踪比例。',
  'true sends nothing whatever else is set.': '为 true 时，无论其他设置如何都不发送任何数据。',
};
