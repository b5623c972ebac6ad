/** What the checks of doctor find and advise, in Chinese, by its English. */
export const doctorInChinese: Readonly<Record<string, string>> = {
  'its certificate': '它的证书',
  'portal clock': '门户时钟',
  '{} answers.': '{} 有应答。',
  '{} answers HTTP {}.': '{} 以 HTTP {} 应答。',
  'See /readyz of its operator port, and its log.': '请看它的运维端口的 /readyz 和它的日志。',
  'Exchange PORTAL_URL and BASE_URL, or the ports that the proxy in front sends the two names to.':
    '请对调 PORTAL_URL 和 BASE_URL，或对调前面的代理为这两个名称转发的端口。',
  '{} is {}, but the {} answers there.': '{} 是 {}，但在那里应答的是 {}。',
  '{} is {}, but something else answers there (HTTP {}).': '{} 是 {}，但在那里应答的是别的程序（HTTP {}）。',
  'Compare {} with the proxy in front: it sends this name elsewhere, or its back end is away.':
    '请将 {} 与前面的代理核对：它把这个名称转到了别处，或它的后端不在。',
  'Nobody answers at {}: no service runs here.': '{} 没有应答：这里没有运行服务。',
  'A proxy in front says where calls come from, but TRUST_PROXY_HOPS is 0, {}.':
    '前面的代理写明了调用的来源，但 TRUST_PROXY_HOPS 是 0，{}。',
  'so all callers share one limit, and the audit log names the proxy': '因此所有调用方共用一个限额，审计日志写的是代理',
  'Set TRUST_PROXY_HOPS to the number of your proxies that write X-Forwarded-For or Forwarded.':
    '请把 TRUST_PROXY_HOPS 设为写 X-Forwarded-For 或 Forwarded 的代理的数量。',
  'TRUST_PROXY_HOPS is {}, but calls arrive with fewer entries: whoever calls may write them.':
    'TRUST_PROXY_HOPS 是 {}，但到来的调用条目更少：调用方可以自己写入。',
  'Lower TRUST_PROXY_HOPS, let the proxy write the header, or correct TRUST_PROXY_HEADER.':
    '请调小 TRUST_PROXY_HOPS，让代理写这个请求头，或更正 TRUST_PROXY_HEADER。',
  'TRUST_PROXY_HOPS is {}, but a call of this machine arrives with more entries, {}.':
    'TRUST_PROXY_HOPS 是 {}，但本机的调用到达时条目更多，{}。',
  'Raise TRUST_PROXY_HOPS by the proxy that was not counted.': '请按漏算的代理调大 TRUST_PROXY_HOPS。',
  'None says where calls come from.': '没有代理写明调用的来源。',
  'What arrives fits TRUST_PROXY_HOPS {}.': '到来的内容与 TRUST_PROXY_HOPS {} 相符。',
  'upload size': '上传大小',
  'Nothing in front refuses a tour of {}.': '前面没有东西拒绝 {} 的空间。',
  'Let the proxy take {} for the portal; in nginx: client_max_body_size {}m.':
    '请让代理为门户接受 {}；在 nginx 中：client_max_body_size {}m。',
  'A proxy in front refuses a tour of {}, which the portal would take.': '前面的代理拒绝 {} 的空间，而门户会接受。',
  'operator port': '运维端口',
  'Let OPERATOR_HOST name an address of the inner network.': '请让 OPERATOR_HOST 指明内部网络的地址。',
  'Let the proxy forward to the portal and the gateway only.': '请让代理只转发到门户和网关。',
  'The operator port answers at {}: everybody may read its metrics.': '运维端口在 {} 应答：任何人都能读取它的指标。',
  'The public addresses do not lead to it.': '公开的地址到不了它。',
  'its port is one that HTTP clients refuse': '它的端口是 HTTP 客户端拒绝的端口',
  'Let it listen on another port.': '请让它监听另一个端口。',
  'it does not answer within {} s': '它在 {} 秒内没有应答',
  'it cannot be reached ({})': '无法连到它（{}）',
  'See whether it runs, and whether a firewall lets this machine through.':
    '请看它是否在运行，防火墙是否放行这台机器。',
  '{} is {}: {}.': '{} 是 {}：{}。',
  'files of tours': '空间的文件',
  'They cannot be reached: {}.': '无法访问它们：{}。',
  'They can be read, and none be stored: {}.': '可以读取，但无法保存：{}。',
  'Until then every upload fails.': '在此之前，每次上传都会失败。',
  'That in {} ({}) ended {} days ago.': '{} 中的（{}）已于 {} 天前结束。',
  'Renew it there, and restart the processes that read it.': '请在那里更新它，并重启读取它的进程。',
  'That {} {} ({}) ends in {} days.': '{} {}（{}）的证书将在 {} 天后结束。',
  'Renew it, and see why nothing has.': '请更新它，并查看为什么没有自动更新。',
  'Name a collector that takes OTLP over HTTP, most often on port 4318, without /v1/traces.':
    '请指明接受 OTLP over HTTP 的收集器，端口多为 4318，不含 /v1/traces。',
  '{} takes {}.': '{} 接受 {}。',
  '{} is {}, which answers HTTP {} to {}.': '{1} 是 {2}，它对 {4} 以 HTTP {3} 应答。',
  'Give it the headers that it asks for: OTEL_EXPORTER_OTLP_HEADERS.':
    '请给出它要求的请求头：OTEL_EXPORTER_OTLP_HEADERS。',
  'database connections': '数据库连接',
  'max_connections leaves {} beside those of others': '除去别人的，max_connections 只剩 {}',
  'its role may have {}': '它的角色最多可有 {}',
  'its database takes {}': '它的数据库最多接受 {}',
  'This machine may open {}, and there is room for {}.': '这台机器可以打开 {}，还容得下 {}。',
  'This machine may open {} (DATABASE_POOL_SIZE {}, WORKERS {}), but {}.':
    '这台机器可以打开 {}（DATABASE_POOL_SIZE {}，WORKERS {}），但{}。',
  'Lower DATABASE_POOL_SIZE on each machine, or raise {}.': '请在每台机器上调小 DATABASE_POOL_SIZE，或调大 {}。',
  database: '数据库',
  schema: '表结构',
  role: '角色',
  configuration: '配置',
  keys: '密钥',
  'There is no embedded store yet.': '还没有内置存储。',
  'Start the service once, or run openhouse migrate.': '请启动一次服务，或运行 openhouse migrate。',
  'It cannot be opened: {}.': '无法打开它：{}。',
  'The database is away.': '数据库不在。',
  'The service lacks rights in the database.': '服务在数据库中缺少权限。',
  'The schema is older.': '表结构较旧。',
  'Its user lacks a right.': '它的用户缺少权限。',
  'It does not answer: {}.': '它没有应答：{}。',
  'Look into its own log.': '请看它自己的日志。',
  'sealed secrets': '加密的密钥',
  'The gateway cannot read them.': '网关无法读取它们。',
  'Otherwise a gateway that is broken into has them.': '否则被攻破的网关会得到它们。',
  'Every migration is applied.': '所有迁移都已应用。',
  'It is newer ({}), and this version can live with it.': '它较新（{}），此版本可以与它共用。',
  'Run openhouse migrate with this version.': '请用此版本运行 openhouse migrate。',
  'Run openhouse migrate with the addresses of all users of the database: it grants what they lack.':
    '请用数据库所有用户的地址运行 openhouse migrate：它会授予缺少的权限。',
  '{} may become {} and connect to this database, and then read and change all of it.':
    '{} 可以变为 {} 并连接此数据库，然后读取和更改全部内容。',
  'As its owner, run "revoke connect on database {} from public", and grant connect to each user of this service who does not own it.':
    '请以它的所有者运行 "revoke connect on database {} from public"，并把 connect 授予此服务的每个非所有者用户。',
  'shared role': '共用的角色',
  'Let {} name a user that is neither a superuser nor has BYPASSRLS.':
    '请让 {} 指明一个既不是超级用户也没有 BYPASSRLS 的用户。',
  'The service works as {}, which DATABASE_SERVICE_URL names and which owns the tables.':
    '服务以 {} 工作，它由 DATABASE_SERVICE_URL 指明，并拥有各表。',
  'Exchange DATABASE_URL and DATABASE_SERVICE_URL, or name a user that owns nothing.':
    '请对调 DATABASE_URL 和 DATABASE_SERVICE_URL，或指明一个不拥有任何表的用户。',
  'owns nothing': '不拥有任何表',
  'owns the tables, whose policies bind their owner too': '拥有各表，而表的策略也约束所有者',
  'It logs in as {}, which row-level security does not bind and which it could go back to being.':
    '它以 {} 登录，行级安全不约束该用户，而它可以变回该用户。',
  'The service works as {}, which row-level security does not bind.': '服务以 {} 工作，行级安全不约束该用户。',
  'The service works as {}, which {}.': '服务以 {} 工作，该用户{}。',
  'nobody known': '未知用户',
  'row-level security': '行级安全',
  'Every table of Teams has exactly the policies of the migrations.': '团队的每张表都恰好有迁移中的策略。',
  'Run the statements named as the owner, and find out who loosened it.':
    '请以所有者运行所列的语句，并查明是谁放宽的。',
  'database settings': '数据库设置',
  'Those that the service relies on are as it needs them.': '服务所依赖的设置都符合需要。',
  'database clock': '数据库时钟',
  'It agrees with this machine to within {} s.': '它与这台机器相差不超过 {} 秒。',
  'It is {} s ahead of this machine.': '它比这台机器快 {} 秒。',
  'It is {} s behind this machine.': '它比这台机器慢 {} 秒。',
  'Let both follow a time server (chrony, systemd-timesyncd).':
    '请让两者都跟随时间服务器（chrony、systemd-timesyncd）。',
  'Correct the user or the password of DATABASE_URL.': '请更正 DATABASE_URL 的用户或密码。',
  'Let pg_hba.conf take the user of DATABASE_URL from this machine, and over TLS where it asks for that.':
    '请让 pg_hba.conf 接受 DATABASE_URL 的用户从这台机器连接，并在它要求时使用 TLS。',
  'Create it, owned by the user of DATABASE_URL, or name another one.':
    '请创建它，由 DATABASE_URL 的用户拥有，或指明另一个。',
  "Lower DATABASE_POOL_SIZE on each machine, or raise max_connections or the role's CONNECTION LIMIT.":
    '请在每台机器上调小 DATABASE_POOL_SIZE，或调大 max_connections 或角色的 CONNECTION LIMIT。',
  'Correct the host of DATABASE_URL, or add it to the DNS that this machine asks.':
    '请更正 DATABASE_URL 的主机，或把它加入这台机器使用的 DNS。',
  'Name the file of its authority: sslrootcert= in DATABASE_URL.':
    '请指明其签发机构的文件：DATABASE_URL 中的 sslrootcert=。',
  'Renew its certificate.': '请更新它的证书。',
  'Name files that this user may read: sslrootcert=, sslcert= and sslkey= in DATABASE_URL.':
    '请指明此用户可以读取的文件：DATABASE_URL 中的 sslrootcert=、sslcert= 和 sslkey=。',
  'Name the host in DATABASE_URL as its certificate does.': '请按证书中的名称写 DATABASE_URL 的主机。',
  'See whether it runs, and whether DATABASE_URL names it, its user and its password rightly.':
    '请看它是否在运行，DATABASE_URL 是否正确指明了它、用户和密码。',
  'ASSET_DELIVERY is redirect, but the bucket at {} cannot be asked for a file: {}.':
    'ASSET_DELIVERY 是 redirect，但无法向存储桶 {} 请求文件：{}。',
  'ASSET_DELIVERY is redirect, but the bucket at {} answers HTTP {} to a presigned address.':
    'ASSET_DELIVERY 是 redirect，但存储桶 {} 对签名地址以 HTTP {} 应答。',
  'ASSET_DELIVERY is redirect, but the bucket at {} lets no page read its files: it does not allow Origin: null, which is what a redirected request says.':
    'ASSET_DELIVERY 是 redirect，但存储桶 {} 不让网页读取文件：它不允许 Origin: null，而重定向的请求就是这样写的。',
  'Allow the credentials to get objects, and let whatever is in front pass signed addresses on unchanged.':
    '请允许这些凭据读取对象，并让前面的程序原样转发签名地址。',
  'Allow every origin (*) for GET in the CORS rules of the bucket, or use ASSET_DELIVERY=proxy.':
    '请在存储桶的 CORS 规则中为 GET 允许所有来源（*），或使用 ASSET_DELIVERY=proxy。',
  'Read, for {}.': '已读取，用于 {}。',
  'data directory': '数据目录',
  'This process needs none: {} is not there.': '此进程不需要数据目录：{} 不存在。',
  '{} is a file.': '{} 是文件。',
  'Name a folder in DATA_DIR.': '请在 DATA_DIR 中指明文件夹。',
  'file modes': '文件权限',
  'Nobody else may read {}.': '其他人不能读取 {}。',
  'Give it to the user that the service runs as, on a disk that may be written, or name another one in DATA_DIR.':
    '请把它交给运行服务的用户，放在可写的磁盘上，或在 DATA_DIR 中指明另一个。',
  '{} cannot be written by this user ({}).': '此用户无法写入 {}（{}）。',
  '{} is not there yet: whatever is kept first makes it.': '{} 还不存在：首次保存时会建立它。',
  '{} is not there yet, and cannot be made in {} by this user.': '{} 还不存在，而此用户无法在 {} 中建立它。',
  'Make it with mode 0700, for the user that the service runs as, or name another one in DATA_DIR.':
    '请以权限 0700 为运行服务的用户建立它，或在 DATA_DIR 中指明另一个。',
  '{} has mode {}: others on this machine can read it.': '{} 的权限为 {}：这台机器上的其他人可以读取它。',
  'the data directory': '数据目录',
  'the files of tours': '空间的文件',
  'Free some space, or move {} to a larger disk.': '请腾出空间，或把 {} 移到更大的磁盘。',
  'disk space': '磁盘空间',
  'No inode is left for another file where {} lies.': '{} 所在的磁盘没有可用的 inode。',
  '{} MiB are free where {} lies.': '{2} 所在的磁盘剩余 {1} MiB。',
  'All {} keys come from the environment.': '全部 {} 个密钥来自环境变量。',
  '{} of {} keys come from {}.': '{2} 个密钥中的 {1} 个来自 {3}。',
  'The next start generates them.': '下次启动会生成它们。',
  'Restore it from a backup: without it no app secret works.': '请从备份恢复它：没有它，所有应用密钥都无法使用。',
  'Generate them with openhouse keys generate.': '请用 openhouse keys generate 生成它们。',
  'The first start generates them.': '首次启动会生成它们。',
  'There are no keys yet: {}.': '还没有密钥：{}。',
  'A proxy in front keeps the answers of the gateway, and gives one caller those of another.':
    '前面的代理缓存了网关的应答，并把一个调用方的应答给了另一个。',
  'Let it cache nothing of the gateway: answers are no-store.': '请不要让它缓存网关的任何内容：应答是 no-store。',
  'A proxy in front takes the Authorization header away: every read is refused.':
    '前面的代理去掉了 Authorization 请求头：每次读取都会被拒绝。',
  'Let it pass that header on, as it came.': '请让它原样转发该请求头。',
  'A proxy in front decodes or normalises paths, which the gateway matches byte for byte.':
    '前面的代理解码或规范化了路径，而网关逐字节匹配路径。',
  'Let it pass paths on as they came; in nginx: proxy_pass without a path, not even /.':
    '请让它原样转发路径；在 nginx 中：proxy_pass 不写路径，连 / 也不写。',
  'What is in front passes tokens, paths and answers on as they are.': '前面的程序原样转发令牌、路径和应答。',
  'audit heads': '审计链头',
  'AUDIT_HEADS_TO is empty: none are kept outside the database.': 'AUDIT_HEADS_TO 是空的：数据库之外没有保存链头。',
  '{} is not there yet: the first sending makes it.': '{} 还不存在：首次发送时会建立它。',
  '{} cannot be made in {}.': '无法在 {2} 中建立 {1}。',
  'Make that folder, and let the user of the service write in it.': '请建立该文件夹，并让服务的用户可以写入。',
  '{} cannot be appended to ({}).': '无法追加到 {}（{}）。',
  'Let the user of the service write it.': '请让服务的用户可以写入它。',
  'What was kept in {} in the last week agrees with the audit logs.': '最近一周保存在 {} 中的内容与审计日志一致。',
  'The audit logs are not those that were kept in {}: {}.': '审计日志与保存在 {} 中的不同：{}。',
  'After a restore or a failover to a copy that lagged, what was done in these entries is gone: openhouse audit verify --heads names each log. Otherwise somebody rewrote them.':
    '在恢复或切换到落后的副本之后，这些条目所做的事已丢失：openhouse audit verify --heads 会列出每个日志。否则就是有人改写了它们。',
  'keys of the processes': '各进程的密钥',
  'Give every process the same rings, and restart those that have others.':
    '请给每个进程相同的密钥环，并重启密钥环不同的进程。',
  'Give every process the same rings, and restart those that lack a key.':
    '请给每个进程相同的密钥环，并重启缺少密钥的进程。',
  'Every process that runs has the keys of this configuration.': '运行中的每个进程都有此配置的密钥。',
  'shared limits': '共享限额',
  'Every process that runs counts where this configuration does.': '运行中的每个进程都在此配置所指的地方计数。',
  '{} counts elsewhere, so that callers may exceed the limits.': '{} 在别处计数，因此调用方可能超过限额。',
  'Give all processes the same REDIS_URL, and restart those that had another.':
    '请给所有进程相同的 REDIS_URL，并重启使用其他地址的进程。',
  'file descriptors': '文件描述符',
  'A process may open {}: each connection of a caller takes one.': '一个进程可以打开 {} 个：调用方的每个连接占一个。',
  'A process may open {}.': '一个进程可以打开 {} 个。',
  'Give the service at least {}, better 65536: LimitNOFILE in systemd, --ulimit nofile of a container.':
    '请给服务至少 {} 个，最好 65536 个：systemd 的 LimitNOFILE，容器的 --ulimit nofile。',
  'Lower FRAME_CACHE_MB, or give it more memory.': '请调小 FRAME_CACHE_MB，或给它更多内存。',
  'mail server': '邮件服务器',
  'Mails wait until then.': '邮件会等到那时。',
  'None is configured: warnings are shown in the portal alone.': '没有配置：提醒只在门户中显示。',
  'It answers, and takes what SMTP_URL says.': '它有应答，并接受 SMTP_URL 所写的内容。',
  'SMTP_URL: it does not begin with TLS, as smtps: says. {}': 'SMTP_URL：它不像 smtps: 所写的那样以 TLS 开始。{}',
  'Write smtp: in SMTP_URL, which goes over to TLS where the server offers it.':
    '请在 SMTP_URL 中写 smtp:，服务器提供 TLS 时会转用 TLS。',
  'SMTP_URL: its certificate is not one that this machine takes for that name. {}':
    'SMTP_URL：对这个名称，这台机器不接受它的证书。{}',
  'Name the host as its certificate does, and the file of an authority of your own in NODE_EXTRA_CA_CERTS.':
    '请按证书中的名称写主机，并在 NODE_EXTRA_CA_CERTS 中指明你自己的签发机构的文件。',
  'SMTP_URL: it refuses user or password. {}': 'SMTP_URL：它拒绝用户或密码。{}',
  'Correct them in SMTP_URL.': '请在 SMTP_URL 中更正。',
  'SMTP_URL: TLS could not be agreed on, and a password goes to no server without. {}':
    'SMTP_URL：无法协商 TLS，而没有 TLS 时不会向任何服务器发送密码。{}',
  'Write smtps: for a server with TLS from the first byte, or switch STARTTLS on there.':
    '服务器从第一个字节起使用 TLS 时请写 smtps:，或在服务器上开启 STARTTLS。',
  'SMTP_URL: its host has no address. {}': 'SMTP_URL：它的主机没有地址。{}',
  'Correct the host in SMTP_URL.': '请更正 SMTP_URL 中的主机。',
  'SMTP_URL: it does not answer in time. {}': 'SMTP_URL：它没有及时应答。{}',
  'Compare host and port, and the firewall in between; smtps: is for TLS from the first byte.':
    '请核对主机、端口和中间的防火墙；smtps: 用于从第一个字节起的 TLS。',
  'SMTP_URL: it cannot be spoken to ({}). {}': 'SMTP_URL：无法与它通信（{}）。{}',
  'Compare host and port, and see whether the server is up.': '请核对主机和端口，并看服务器是否在运行。',
  'Nothing is served at {}.': '{} 没有提供任何内容。',
  '{} redirects: a client that is redirected has already sent its secret unencrypted, and nobody notices.':
    '{} 会重定向：被重定向的客户端已经未加密地发送了密钥，而没有人察觉。',
  'Let the proxy refuse plain HTTP for this name, or not listen for it; in nginx: return 403.':
    '请让代理拒绝这个名称的明文 HTTP，或不监听它；在 nginx 中：return 403。',
  'The gateway answers at {} too: secrets and tokens that are sent there go unencrypted.':
    '网关在 {} 也有应答：发往那里的密钥和令牌没有加密。',
  'Let the proxy refuse plain HTTP for this name; in nginx: return 403.':
    '请让代理拒绝这个名称的明文 HTTP；在 nginx 中：return 403。',
  '{} is refused.': '{} 被拒绝。',
  'identity provider': '身份提供方',
  'The built-in sign-in page, for development.': '内置的登录页，用于开发。',
  '{} does not describe itself as an OpenID provider of that name: it calls itself {}.':
    '{} 没有以该名称自称 OpenID 提供方：它自称 {}。',
  '{} does not describe itself as an OpenID provider of that name.': '{} 没有以该名称自称 OpenID 提供方。',
  'Compare OIDC_ISSUER with what the provider calls itself.': '请将 OIDC_ISSUER 与提供方的自称核对。',
  '{} describes itself without an address as {}.': '{} 的自述中没有 {} 的地址。',
  'Correct its description at the provider: nobody can sign in until then.':
    '请在提供方更正其自述：在此之前没有人能登录。',
  '{} describes itself.': '{} 有自述。',
  'identity provider clock': '身份提供方时钟',
  'Let both follow a time server (chrony, systemd-timesyncd): nobody can sign in until then.':
    '请让两者都跟随时间服务器（chrony、systemd-timesyncd）：在此之前没有人能登录。',
  "The clocks differ by {} s: the identity provider's and this machine's.": '身份提供方的时钟与这台机器的相差 {} 秒。',
  'Copy both from the client that the provider has registered; nobody can sign in until then.':
    '请从提供方登记的客户端复制两者；在此之前没有人能登录。',
  'identity provider client': '身份提供方客户端',
  'The provider does not take {} as a callback of this client.': '提供方不接受 {} 作为此客户端的回调。',
  'The provider does not take {}.': '提供方不接受 {}。',
  'The provider knows the client.': '提供方认识此客户端。',
  'identity provider callback': '身份提供方回调',
  'The provider takes {} as a callback of the client.': '提供方接受 {} 作为客户端的回调。',
  'Register {} as a redirect address of the client; it follows from PORTAL_URL.':
    '请把 {} 登记为客户端的重定向地址；它由 PORTAL_URL 得出。',
  'app service': '应用服务',
  'None is configured: apps are made here.': '没有配置：应用在这里创建。',
  'bot check': '人机验证',
  'A proof of work made here; no service is asked.': '在这里生成的工作量证明；不询问任何服务。',
  '{} does not take BOT_CHECK_SECRET, so nobody can be shown a secret.':
    '{} 不接受 BOT_CHECK_SECRET，因此无法向任何人显示密钥。',
  'Copy the secret key of the site that BOT_CHECK_SITE_KEY names.': '请复制 BOT_CHECK_SITE_KEY 所指站点的密钥。',
  'addresses outside': '外部地址',
  'Until then each node counts alone.': '在此之前，每个节点各自计数。',
  'None is configured: limits are counted in memory, by each node alone.':
    '没有配置：限额在内存中计数，每个节点各自计数。',
  'It has version {}.': '它的版本是 {}。',
  'Upgrade it to Valkey, or Redis {} or later.': '请升级到 Valkey，或 Redis {} 或更高版本。',
  'It follows {}: a replica counts nothing. {}': '它跟随 {}：副本不计数。{}',
  'Let REDIS_URL name the primary, or a name that follows it.': '请让 REDIS_URL 指明主节点，或跟随主节点的名称。',
  'It is a node of a cluster: it counts the callers of its own slots, and each node of the service the others alone.':
    '它是集群的节点：它只为自己的槽计数，其余由服务的每个节点各自计数。',
  'Let REDIS_URL name a server without cluster mode.': '请让 REDIS_URL 指明没有集群模式的服务器。',
  'Its memory is full (maxmemory {}, policy noeviction). {}': '它的内存已满（maxmemory {}，策略 noeviction）。{}',
  'Raise maxmemory, or give the limits a server of their own.': '请调大 maxmemory，或给限额单独的服务器。',
  'It answers, version {}.': '它有应答，版本 {}。',
  'Correct user and password in REDIS_URL.': '请更正 REDIS_URL 中的用户和密码。',
  'Write it into REDIS_URL: redis://:password@host:port.': '请写入 REDIS_URL：redis://:password@host:port。',
  'Allow its user every key that begins with openhouse:.': '请允许它的用户使用以 openhouse: 开头的所有键。',
  'Write one that it has after the host in REDIS_URL, or leave the number out.':
    '请在 REDIS_URL 的主机后写它有的数据库编号，或不写编号。',
  'Wait until it has.': '请等它完成。',
  'REDIS_URL names something that is no Redis, or one that speaks TLS otherwise. {}':
    'REDIS_URL 指明的不是 Redis，或它使用 TLS 的方式不同。{}',
  'Compare host and port, and write rediss: for a server with TLS.':
    '请核对主机和端口，使用 TLS 的服务器请写 rediss:。',
  'It cannot be asked: {}. Until it can, the database is asked for everything.':
    '无法询问它：{}。在此之前，一切都询问数据库。',
  'See whether it runs and takes the user of DATABASE_READ_URL, or leave that empty.':
    '请看它是否在运行并接受 DATABASE_READ_URL 的用户，或让该变量留空。',
  'It is not read: {}.': '不从它读取：{}。',
  'Name a streaming replica of the database in DATABASE_READ_URL, or leave that empty.':
    '请在 DATABASE_READ_URL 中指明数据库的流复制副本，或让它留空。',
  'It follows the database and has its newest change of tours.': '它跟随数据库，并有空间的最新更改。',
  'It is {} changes of tours behind, and not read until it has them.': '它落后 {} 次空间更改，赶上之前不从它读取。',
  'See in its log and in pg_stat_replication of the database why it is behind.':
    '请在它的日志和数据库的 pg_stat_replication 中查看它为什么落后。',
  'APP_SECRET_PEPPER is the one that app secrets were made with.': 'APP_SECRET_PEPPER 就是生成应用密钥时所用的。',
  'APP_SECRET_PEPPER is not the one that app secrets were made with: every app secret is refused.':
    'APP_SECRET_PEPPER 不是生成应用密钥时所用的：所有应用密钥都会被拒绝。',
  'Set the former one again, from the backup of your keys; or rotate the secret of every app.':
    '请从密钥的备份恢复原来的；或轮换每个应用的密钥。',
  '{} opens {} of the newest {}.': '{1} 能解开最新 {3} 个中的 {2} 个。',
  '{} opens them.': '{} 能解开它们。',
  'Add the key that sealed them behind the others in {}, from the backup of your keys.':
    '请从密钥的备份取加密它们的密钥，加在 {} 中其他密钥之后。',
  'It runs on this machine, and is ready.': '它在这台机器上运行，并已就绪。',
  'It runs, and cannot serve: {}.': '它在运行，但无法提供服务：{}。',
  'See the findings below, and its log.': '请看下面的结果和它的日志。',
  'It says: {}.': '它说：{}。',
  'See its log.': '请看它的日志。',
  'Otherwise the service cannot start.': '否则服务无法启动。',
  'No service runs on this machine, and its ports are free.': '这台机器上没有运行服务，端口空闲。',
  'synchronous replication': '同步复制',
  "Changes wait for a standby that does not confirm them, until they are 503: synchronous_standby_names is '{}'.":
    "更改在等待没有确认的备库，直到返回 503：synchronous_standby_names 是 '{}'。",
  'Start the standby, or take it out of synchronous_standby_names (alter system, then pg_reload_conf).':
    '请启动备库，或把它从 synchronous_standby_names 中去掉（alter system，然后 pg_reload_conf）。',
  // Names of checks, and words of sentences.
  login: '登录',
  memory: '内存',
  pepper: '加盐密钥',
  ports: '端口',
  rights: '权限',
  service: '服务',
  gateway: '网关',
  proxies: '代理',
  certificate: '证书',
  collector: '收集器',
  'plain HTTP': '明文 HTTP',
  replica: '副本',
  'ahead of': '快于',
  "the role's CONNECTION LIMIT": '角色的 CONNECTION LIMIT',
  "the database's CONNECTION LIMIT": '数据库的 CONNECTION LIMIT',
  '{} cannot be written ({})': '无法写入 {}（{}）',
  'sealed app secrets': '封存的应用密钥',
  'sealed sessions': '封存的登录会话',
  '{}, version {}': '{}，版本 {}',
  'the embedded store': '内置存储',
  'the embedded store, lent by the running service': '内置存储，由运行中的服务出借',
  '{} lacks {}.': '{} 缺少 {}。',
  'a file of the address': '地址中的一个文件',
  'This machine gives {} MiB and {} processor cores; FRAME_CACHE_MB {} and WORKERS {} take about {} MiB.':
    '这台机器有 {} MiB 内存和 {} 个处理器核；FRAME_CACHE_MB {} 和 WORKERS {} 约占 {} MiB。',
  'it refuses the password': '它拒绝该密码',
  'it asks for a password': '它要求密码',
  'it refuses what the service asks': '它拒绝服务的请求',
  'it has no database of that number': '它没有该编号的数据库',
  'it is still reading its data': '它仍在读取数据',
  'nobody listens there': '那里没有监听',
  'Start it, or name its port.': '请启动它，或写出它的端口。',
};
