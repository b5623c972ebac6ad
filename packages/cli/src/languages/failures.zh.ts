/**
 * What commands say when they refuse or fail, in Chinese, by its English. `{}` stands for what differs. A sentence that is missing
 * here is said in English.
 */
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
  'Nothing to change. Say what, as in {}.': '没有要更改的内容。请写出来，例如 {}。',
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
  '{} is no operation: did you mean {}? There are {}.': '{} 不是接口：你是否要写 {}？接口有 {}。',
  '{} is no operation. There are {}.': '{} 不是接口。接口有 {}。',
  '{} is no event: did you mean {}? There are {}.': '{} 不是事件：你是否要写 {}？事件有 {}。',
  '{} is no event. There are {}.': '{} 不是事件。事件有 {}。',
  '{} cannot be written: {} ({}).': '无法写入 {}：{}（{}）。',
};
