/** What commands say when they refuse or fail, in Chinese, by its English. `{}` stands for what is filled in, `{2}` for the second of it. */
export const failuresInChinese: Readonly<Record<string, string>> = {
  'The portal at {} does not answer: {}': '门户 {} 没有应答：{}',
  'Nobody is signed in to {}. Run openhouse login --portal {}.': '没有登录 {}。请运行 openhouse login --portal {}。',
  'Nobody is signed in to {}. Run openhouse login --portal {} first.':
    '没有登录 {}。请先运行 openhouse login --portal {}。',
  '{}: the session has ended. Run {}.': '{}：会话已结束。请运行 {}。',
  'No target. Sign in with openhouse login --portal <url>, or name a store with DATABASE_URL or DATA_DIR.':
    '没有目标。请用 openhouse login --portal <url> 登录，或用 DATABASE_URL 或 DATA_DIR 指明存储。',
  'Name the portal: openhouse login --portal https://portal.example.com':
    '请指明门户：openhouse login --portal https://portal.example.com',
  'The address of a portal is https://host, or http://localhost:port on this machine, without a path, a password or a query.':
    '门户的地址写作 https://host，在这台机器上写作 http://localhost:port，不含路径、密码和查询。',
  '--portal and --profile act at a portal; --store, --as and --data-dir on the store. Use only one of them.':
    '--portal 和 --profile 对门户操作；--store、--as 和 --data-dir 对存储操作。只能使用其中之一。',
  'The profile {} is at {}, not at {}. Name only one of them.': '配置 {} 属于 {}，而不是 {}。只指明其中之一。',
  '{} takes a whole number from {} to {}.': '{} 需要 {} 到 {} 的整数。',
  '--{} takes a whole number from {} to {}, or {}.': '--{} 需要 {} 到 {} 的整数，或 {}。',
  '{} takes Unix seconds, a day or a time with its zone, as in 2026-11-25T00:00:00Z; this is {}.':
    '{} 需要 Unix 秒、日期或带时区的时间，例如 2026-11-25T00:00:00Z；这里是 {}。',
  'App key and app secret look swapped: the key begins with ohk_, the secret with ohs_.':
    'AK 和应用密钥像是写反了：AK 以 ohk_ 开头，应用密钥以 ohs_ 开头。',
  'OPENHOUSE_APP_SECRET is not set, or empty. Export the secret of this app key.':
    'OPENHOUSE_APP_SECRET 没有设置，或是空的。请导出此 AK 的密钥。',
  'No app configured. Run openhouse init here, set OPENHOUSE_APP_KEY and OPENHOUSE_APP_SECRET, or run this in the directory in which openhouse serve was started: it has the demo app in .openhouse.':
    '没有配置应用。请在这里运行 openhouse init，设置 OPENHOUSE_APP_KEY 和 OPENHOUSE_APP_SECRET，或在启动 openhouse serve 的目录中运行：演示应用在它的 .openhouse 中。',
  'The base URL takes the address of the gateway, as in https://gateway.example.com, without password or query.':
    '基础地址写网关的地址，例如 https://gateway.example.com，不含密码和查询。',
  '{} cannot be read: {}. Mend that, or set OPENHOUSE_APP_KEY and OPENHOUSE_APP_SECRET.':
    '无法读取 {}：{}。请修复，或设置 OPENHOUSE_APP_KEY 和 OPENHOUSE_APP_SECRET。',
  'The certificate of {}, or of the proxy before it, is not trusted here ({}). If it comes from an authority of your own, name its certificate in OPENHOUSE_CA_FILE.':
    '这里不信任 {} 或其前面代理的证书（{}）。如果它由你自己的机构签发，请在 OPENHOUSE_CA_FILE 中指明该机构的证书。',
  'Nobody has the e-mail address or code {}.': '没有人的邮箱地址或代码是 {}。',
  'Nobody in the Team has the e-mail address or code {}.': '团队中没有人的邮箱地址或代码是 {}。',
  'You are in no Team. Run openhouse teams create NAME.': '你不在任何团队中。请运行 openhouse teams create NAME。',
  'You are in no Team yet. Name the Team to create with --new-team.':
    '你还不在任何团队中。请用 --new-team 指明要新建的团队。',
  'No Team is active. Name one with --team: {}.': '没有当前的团队。请用 --team 指明：{}。',
  'There is no Team yet. Start the service once; it makes the first.': '还没有团队。请启动一次服务，它会创建第一个。',
  'No Team has the code or name {}. {}': '没有代码或名称为 {} 的团队。{}',
  'More than one app is called {}. Use the app key.': '有多个应用叫 {}。请使用 AK。',
  'The Team has no app {}. {}': '团队没有应用 {}。{}',
  'Team {} has no tour {}.': '团队 {} 没有空间 {}。',
  '{} takes the address of a proxy, as in http://proxy.example:3128.':
    '{} 需要代理的地址，例如 http://proxy.example:3128。',
  '{} takes a file of certificates in PEM; {} is none, or cannot be read.':
    '{} 需要 PEM 格式的证书文件；{} 不是，或无法读取。',
  'There is no embedded store: {} is not there. Name the data directory of the service in DATA_DIR or --data-dir, or its PostgreSQL in DATABASE_URL. A new store begins with openhouse serve or migrate.':
    '没有内置存储：{} 不存在。请用 DATA_DIR 或 --data-dir 指明服务的数据目录，或用 DATABASE_URL 指明它的 PostgreSQL。新的存储由 openhouse serve 或 migrate 建立。',
  'The database of DATABASE_URL holds no store of this service. If you mean a portal, name it: --profile or --portal. A new store begins with openhouse serve or migrate.':
    'DATABASE_URL 的数据库中没有此服务的存储。如果指的是门户，请用 --profile 或 --portal 指明。新的存储由 openhouse serve 或 migrate 建立。',
  'See {}': '请见 {}',
  '--format takes jsonl or csv.': '--format 需要 jsonl 或 csv。',
  '{} is not a supported shell. Choose one of {}.': '不支持 {}。请从 {} 中选择。',
  '--all is every tour. Leave it out to export those that you name.':
    '--all 表示每个空间。要导出你指明的空间，请不要写它。',
  'Name the resource codes of the tours, or every tour with --all.': '请写出空间的资源编码，或用 --all 表示每个空间。',
  'There is nothing to send. Write the message after the command.': '没有可发送的内容。请把消息写在命令之后。',
  '{} is not name=value, as in resource_code=demo-loft. Write it in one word.':
    '{} 不是 name=value 的形式，例如 resource_code=demo-loft。请写成一个词。',
  'No answer: the input has ended. Run it again and answer, or give the answer in the command; --help says how.':
    '没有回答：输入已结束。请重新运行并回答，或在命令中直接给出答案；用法见 --help。',
  '{} already exists. Keep it, or replace it with --force.': '{} 已存在。请保留它，或用 --force 替换。',
  'openhouse init writes a secret, which a command at the store is not shown. Name the portal with --portal, and sign in.':
    'openhouse init 会写出密钥，而对存储操作的命令看不到密钥。请用 --portal 指明门户并登录。',
  'This machine is not signed in to that portal. See openhouse profiles.':
    '这台机器没有登录该门户。请查看 openhouse profiles。',
  'That is no credential of a Team: those begin with ohm_.': '这不是团队的凭据：凭据以 ohm_ 开头。',
  'Name the tours by resource code, or a file of them with --from-file.':
    '请用资源编码指明空间，或用 --from-file 指明列出空间的文件。',
  '{} is not a tour. Write CODE or CODE:NODE.': '{} 不是空间。请写作 CODE 或 CODE:NODE。',
  'A store measures nothing: name a running portal with --portal, or sign in with openhouse login.':
    '存储不做测量：请用 --portal 指明正在运行的门户，或用 openhouse login 登录。',
  '--last takes {}.': '--last 需要 {}。',
  '{} is no request_id: letters, digits and hyphens. Copy it whole.':
    '{} 不是 request_id：它由字母、数字和连字符组成。请完整复制。',
  '{} is there already: remove it, or name another place with --out.': '{} 已存在：请移除它，或用 --out 指明别处。',
  '--code {}: a resource code has 1 to 64 letters, digits, "_" and "-".':
    '--code {}：资源编码由 1 到 64 个字母、数字、“_” 和 “-” 组成。',
  'The app was not ready within {} s. It is still being created: check with openhouse apps.':
    '应用在 {} 秒内没有就绪。它仍在创建：请用 openhouse apps 查看。',
  '{} cannot be the name of a profile. Use 1 to 64 letters, digits, dots, colons, hyphens or underscores.':
    '{} 不能作为配置的名称。请使用 1 到 64 个字母、数字、点、冒号、连字符或下划线。',
  'There is no profile {}. Profiles: {}. Make one with openhouse login --portal <url> --profile <name>.':
    '没有配置 {}。现有配置：{}。用 openhouse login --portal <url> --profile <name> 新建。',
  '--as needs --reason: the audit of the Team shows that the operator acted for the person, and why.':
    '--as 需要 --reason：团队的审计日志会显示运维人员代替此人操作，以及原因。',
  'The app has no live secret. Rotate it.': '应用没有有效的密钥。请轮换。',
  'This portal checks with {}, which needs a browser. Reveal the secret on the page of the app.':
    '此门户用 {} 进行人机验证，需要浏览器。请在应用的页面上显示密钥。',
  'The session ended at once. Sign in again.': '会话立即结束了。请重新登录。',
  '{} did not name the page to open. Is it a portal?': '{} 没有给出要打开的页面。它是门户吗？',
  'Nobody confirmed the sign-in in time. Run openhouse login again.':
    '没有人及时确认登录。请再次运行 openhouse login。',
  'OPENHOUSE_CREDENTIAL takes a credential of a Team, which begins with ohm_. openhouse credentials create makes one.':
    'OPENHOUSE_CREDENTIAL 需要团队的凭据，以 ohm_ 开头。用 openhouse credentials create 创建。',
  '{} holds no bundle, .zip or .json.': '{} 中没有数据包、.zip 或 .json。',
  'No such file or directory: {}': '没有这个文件或目录：{}',
  '{} is neither a file nor a directory.': '{} 既不是文件也不是目录。',
  '{} is neither a .zip nor a .json file.': '{} 既不是 .zip 也不是 .json 文件。',
  '{} cannot be read: {}. Mend that and run it again: what has arrived stays.':
    '无法读取 {}：{}。请修复后再运行一次：已到达的会保留。',
  '{} cannot be read: {}.': '无法读取 {}：{}。',
  '{} has more than {} files.': '{} 的文件超过 {} 个。',
  '{} has {}; the portal takes {} from your Team. openhouse import on the store has no such limit.':
    '{} 有 {}；门户从你的团队接受 {}。对存储操作的 openhouse import 没有这个限制。',
  'Say --read-only or --may-activate, not both.': '请写 --read-only 或 --may-activate，不要都写。',
  'Say --retire-leaked or --keep-leaked, not both.': '请写 --retire-leaked 或 --keep-leaked，不要都写。',
  'Say --on or --off, not both.': '请写 --on 或 --off，不要都写。',
  'Say --stop or --start, not both.': '请写 --stop 或 --start，不要都写。',
  'Say on or off.': '请写 on 或 off。',
  '{} is no colour. It is one of {}, or none.': '{} 不是颜色。可以是 {} 之一，或 none。',
  'Nothing was done. Repeat the name of the app with --confirm {}.':
    '什么都没有做。请用 --confirm {} 再写一次应用的名称。',
  'Nothing was done. Repeat the name of the Team with --confirm {}.':
    '什么都没有做。请用 --confirm {} 再写一次团队的名称。',
  'Nothing was removed. Repeat the resource code with --confirm: it cannot be undone.':
    '什么都没有移除。请用 --confirm 再写一次资源编码：移除无法撤销。',
  'Name the store that the files go to with --to: s3://bucket/prefix or file:///folder.':
    '请用 --to 指明文件去往的存储：s3://bucket/prefix 或 file:///folder。',
  'The files lie in {} already. Name another store with --to.': '文件已在 {} 中。请用 --to 指明另一个存储。',
  'Name the credential with --name, as in --name ci.': '请用 --name 给凭据起名，例如 --name ci。',
  '--scope takes one or several of {}, separated by commas.': '--scope 需要 {} 中的一个或几个，用逗号分隔。',
  'A key has a number from 1 to 255, not {}.': '密钥的编号从 1 到 255，而不是 {}。',
  'Say why with --reason: the people it concerns are shown it, and the audit keeps it.':
    '请用 --reason 说明原因：相关的人会看到它，审计日志会保存它。',
  'Give either a text or --end.': '请给出文字，或写 --end。',
  'A deletion cannot be undone. Say --yes if it is meant.': '删除无法撤销。确实要这样做时请写 --yes。',
  'Its apps stop at once. Say --yes if it is meant.': '它的应用会立即停止。确实要这样做时请写 --yes。',
  'No link given. Pass it on standard input.': '没有给出链接。请从标准输入传入。',
  '--to-role takes member or viewer.': '--to-role 需要 member 或 viewer。',
  'You cannot transfer a Team to yourself.': '不能把团队转让给自己。',
  '{} is not a role. It is one of {}.': '{} 不是角色。可以是 {} 之一。',
  'A warning is named by its id, as warnings list shows it.': '提醒用编号指明，见 warnings list。',
  'A webhook or delivery is named by its id, as webhooks list and webhooks deliveries show it.':
    'Webhook 和投递用编号指明，见 webhooks list 和 webhooks deliveries。',
  'A state is one of {}.': '状态是 {} 之一。',
  'Say where events go with --forward-to, as in --forward-to http://localhost:8080/hook.':
    '请用 --forward-to 指明事件的去向，例如 --forward-to http://localhost:8080/hook。',
  '{} is no address that events can be sent to. Write it whole and without a name or password, as in http://localhost:8080/hook.':
    '{} 不是可以发送事件的地址。请写完整，不含用户名和密码，例如 http://localhost:8080/hook。',
  '{} cannot be written: {} ({}).': '无法写入 {}：{}（{}）。',
  // Other parts that answer, and no answer.
  gateway: '网关',
  portal: '门户',
  ' with a page in HTML': '（HTML 页面）',
  ' from {}': '（来自 {}）',
  ' to {}': '到 {}',
  '{} answered HTTP {}{}{}, and not as a {}.': '{} 以 HTTP {} 应答{}{}，不像{}的应答。',
  '{} redirects{} (HTTP {}), which credentials do not follow. Give the address of the {} itself.':
    '{} 重定向{}（HTTP {}），凭据不会跟随。请写{}自己的地址。',
  '{} A proxy before it takes nothing of this size: its operator can raise that.':
    '{}它前面的代理不接受这么大的内容：代理的运维人员可以调大。',
  '{} A proxy is there, the {} behind it is not, or has a fault: try again later.':
    '{}代理有应答，它后面的{}没有，或出了故障：请稍后再试。',
  '{} Is this its address, and does the network want you to sign in first?': '{}地址对吗？网络是否要求先登录？',
  'The gateway at {} {}': '网关 {} {}',
  'sent nothing for {} s.': '{} 秒内没有发送任何内容。',
  'did not finish its answer in {} s.': '没有在 {} 秒内完成应答。',
  'an answer is longer than {} bytes': '应答超过 {} 字节',
  'The gateway at {} sent more than {} bytes, and no end.': '网关 {} 发送了超过 {} 字节，仍未结束。',
  'broke off its answer.': '中断了应答。',
  'does not answer: {}': '没有应答：{}',
  'the proxy that HTTP_PROXY or HTTPS_PROXY names': 'HTTP_PROXY 或 HTTPS_PROXY 指明的代理',
  '{} port {}': '{} 端口 {}',
  there: '那里',
  'at {}': '{} ',
  'to {}': '{} ',
  ', {}': '（{}）',
  '{} answered HTTP {}. Does it want a user name and password before its host, or not lead there?':
    '{}以 HTTP {} 应答。它是否要求在主机前写用户名和密码，或到不了那里？',
  'no client of HTTP calls port {}. Let it listen at another one.':
    'HTTP 客户端都不调用端口 {}。请让它监听另一个端口。',
  'nothing listens {}{}. Is the address right, and is it running?': '{}没有监听{}。地址对吗？它在运行吗？',
  'nobody knows the name {} of {}. Is it spelt right?': '找不到{2}的主机名 {1}。拼写对吗？',
  'nobody knows the name {} here. Is it spelt right, or does a proxy know it (HTTPS_PROXY)?':
    '这里找不到主机名 {}。拼写对吗？或者代理知道它（HTTPS_PROXY）？',
  'of the host': '（未给出）',
  'the name {} cannot be looked up now. Is there a network?': '现在无法查询主机名 {}。有网络吗？',
  'no connection in time. Is there a network, and does a firewall let it through?':
    '没有及时连上。有网络吗？防火墙放行吗？',
  'no way leads {}. Is there a network?': '没有通往{}的路径。有网络吗？',
  'it speaks no TLS at this port. Write http:// if it is on this machine, else name the port of the proxy before it.':
    '它在这个端口不使用 TLS。如果它在这台机器上，请写 http://；否则请写它前面的代理的端口。',
  'it closed the connection. If it was being restarted, try again; else, is it the right port, and http:// or https:// as it takes?':
    '它关闭了连接。如果它正在重启，请再试；否则，端口对吗？http:// 或 https:// 写对了吗？',
  '{}. Is the address right, and is it running?': '{}。地址对吗？它在运行吗？',
  'there is no connection': '没有连接',
  'it sent nothing for {} s. Try again.': '它在 {} 秒内没有发送任何内容。请再试。',
  'it sent no whole answer in {} s. Try again.': '它在 {} 秒内没有发完应答。请再试。',
  ' Is the base URL the address of the gateway alone?': ' 基础地址只写了网关的地址吗？',
  '{} (HTTP {}): {}{} [request_id {}]': '{}（HTTP {}）：{}{} [request_id {}]',
  '{} (HTTP {}): {} [request_id {}]': '{}（HTTP {}）：{} [request_id {}]',
  '{}: {}{}{}': '{}：{}{}{}',
  ' Try again in {} s.': ' 请在 {} 秒后再试。',
  '{}: nobody is signed in, or the session has ended. Run {}.': '{}：没有登录，或会话已结束。请运行 {}。',
  '{}: no Team is active. Name one with --team; openhouse teams lists them, and openhouse teams create NAME makes one.':
    '{}：没有当前的团队。请用 --team 指明；openhouse teams 列出团队，openhouse teams create NAME 新建团队。',
  'The portal sent a bot check without an answer. Try again.': '门户发来的人机验证没有答案。请再试。',
  // Files and disks.
  'the disk is full': '磁盘已满',
  'the quota of the disk is used up': '磁盘配额已用完',
  'the file is larger than is allowed': '文件超过允许的大小',
  'the disk is read-only': '磁盘是只读的',
  'that is not allowed there': '那里不允许这样做',
  'the disk has failed': '磁盘出了故障',
  'the name is too long there': '名称在那里过长',
  'a part of the path is missing': '路径的一部分不存在',
  'a part of the path is a file': '路径的一部分是文件',
  'a file is in its place': '那里已有一个文件',
  'a folder is in its place': '那里已有一个文件夹',
  'this process may open no more files: see ulimit -n': '此进程不能再打开文件：请看 ulimit -n',
  'this machine may open no more files': '这台机器不能再打开文件',
  'its links lead in a circle': '它的链接绕成一圈',
  'the name has characters that are not taken there': '名称中有那里不接受的字符',
  'there is no such file': '没有这个文件',
  'it is a folder': '它是文件夹',
  '{} ({})': '{}（{}）',
  'A file cannot be written: {} ({}).': '无法写入文件：{}（{}）。',
  '{} cannot be used: {} ({}).': '无法使用 {}：{}（{}）。',
  '{} cannot be read. Restart the service to write it again.': '无法读取 {}。请重启服务，让它重新写出。',
  '{} cannot be read: {}. Mend that, or set OPENHOUSE_BASE_URL, OPENHOUSE_APP_KEY and OPENHOUSE_APP_SECRET.':
    '无法读取 {}：{}。请修复，或设置 OPENHOUSE_BASE_URL、OPENHOUSE_APP_KEY 和 OPENHOUSE_APP_SECRET。',
  '{} cannot be read: {}. Mend that, or name another folder in OPENHOUSE_CONFIG_DIR.':
    '无法读取 {}：{}。请修复，或在 OPENHOUSE_CONFIG_DIR 中指明另一个文件夹。',
  '{} cannot be read. Remove it and run openhouse login again.': '无法读取 {}。请移除它，再次运行 openhouse login。',
  'A session cannot be kept: this person has no home directory, or HOME is empty. Set HOME, or name a folder in OPENHOUSE_CONFIG_DIR.':
    '无法保存会话：此用户没有主目录，或 HOME 为空。请设置 HOME，或在 OPENHOUSE_CONFIG_DIR 中指明文件夹。',
  '{} Name a folder in OPENHOUSE_CONFIG_DIR.': '{}请在 OPENHOUSE_CONFIG_DIR 中指明文件夹。',
  '{} The import itself has been done.': '{}导入本身已完成。',
  '{} is not whole: {} {}': '{} 不完整：{}{}',
  '{} is not whole: {}': '{} 不完整：{}',
  // Whom and what words name.
  'Who is meant is not clear: several people have the e-mail address {}. Name one with --as by their code: {}.':
    '不清楚指的是谁：多人的邮箱地址是 {}。请用 --as 写出其中一人的代码：{}。',
  '{} {}. Use a code: {}.': '{} {}。请使用代码：{}。',
  'matches more than one of your Teams': '与你的多个团队相符',
  'is not one of your Teams': '不是你的团队',
  'There is no Team yet.': '还没有团队。',
  'There are: {}.': '现有：{}。',
  'There are several Teams': '有多个团队',
  'Several Teams have the name {}': '多个团队的名称是 {}',
  '{}. Name one by its code: {}.': '{}。请用代码指明一个：{}。',
  '{} is named by its id of 22 characters, as {} shows it.': '{}用 22 个字符的编号指明，见 {}。',
  'A credential': '凭据',
  'A session': '会话',
  'An invitation': '邀请',
  none: '没有',
  'It has none yet.': '它还没有应用。',
  'It has {}.': '它有 {}。',
  '{} and others': '{} 等',
  '{} is empty. Give it a value, or leave it out; is a variable of your shell not set?':
    '{} 是空的。请给出值，或不写它；是不是 shell 的某个变量没有设置？',
  operation: '接口',
  event: '事件',
  '{} is no {}. There are {}.': '{1} 不是{2}。{2}有 {3}。',
  '{} is no {}: did you mean {}? There are {}.': '{1} 不是{2}：你是否要写 {3}？{2}有 {4}。',
  'The app {} is being created already.': '应用 {} 已在创建中。',
  'The app {} is there already: {}.': '已有应用 {}：{}。',
  '{} Use it; openhouse apps lists what there is. Another one of this name takes a slot for good: add --yes if it is meant.':
    '{}请使用它；openhouse apps 列出已有的应用。再建一个同名的会永久占用名额：确实要这样做时请加 --yes。',
  'Nothing to change. Say what, as in --networks 203.0.113.0/24.':
    '没有要更改的内容。请写出来，例如 --networks 203.0.113.0/24。',
  'Nothing to change. Say what, as in --on.': '没有要更改的内容。请写出来，例如 --on。',
  'Nothing to change. Say what, as in --stop.': '没有要更改的内容。请写出来，例如 --stop。',
  // Sessions, profiles and parts.
  'The profile {} keeps a credential of a Team, which is shown once. Name another profile, or forget it with openhouse profiles remove {}.':
    '配置 {} 保存着团队的凭据，凭据只显示一次。请指明另一个配置，或用 openhouse profiles remove {} 忘记它。',
  'The profile {} keeps a credential of a Team. openhouse profiles remove {} forgets it; an owner ends it with openhouse credentials revoke {}.':
    '配置 {} 保存着团队的凭据。openhouse profiles remove {} 会忘记它；所有者用 openhouse credentials revoke {} 结束它。',
  'The profile {} keeps the session of {}. Name another profile, or end it with openhouse logout --profile {}.':
    '配置 {} 保存着 {} 的会话。请指明另一个配置，或用 openhouse logout --profile {} 结束它。',
  'An answer of the portal was lost on the way. If it held the session of this machine, the portal has ended that session. Run openhouse login again.':
    '门户的一个应答在途中丢失。如果其中是这台机器的会话，门户已结束该会话。请再次运行 openhouse login。',
  'its user of the database does not see every table': '它的数据库用户看不到每张表',
  'it does not hold the keys of the portal': '它没有门户的密钥',
  'This is the environment of a part, SERVE_ONLY={}: {}. Run the command in the environment of the portal.':
    '这是一个部分的环境，SERVE_ONLY={}：{}。请在门户的环境中运行此命令。',
  'Your active Team is {} now, and no longer {}. Name the one you mean with --team.':
    '你当前的团队现在是 {}，不再是 {}。请用 --team 指明你要的团队。',
  'No client of HTTP calls port {}. Let your program listen at another one, such as 8080.':
    'HTTP 客户端都不调用端口 {}。请让你的程序监听另一个端口，例如 8080。',
  '{} holds no secret of a webhook: whsec_ and 24 to 64 bytes in base64. Unset it to have one made.':
    '{} 中不是 Webhook 的密钥：whsec_ 加 base64 的 24 到 64 字节。取消设置即可自动生成。',
  // Audit.
  '--to keeps its state itself: leave --state out.': '--to 自己保存状态：请不要写 --state。',
  '{} is not a state of audit follow. Move it away, and with --to its file as well, to begin with the first entry.':
    '{} 不是 audit follow 的状态。移走它（使用 --to 时连同其文件一起移走）即可从第一条开始。',
  '{} is not empty, and without {} nothing tells what is in it. Move it away to begin with the first entry, or name another file.':
    '{} 不是空文件，而没有 {} 就无从得知其中的内容。移走它即可从第一条开始，或指定另一个文件。',
  '{} is shorter than {} says. Move both away to begin with the first entry.':
    '{} 比 {} 所写的短。移走两者即可从第一条开始。',
  '{} was changed by another program, so nothing more is written to it. Does audit follow run twice, or is the file cut by a rotation of logs? Let one write to it, and start again.':
    '{} 被另一个程序更改，因此不再写入。是 audit follow 运行了两次，还是日志轮换截断了文件？请只让一个程序写入，再重新启动。',
  'Line {} of {} is not a head as audit heads prints it.': '{2} 的第 {1} 行不是 audit heads 输出的链头。',
  '--json and --format csv exclude each other.': '--json 和 --format csv 不能同时使用。',
  '--all and --{} exclude each other.': '--all 和 --{} 不能同时使用。',
  // Operators.
  '{} takes {}, not {}.': '{} 需要 {}，而不是 {}。',
  '{} with exactly one of --days, --until and --end.': '{}：--days、--until 和 --end 中只写一个。',
  'Say when the exception ends': '请说明例外何时结束',
  'Say when the trial ends': '请说明试用何时结束',
  '--days takes a whole number from 1 to 3650.': '--days 需要 1 到 3650 的整数。',
  // Tours that are pulled and converted.
  "{} is no text in UTF-8, as PowerShell's > writes none. Save it as UTF-8.":
    '{} 不是 UTF-8 文本：PowerShell 的 > 写出的不是。请存为 UTF-8。',
  '{} names no tour. Did the command that wrote it succeed?': '{} 没有写出空间。写它的命令成功了吗？',
  'What has arrived is kept in .{}.pull: free some space and run it again, or remove that folder.':
    '已到达的保存在 .{}.pull 中：请腾出空间后再运行，或移除该文件夹。',
  ' And {} more.': ' 另有 {} 个。',
  '{}{} Run the command again: it fetches what is missing.': '{}{} 请再次运行此命令：它会取回缺少的内容。',
  '{} is in its place, because this disk does not tell capitals apart. Pull to one that does.':
    '{} 占用了它的位置，因为这个磁盘不区分大小写。请拉取到区分大小写的磁盘。',
  '{} is in the place of {}, because this disk does not tell capitals apart. Pull {} to another directory with --to.':
    '{} 占用了 {} 的位置，因为这个磁盘不区分大小写。请用 --to 把 {} 拉取到另一个目录。',
  '{} has no tour {} for this app.': '{} 没有可供此应用使用的空间 {}。',
  'Another openhouse pull has finished {} here meanwhile, and its bundle is whole. Let one run at a time.':
    '另一个 openhouse pull 已在这里完成了 {}，它的数据包是完整的。请一次只运行一个。',
  '{} is no format: a tour becomes {}.': '{} 不是格式：空间可以转换为 {}。',
  'This disk has another file of the tour in the place of {}: it does not tell capitals apart. Convert to one that does.':
    '这个磁盘上 {} 的位置已有空间的另一个文件：它不区分大小写。请转换到区分大小写的磁盘。',
  'No viewpoint has its six pictures in the bundle: there is nothing to write.':
    '数据包中没有点位的六张图片齐全：没有可写出的内容。',
  'The page of sites has not been built here: run npm run build first.':
    '网站的页面尚未在这里构建：请先运行 npm run build。',
  '{} is a picture': '{} 是图片',
  '{} holds pictures': '{} 中是图片',
  'its folder': '它所在的文件夹',
  '{}, and no tour. Make a tour of it with openhouse make-tour {}, then import that.':
    '{}，不是空间。请用 openhouse make-tour {} 制作空间，再导入。',
  // Tours that are made of pictures.
  'Nothing was made:': '什么都没有制作：',
  '{}: {}.': '{}：{}。',
  'HTTP {}': 'HTTP {}',
  '{}: {}': '{}：{}',
  '{} and {} are both the {} of {}: remove one.': '{1} 和 {2} 都是 {4} 的 {3}：请移除一个。',
  '{} lacks {}: a set has six pictures.': '{} 缺少 {}：一组有六张图片。',
  'The set of faces': '这组面的图片',
  'The folder has {} panoramas, and a tour at most {}: make several tours.':
    '文件夹中有 {} 张全景图，而一个空间最多 {} 张：请制作多个空间。',
  'it is an archive: unpack it, and name the folder': '它是压缩包：请解压，并指明文件夹',
  'it is a file: name the folder that it lies in': '它是文件：请指明它所在的文件夹',
  'there is no such folder': '没有这个文件夹',
  'it cannot be read ({})': '无法读取（{}）',
  'it is a pair of fisheye pictures as the camera wrote it: stitch it with the program of the camera, and take the equirectangular picture that this exports':
    '它是相机写出的一对鱼眼图片：请用相机的软件拼接，并使用它导出的等距柱状图片',
  '{} × {} pixels are no square, which a face of a cube is': '{} × {} 像素不是正方形，而立方体的面是正方形',
  '{} × {} pixels': '{} × {} 像素',
  'it cannot be read as a picture ({}): copy it again, or export it as JPEG':
    '无法作为图片读取（{}）：请重新复制，或导出为 JPEG',
  'it is neither JPEG, PNG, WebP nor AVIF inside: export it as one of them':
    '它的内容不是 JPEG、PNG、WebP 或 AVIF：请导出为其中之一',
  'its GPano data says that it is {}: export it as equirectangular (2:1)':
    '它的 GPano 数据写明它是 {}：请导出为等距柱状（2:1）',
  'it is {}; at most {} pixels wide: make it smaller': '它是 {}；最宽 {} 像素：请缩小',
  '{}, as wide as high: of a picture for two eyes, one above the other, cut out one half (2:1); the faces of a cube are six, named front, right, back, left, up and down (numbers do not say which is which)':
    '{}，宽高相等：如果是上下排列的双眼图片，请裁出一半（2:1）；立方体的面有六张，命名为 front、right、back、left、up 和 down（编号说明不了哪张是哪个面）',
  '{}: a full sphere is twice as wide as high, and no GPano data says which part of a sphere this is: stitch it as an equirectangular picture of 2:1, or fill it up to one':
    '{}：完整的球面宽是高的两倍，而没有 GPano 数据说明这是球面的哪一部分：请拼接为 2:1 的等距柱状图片，或补足成这样',
  'it cannot be read to its end ({}): copy it again, or export it anew': '无法读到末尾（{}）：请重新复制，或重新导出',
  'its {}: {}': '它的 {}：{}',
  '--places goes with a folder of pictures: this tour says itself how its scenes are connected.':
    '--places 用于图片文件夹：这个空间自己写明了场景如何相连。',
  '{} cannot be written: {}. Large pictures are unpacked there: make room in it, or name another directory in TMPDIR.':
    '无法写入 {}：{}。大图片在那里解压：请在其中腾出空间，或用 TMPDIR 指定另一个目录。',
  '{} What is done is kept in {}: repeat the command.': '{}已完成的保存在 {} 中：请再次运行此命令。',
  '{} cannot be read to its end: {}.': '{} 无法读到末尾：{}。',
  'Copy or export them again and repeat the command: the others are done.':
    '请重新复制或导出它们，再次运行此命令：其余的已完成。',
  'The tour would have {}, and imports take {}: make smaller faces with --face-size, or several tours.':
    '空间将有 {}，而导入最多接受 {}：请用 --face-size 缩小各个面，或制作多个空间。',
  '{} has no panorama: put .jpg, .png, .webp or .avif files there, twice as wide as high, or six faces each.':
    '{} 中没有全景图：请放入 .jpg、.png、.webp 或 .avif 文件，宽是高的两倍，或每组六个面。',
  '--places {} cannot be read ({}).': '无法读取 --places {}（{}）。',
  '--places {}: {}.': '--places {}：{}。',
  'The table names {}, and no picture is called so.': '表格写了 {}，但没有图片叫这个名称。',
  'The table names {}, which may be {}: rename one.': '表格写了 {}，它可能是 {}：请重命名一个。',
  'The table names {} twice.': '表格两次写了 {}。',
  '{} is not in the table: add a row, or move the picture elsewhere.': '表格中没有 {}：请加一行，或把图片移到别处。',
  'The table {} is not in UTF-8, so that its names may be read wrongly: save it as CSV UTF-8.':
    '表格 {} 不是 UTF-8，名称可能读错：请存为 CSV UTF-8。',
  '{} and {} would both be called {}: rename one.': '{} 和 {} 都会叫 {}：请重命名一个。',
  '{} is a tour already: import it. If its viewpoints have no previews, openhouse convert {} bundle makes them first.':
    '{} 已经是空间：直接导入即可。如果点位没有预览图，可先用 openhouse convert {} bundle 制作。',
  'is not there': '没有安装',
  'does not run here': '在这里无法运行',
  'Pictures are read with the package sharp, which {}: run npm install {} beside openhouse (npm install --global {} if openhouse is installed so).':
    '图片用 sharp 包读取，而它{}：请在 openhouse 旁运行 npm install {}（openhouse 是全局安装时用 npm install --global {}）。',
  // Tours of other viewers.
  '{} has several tours of other viewers: name one of {}.': '{} 中有其他查看器的多个空间：请指明其中之一：{}。',
  'it is larger than the description of a tour': '它比空间的描述文件大',
  'it has neither the scenes of Pannellum nor the nodes of Photo Sphere Viewer':
    '其中既没有 Pannellum 的场景，也没有 Photo Sphere Viewer 的节点',
  'it is no JSON': '它不是 JSON',
  'it is empty': '它是空的',
  'it is no XML: {}': '它不是 XML：{}',
  'its elements are nested too deeply': '它的元素嵌套过深',
  'it has no scenes': '其中没有场景',
  'it is no data.js of the Marzipano Tool, which holds one object: of values only, without expressions':
    '它不是 Marzipano Tool 的 data.js：那里只有一个对象，只含值，没有表达式',
  'its scene {} has faces of {} pixels in tiles of {}, which cannot be':
    '它的场景 {} 的面为 {} 像素，瓦片为 {}，这不可能',
  '{}° across, {}° from top to bottom, raised by {}°': '横向 {}°，上下 {}°，抬高 {}°',
  'the picture of its scene {}, {}, is no part of a sphere': '它的场景 {} 的图片（{}）不是球面的一部分',
  'it includes more than {} files': '它包含的文件超过 {} 个',
  '{}, which it includes: {}': '它所包含的 {}：{}',
  'it is encrypted: take the file that it was made from': '它已加密：请使用生成它的原文件',
  'its outermost element is {}, and that of a tour krpano': '它最外层的元素是 {}，而空间的是 krpano',
  'name the file that has them': '请指明含有它们的文件',
  'it has no scene with an image: {}': '其中没有带图片的场景：{}',
  'its scene {} has no image': '它的场景 {} 没有图片',
  'faces of its scene {} are turned or mirrored: turn the pictures themselves':
    '它的场景 {} 的面被旋转或镜像：请旋转图片本身',
  'the image of its scene {} is {}, and neither a cube nor a sphere': '它的场景 {} 的图片是 {}，既不是立方体也不是球面',
  'the sphere of its scene {} is cut into tiles: export it as a cube, or as one picture':
    '它的场景 {} 的球面被切成瓦片：请导出为立方体，或导出为一张图片',
  'the sphere of its scene {} has a voffset: fill it up to 360° by 180°':
    '它的场景 {} 的球面有 voffset：请补足为 360° × 180°',
  'the cube of its scene {} is one picture, which is not six: cut it':
    '它的场景 {} 的立方体是一张图片而不是六张：请切开',
  'the picture of its scene {}, {}, is told by a script: write the name of the file':
    '它的场景 {} 的图片 {} 由脚本给出：请写文件的名称',
  'its scene {} has no cubeMap of six files': '它的场景 {} 没有六个文件的 cubeMap',
  'its scene {} is of the type {}, which is not known': '它的场景 {} 的类型是 {}，无法识别',
  'its scene {} names no panorama': '它的场景 {} 没有指明全景图',
  'the multiRes of its scene {} has no path': '它的场景 {} 的 multiRes 没有 path',
  'two of its nodes have the id {}: rename one': '它的两个节点的 id 都是 {}：请重命名一个',
  'the panorama of its node {} is neither one picture nor six': '它的节点 {} 的全景图既不是一张图片，也不是六张',
  'the order of the faces of its node {} does not have each of {}': '它的节点 {} 的面的顺序没有包含全部 {}',
  'it has no picture': '它没有图片',
  '{}, {}, is not divided into {} × {} squares': '{}（{}）没有划分为 {} × {} 个正方形',
  'its face with {} is {} × {} pixels, which is no square': '它含有 {} 的面为 {} × {} 像素，不是正方形',
  'its picture {} is at another host: download it, and name the copy': '它的图片 {} 在另一个主机上：请下载，并指明副本',
  'its picture {} lies outside the folder of the tour: copy it there, and name the copy':
    '它的图片 {} 在空间的文件夹之外：请复制到其中，并指明副本',
  'its picture {} may be {}: rename one': '它的图片 {} 可能是 {}：请重命名一个',
};
