/** Credentials, audit logs, tours of a Team, usage, warnings, webhooks. */
export const watchingHelp = {
  'List the credentials with which programs act for a Team.': '列出供程序代表团队操作的凭据。',
  'One line per live credential, newest first: id, name, scopes, end, last use, and whether it is an agent’s that an owner let in. Owners only.':
    '每个有效凭据一行，最新的在前：编号、名称、范围、结束时间、最近使用，以及是否为所有者放行的智能体。仅限所有者。',
  'shows which programs may act for your active Team': '显示哪些程序可以代表你当前的团队操作',
  'Create a credential with which a program, such as a CI job, acts for a Team.':
    '创建凭据，供程序（例如 CI 任务）代表团队操作。',
  'Prints it once, on standard output. Programs find it in OPENHOUSE_CREDENTIAL, with the portal in OPENHOUSE_PORTAL_URL. It does what its scopes cover, with the rights of a member: tours:read lists tours, tours:write imports and activates them, apps:read shows apps, their usage and calls. It never manages people, apps, secrets or the Team, removes nothing, and ends by itself. Owners only.':
    '在标准输出上打印一次。程序从 OPENHOUSE_CREDENTIAL 得到它，从 OPENHOUSE_PORTAL_URL 得到门户。它以成员的权限做其范围包括的事：tours:read 列出空间，tours:write 导入和激活空间，apps:read 查看应用、用量和调用。它从不管理人员、应用、密钥或团队，不移除任何内容，并会自行结束。仅限所有者。',
  'what you call it, as in ci; the audit shows it': '给它起的名称，例如 ci；审计日志会显示它',
  'one or several of {}, separated by commas': '{} 中的一个或几个，用逗号分隔',
  'days until it ends, 1 to {}; default {}': '多少天后结束，1 到 {}；默认 {}',
  'prints a credential that imports tours for a month': '打印一个可在一个月内导入空间的凭据',
  'Revoke a credential of a Team.': '撤销团队的凭据。',
  'The next call with it is refused. Owners only.': '使用它的下一次调用会被拒绝。仅限所有者。',
  'its id, from openhouse credentials': '凭据的编号，见 openhouse credentials',
  'ends that credential at once': '立即结束该凭据',
  "Show a Team's audit log, newest first.": '显示团队的审计日志，最新的在前。',
  'One line per entry: number, time, action, person, subject, address and outcome. Owners only.':
    '每条一行：编号、时间、操作、人员、对象、地址和结果。仅限所有者。',
  'one of {}': '下列之一：{}',
  'code of the person': '人员的代码',
  'succeeded or refused': 'succeeded（成功）或 refused（被拒绝）',
  'only entries at or after this time, as in 2026-11-20T09:30:00Z': '只要此时间或之后的条目，写作 2026-11-20T09:30:00Z',
  'only entries before this time': '只要此时间之前的条目',
  'maximum number of entries, 1 to 10000; default 50': '条目的最大数量，1 到 10000；默认 50',
  'shows who revealed a secret': '显示谁显示过密钥',
  "Write a Team's whole audit log to standard output, oldest first.": '把团队的整个审计日志写到标准输出，最旧的在前。',
  'Includes the hash of each entry, so that the chain can be verified elsewhere. Owners only. With --all, on the store, every entry of all Teams and of the installation as JSONL, chain by chain.':
    '包括每条的哈希，可以在别处验证审计链。仅限所有者。对存储操作并加上 --all 时，以 JSONL 写出所有团队和这套安装的每一条，逐链写出。',
  'jsonl (default) or csv': 'jsonl（默认）或 csv',
  'all Teams and the installation, on the store': '对存储操作：所有团队和这套安装',
  'keeps a copy outside the portal': '在门户之外保留一份副本',
  'Write every entry of every audit log as it occurs, for a log collector.':
    '为日志收集器写出每个审计日志的每一条，发生时即写。',
  "One JSON object per line, of all Teams and of the installation's own chain: `chain` and `number` identify an entry permanently, unless the database is restored: then a log that differs is written again, which standard error says, and `hash` tells its entries from those that were lost. With --to it appends to a file and resumes after any stop without gaps or duplicates: FILE.state holds its position. On standard output, --state does; a process that was killed may then repeat its last lines. Ends at SIGTERM, or with --once when nothing is new. Works on the store only.":
    '每行一个 JSON 对象，包括所有团队和这套安装自己的审计链：`chain` 和 `number` 永久标识一条，除非数据库被恢复：这时有差别的日志会重写一遍，标准错误会说明，`hash` 用来区分它的条目与丢失的条目。加上 --to 时追加到文件，停止后再运行会继续，不缺也不重：位置保存在 FILE.state 中。写到标准输出时由 --state 保存；被强行结束的进程之后可能重复最后几行。收到 SIGTERM 时结束，加上 --once 时没有新内容就结束。只对存储操作。',
  'append to this file in place of standard output': '追加到此文件，代替标准输出',
  'where to keep how far standard output has come': '保存标准输出写到何处的文件',
  'seconds between two looks, 1 to 3600; default 2': '两次查看之间的秒数，1 到 3600；默认 2',
  'end when nothing is new': '没有新内容时结束',
  'keeps a file that a collector reads': '保持一个供收集器读取的文件',
  'counts all entries': '统计全部条目',
  'Print where every audit chain ends, to be kept outside the database.':
    '打印每条审计链的末端，以便保存在数据库之外。',
  'One JSON object per line: time, chain, number and hash of its last entry. Whoever takes over the database can rewrite a chain so that it verifies; openhouse audit verify --heads compares it with what was kept. AUDIT_HEADS_TO has the service send the same by itself. Works on the store only.':
    '每行一个 JSON 对象：时间、链、最后一条的编号和哈希。控制了数据库的人可以重写一条链而仍能通过验证；openhouse audit verify --heads 把它与保存的内容比较。AUDIT_HEADS_TO 让服务自己发送同样的内容。只对存储操作。',
  'keeps the heads of today': '保存今天的末端',
  "List a Team's tours.": '列出团队的空间。',
  'One line a tour, last imported first: resource code, state, bytes, viewpoints, when it was imported, when the gateway last answered with something of it, and name. At the store without --as it works for any Team, named by code or name.':
    '每个空间一行，最近导入的在前：资源编码、状态、字节数、点位数、导入时间、网关最近一次提供它的时间和名称。对存储操作且没有 --as 时，适用于任何团队，用代码或名称指明。',
  'only tours with this in their name or code': '只要名称或编码中含有此文字的空间',
  'shows the tours of your active Team': '显示你当前团队的空间',
  'looks for a tour of the Team demo': '查找团队 demo 的空间',
  'Send tours to a portal and import them into a Team.': '把空间发送到门户，并导入团队。',
  'Takes what openhouse import takes: a bundle (a directory or .zip), a bare work (.json), or a directory with some of them at any depth; files that belong to no tour are listed. Each is sent in one call, at most 256 MiB or what the plan of the Team allows; what is left of the plan is printed first. Directories are packed before they are sent. Every tour is imported whole or not at all; sending an unchanged one again does nothing. A portal that is busy, limits your calls or is away for a moment is asked again. Members and owners only. At the store openhouse import needs no person and has no such bound.':
    '接受 openhouse import 接受的内容：数据包（目录或 .zip）、单独的作品文件（.json），或在任意深度含有它们的目录；不属于任何空间的文件会列出。每个空间用一次调用发送，最多 256 MiB 或团队方案允许的大小；先显示方案的余量。目录会先打包再发送。每个空间要么完整导入，要么不导入；没有变化的空间再发送一次不会改变什么。门户繁忙、限制调用或暂时不可达时会再次请求。仅限成员和所有者。对存储操作时，openhouse import 不需要人员，也没有这样的限制。',
  'Exit status: 0 all tours are there, 1 some were refused, 2 nothing was sent.':
    '退出状态：0 所有空间都已导入，1 有的被拒绝，2 什么都没有发送。',
  'imports the bundle into your active Team': '把数据包导入你当前的团队',
  'sends every tour in the directory tours': '发送目录 tours 中的每个空间',
  'Run it again: what has arrived stays, and is not imported twice.': '请再运行一次：已到达的会保留，不会导入两次。',
  'Set a tour active, as the page of tours does.': '激活一个空间，与空间页面的操作相同。',
  'The gateway answers is_active true for it from then on. Safe to repeat. Members and owners only. openhouse activate does the same with the key of an app.':
    '此后网关对它的 is_active 返回 true。可以放心重复。仅限成员和所有者。openhouse activate 用应用的 AK 做同样的事。',
  'resource code of the tour': '空间的资源编码',
  'sets the tour loft of your active Team active': '激活你当前团队的空间 loft',
  'Add the sample tour to a Team, to begin with.': '把示例空间加入团队，作为开始。',
  'The loft of the demo becomes a tour of the Team like any other; tours remove deletes it again. If the Team already has a tour with its code, nothing changes. Members and owners only.':
    '演示的复式公寓成为团队的一个普通空间；tours remove 可以再移除它。团队已有使用其编码的空间时，什么都不改变。仅限成员和所有者。',
  'adds the loft to your active Team': '把示例空间加入你当前的团队',
  'Remove a tour of a Team for good.': '永久移除团队的空间。',
  'Within a second every node of the gateway answers as if the tour had never existed. Its bundle can be imported again. The audit log of the Team says that it was removed. Owners only. At the store without --as it works for any Team, named by code or name.':
    '网关的每个节点在一秒内应答得如同该空间从未存在。它的数据包可以再次导入。团队的审计日志会记录移除。仅限所有者。对存储操作且没有 --as 时，适用于任何团队，用代码或名称指明。',
  'Exit status: 0 it is gone, 1 there is no such tour.': '退出状态：0 已移除，1 没有这个空间。',
  'the resource code once more': '再写一次资源编码',
  'removes the tour from your active Team': '从你当前的团队移除该空间',
  'Show how an app uses the gateway.': '显示应用使用网关的情况。',
  'One line per operation: name, calls, refused calls, and the median and 95th percentile latency of successful calls. Then the versions of the secret, and the busiest minute compared with the rate limit of the app.':
    '每个接口一行：名称、调用数、被拒绝的调用数，以及成功调用延迟的中位数和第 95 百分位数。然后是密钥的各个版本，以及最繁忙的一分钟与应用的调用限额的比较。',
  'app key or name': 'AK 或应用名称',
  '1h, 24h (default), 7d or 30d': '1h、24h（默认）、7d 或 30d',
  'shows the last week of an app': '显示应用最近一周的情况',
  'Show the last calls of an app, newest first.': '显示应用最近的调用，最新的在前。',
  'One line per call: time, operation, HTTP status, envelope status, cost, network and request_id. With --follow the oldest comes first, and new calls follow within seconds, until you press Ctrl-C; at a high rate some calls may be left out, and a line says so.':
    '每次调用一行：时间、接口、HTTP 状态、信封的 status、耗时、网络和 request_id。加上 --follow 时最旧的在前，新的调用在几秒内跟上，直到你按 Ctrl-C；调用很多时可能略去一些，会有一行说明。',
  'refused calls only': '只要被拒绝的调用',
  'maximum number of calls, 1 to {}; default 20': '调用的最大数量，1 到 {}；默认 20',
  'go on with further calls as they come': '继续显示新到的调用',
  'shows recent refused calls': '显示最近被拒绝的调用',
  'shows calls as they come': '调用到来时即显示',
  'Explain a call of the gateway by its request_id.': '按 request_id 解释网关的一次调用。',
  'One line per check, in the order of the gateway; then the parameters that were ignored, or the message the caller got and how to fix it. Exit status 0 for a call that succeeded, 1 for one that was refused.':
    '每项检查一行，按网关的顺序；然后是被忽略的参数，或调用方得到的信息和解决办法。调用成功时退出状态为 0，被拒绝时为 1。',
  'request_id of the envelope, or X-Request-Id': '信封的 request_id，或 X-Request-Id',
  'shows which check failed and what to do': '显示哪项检查没有通过，以及该怎么做',
  'Serve agents over the Model Context Protocol, on standard input and output. Read-only.':
    '在标准输入和输出上以 Model Context Protocol 服务智能体。只读。',
  'An agent starts it and asks for tours, apps, answers of the gateway, sections of the docs, error codes and request ids. It acts as the session or credential that the other commands use, changes nothing, and answers no secret. It ends with its input. Agents that take an address have /mcp of the portal instead.':
    '由智能体启动，向它询问空间、应用、网关的应答、文档的章节、错误代码和请求编号。它以其他命令使用的会话或凭据操作，不更改任何内容，也不返回密钥。输入结束时它也结束。接受地址的智能体则使用门户的 /mcp。',
  'is what an agent starts, to read with the session of that profile': '由智能体启动，用该配置的会话读取',
  'List what a Team is warned of.': '列出团队收到的提醒。',
  'One line per warning: id, kind, app or -, and what it says: when something ends, where a secret leaked, or how much of a limit is used. Without those that you have dismissed.':
    '每条提醒一行：编号、种类、应用或 -，以及内容：什么何时结束、密钥在哪里泄露，或限额用了多少。不含你已关闭的提醒。',
  'shows what ends soon and which limits are nearly used up': '显示什么即将结束、哪些限额快要用完',
  'Show a warning to you no more.': '不再向你显示一条提醒。',
  'Other people of the Team still see it; a sharper one of the same is shown again.':
    '团队的其他人仍会看到它；同一件事更紧急的提醒会再次显示。',
  'its id, as warnings list shows it': '提醒的编号，见 warnings list',
  'takes it off your list': '从你的列表中去掉它',
  'Get mails about warnings, or none.': '收取提醒邮件，或不收取。',
  'For you, in all your Teams. Mails go to owners of a Team, where the installation sends any.':
    '针对你和你的所有团队。这套安装会发送邮件时，邮件发给团队的所有者。',
  'on or off': 'on（收取）或 off（不收取）',
  'stops the mails; the portal goes on showing warnings': '停止邮件；门户仍会显示提醒',
  'List the tours of a Team that are public.': '列出团队中公开的空间。',
  'One line per tour: code, state, address of its page, and the hosts that may frame it. replaced: another tour was imported under its code since, which nobody is shown until you turn it on again.':
    '每个空间一行：资源编码、状态、页面地址，以及可以嵌入它的主机。replaced：此后有另一个空间以同一编码导入，在你重新打开之前不向任何人展示。',
  'shows what anybody with an address can see': '显示知道地址的人能看到什么',
  'Show whether a tour is public, and where.': '显示空间是否公开、在哪里。',
  'As a line of embeds list.': '与 embeds list 的一行相同。',
  'prints the address for an iframe': '打印用于 iframe 的地址',
  'Make a tour public, end that, or say which pages may frame it.': '公开空间、结束公开，或指定哪些页面可以嵌入它。',
  'Options left out stay as they are. While it is on, anyone with the address sees the current version of the tour. Turning it off takes effect at once. Members and owners only.':
    '没有给出的选项保持不变。公开期间，知道地址的人都能看到空间的当前版本。关闭立即生效。仅限成员和所有者。',
  'show it to anyone with its address': '向知道地址的人展示',
  'show it to nobody': '不向任何人展示',
  'origins whose pages may frame it, separated by commas, at most {}; none: no page':
    '页面可以嵌入它的源，用逗号分隔，最多 {} 个；none 表示任何页面都不可以',
  'prints the address for an iframe on that site': '打印在该网站用于 iframe 的地址',
  'List the webhooks of a Team.': '列出团队的 Webhook。',
  'One line per webhook: id, address, events, state, and how many events wait.':
    '每个 Webhook 一行：编号、地址、事件、状态，以及有多少事件在等待。',
  'shows every webhook and what waits for it': '显示每个 Webhook 和等待发送的内容',
  'Add a webhook to a Team.': '为团队添加 Webhook。',
  'The secret is printed this once, alone on standard output. Give it to the receiver, which verifies the signatures with it. Owners only; not at the store, which shows no secret.':
    '密钥只打印这一次，单独一行写到标准输出。把它交给接收方，用来验证签名。仅限所有者；不能对存储操作，存储不显示密钥。',
  'where events are sent by POST': '用 POST 发送事件的地址',
  'events, separated by commas: {}; all for everything': '事件，用逗号分隔：{}；all 表示全部',
  'tells this address of tours that come and go': '空间增减时通知该地址',
  'Change a webhook: address, events, or whether it is stopped.': '更改 Webhook：地址、事件，或是否停止。',
  'Options left out stay as they are. While a webhook is stopped, new events are not queued for it; those that were waiting are sent when it is resumed. Owners only.':
    '没有给出的选项保持不变。停止期间，新的事件不会为它排队；已在等待的会在恢复后发送。仅限所有者。',
  'its id, as webhooks list shows it': 'Webhook 的编号，见 webhooks list',
  'where events are sent': '发送事件的地址',
  'send nothing': '不发送',
  'send again': '重新发送',
  'sends again after the receiver had answered 410': '接收方返回 410 之后重新发送',
  'Delete a webhook.': '删除 Webhook。',
  'With its log, and what is still waiting for it. Owners only.': '连同它的记录和仍在等待的事件。仅限所有者。',
  'tells its address no more': '不再通知该地址',
  'Rotate the secret of a webhook.': '轮换 Webhook 的密钥。',
  'The secret is printed this once, alone on standard output. For the overlap what is sent is signed with either. Owners only; not at the store.':
    '密钥只打印这一次，单独一行写到标准输出。重叠期内发送的内容由两个密钥分别签名。仅限所有者；不能对存储操作。',
  'hours both sign, 0 to {}; default 24; 0 ends the old one at once':
    '两个密钥都签名的小时数，0 到 {}；默认 24；0 表示旧密钥立即失效',
  'leaves a day to give the receiver the new one': '留出一天把新密钥交给接收方',
  'Send a test to a webhook, and say what became of it.': '向 Webhook 发送测试，并说明结果。',
  'Exits with 1 if the receiver did not accept it. Owners only.': '接收方没有接受时以 1 退出。仅限所有者。',
  'seconds to wait for it, 0 to 600; default 30': '等待结果的秒数，0 到 600；默认 30',
  'sends webhook.test and prints the status of the answer': '发送 webhook.test 并打印应答的状态',
  'List what was sent to a webhook and is to be sent.': '列出已发送和将要发送给 Webhook 的内容。',
  'One line per delivery, newest first: id, event, when it happened, state, attempts, and why the last one failed. At most 50.':
    '每次投递一行，最新的在前：编号、事件、发生时间、状态、尝试次数，以及上一次失败的原因。最多 50 条。',
  'waiting, delivered or given-up; default: all':
    'waiting（等待）、delivered（已送达）或 given-up（已放弃）；默认为全部',
  'id of a delivery: those before it': '某次投递的编号：列出它之前的',
  'shows what the receiver has not taken': '显示接收方没有接受的内容',
  'Send an event to a webhook again.': '再次把事件发送给 Webhook。',
  'As a further delivery with the same webhook-id. Owners only.': '作为一次新的投递，webhook-id 相同。仅限所有者。',
  'its id, as webhooks deliveries shows it': '投递的编号，见 webhooks deliveries',
  'sends the event of delivery 17 once more': '再次发送投递 17 的事件',
  "Have a Team's events sent to an address that only your machine reaches, as a webhook would be.":
    '把团队的事件像 Webhook 那样发送到只有你的机器能访问的地址。',
  'Runs until you press Ctrl-C. Everybody in the Team may use it. Events are signed with the secret in OPENHOUSE_WEBHOOK_SECRET; without it a new one is created and printed, which ends with the command.':
    '运行到你按 Ctrl-C 为止。团队的每个人都可以使用。事件用 OPENHOUSE_WEBHOOK_SECRET 中的密钥签名；没有时会新建一个并打印，命令结束时失效。',
  'One line per attempt: time, event, tour or app, the answer of the receiver, duration and webhook-id. Events are sent one after the other. One that is not accepted is retried after 1, 2, 4 and 8 seconds and dropped after the fifth answer; while no receiver is listening, every 16 seconds until one is. Events that occur while the portal cannot be reached are delivered afterwards, for up to 15 minutes; those that wait for the receiver are kept for {} hours.':
    '每次尝试一行：时间、事件、空间或应用、接收方的应答、用时和 webhook-id。事件一个接一个发送。没有被接受的事件在 1、2、4 和 8 秒后重试，第五次应答后放弃；没有接收方在监听时，每 16 秒重试一次，直到有为止。门户不可达期间发生的事件会在之后送达，最多 15 分钟；等待接收方的事件保留 {} 小时。',
  'where events are sent by POST, as in http://localhost:8080/hook':
    '用 POST 发送事件的地址，例如 http://localhost:8080/hook',
  'sends these events to a program that you are working on': '把这些事件发送给你正在开发的程序',
} as const;
