/** What operators of an installation do, and sessions. */
export const operatorsHelp = {
  'Recompute the audit chains and report the first broken entry.': '重新计算审计链，并报告第一个损坏的条目。',
  'One line per Team, and one for the chain of what operators did: code, entries, verdict, and the hash of the last entry. Store that hash outside the database: it also reveals a truncated log. Exits with 1 when a chain is broken. Works on the store only, because a portal that could change the log must not vouch for it. For a copy of the log use openhouse audit export.':
    '每个团队一行，运维人员操作的链一行：代码、条目数、结论和最后一条的哈希。把该哈希保存在数据库之外：它还能发现被截断的日志。有链损坏时以 1 退出。只对存储操作，因为能更改日志的门户不能为日志作证。需要日志的副本时请用 openhouse audit export。',
  'code or name of one Team; default: all Teams': '一个团队的代码或名称；默认为全部',
  'heads that were kept elsewhere, as audit heads prints them: a chain that says otherwise now was rewritten, or lost what came last':
    '保存在别处的、由 audit heads 打印的末端：现在与它不同的链曾被重写，或丢失了最后的内容',
  'verifies the log of every Team': '验证每个团队的日志',
  'Look whether everything that is stored is whole, as after a restore.': '查看保存的一切是否完整，例如在恢复之后。',
  'Recomputes every audit chain, unpacks every payload and compares its checksum, reads every file that a tour names and compares its hash, and opens every sealed value with the key rings. Reads alone; the service may keep running. One line per part: how many Teams, apps and tours there are, then how many of each part were looked at, and whether they are whole. Says so where there is no Team, and finds Teams without anything, as after the restore of a dump that was not taken for all Teams. Exits with 1 when something is not.':
    '重新计算每条审计链，解压每份数据并比较校验和，读取空间引用的每个文件并比较哈希，并用密钥环解密每个封存的值。只读；服务可以继续运行。每个部分一行：先是团队、应用和空间的数量，然后是每个部分查看了多少、是否完整。没有团队时会说明，也会找出没有任何内容的团队，例如恢复了并非为所有团队导出的备份之后。有不完整的内容时以 1 退出。',
  'look whether files are there, with the right size, without reading them': '只查看文件是否存在、大小是否正确，不读取',
  'looks at everything, after a restore': '恢复之后查看全部内容',
  'Nothing was changed, and not everything was looked at: run it again.':
    '没有更改任何内容，也没有全部查看：请再运行一次。',
  'Find Teams, people, apps, tours, a session or a call.': '查找团队、人员、应用、空间、会话或调用。',
  'By the beginning of a name or an e-mail address, or by a whole app key, XID, code, session id or request id. One line per thing: kind, code, name and what belongs to it. Operators only. Exits with 1 when there is none.':
    '按名称或邮箱地址的开头，或按完整的 AK、XID、代码、会话编号或请求编号。每个结果一行：种类、代码、名称和相关内容。仅限运维人员。没有结果时以 1 退出。',
  'what to look for': '要查找的内容',
  'finds people by the beginning of their address': '按邮箱地址的开头查找人员',
  'finds the app of a call': '查找一次调用的应用',
  'Show what needs a look: trials that end, App requests, Teams to be deleted, what is suspended.':
    '显示需要关注的内容：即将结束的试用、应用申请、将被删除的团队、已暂停的内容。',
  'Operators only.': '仅限运维人员。',
  'says it for a program': '以供程序读取的形式显示',
  'Show what operators of the installation did, newest first.': '显示这套安装的运维人员做了什么，最新的在前。',
  "The installation's own audit chain. One line per entry: number, time, action, operator, Team, subject, outcome and reason. Operators only.":
    '这套安装自己的审计链。每条一行：编号、时间、操作、运维人员、团队、对象、结果和原因。仅限运维人员。',
  'only what was done to the Team with this code': '只要对此代码的团队所做的操作',
  'shows what operators did to the demo Team': '显示运维人员对团队 demo 做了什么',
  'Show the audit logs of all Teams, newest first.': '显示所有团队的审计日志，最新的在前。',
  'One line per entry: Team, number, time, action, person, subject, address and outcome. Operators only.':
    '每条一行：团队、编号、时间、操作、人员、对象、地址和结果。仅限运维人员。',
  'only the log of the Team with this code': '只要此代码的团队的日志',
  'shows who revealed a secret, anywhere': '显示在所有团队中谁显示过密钥',
  'Post a note for everybody, or remove it.': '向所有人发布公告，或移除公告。',
  'Shown on the status page and above the pages of the dashboard and the docs within ten seconds on every node; anybody can read it. Operators only. Needs --reason.':
    '十秒内显示在每个节点的状态页以及控制台和文档页面的上方；任何人都能看到。仅限运维人员。需要 --reason。',
  'one paragraph': '一段文字',
  'removes the note': '移除公告',
  'posts the note': '发布公告',
  'List all Teams by name.': '按名称列出所有团队。',
  'One line per Team: code, standing and name. Operators only.': '每个团队一行：代码、状态和名称。仅限运维人员。',
  'only names that begin with this': '只要以此开头的名称',
  'maximum number of lines, 1 to 1000000; default 50': '最大行数，1 到 1000000；默认 50',
  'lists the Teams whose name begins so': '列出名称以此开头的团队',
  'List the apps of all Teams by name.': '按名称列出所有团队的应用。',
  'One line per app: app key, state, end of the trial, Team and name. No secret. Operators only.':
    '每个应用一行：AK、状态、试用结束时间、团队和名称。没有密钥。仅限运维人员。',
  'lists apps for a program': '为程序列出应用',
  'List all people by name.': '按姓名列出所有人员。',
  'One line per person: code, standing, e-mail address and name. Operators only.':
    '每人一行：代码、状态、邮箱地址和姓名。仅限运维人员。',
  'lists the people whose name begins so': '列出姓名以此开头的人员',
  'Show an app of any Team: its standing, its trial and its Team.': '显示任何团队的一个应用：它的状态、试用和团队。',
  'No secret. Operators only.': '没有密钥。仅限运维人员。',
  'its app key': '应用的 AK',
  'shows why an app is refused': '显示应用被拒绝的原因',
  'Suspend an app of any Team.': '暂停任何团队的一个应用。',
  'Every node refuses its secrets and tokens within a second. It keeps its slot; its owners see the reason and cannot undo it. Operators only. Needs --reason.':
    '每个节点在一秒内拒绝它的密钥和令牌。它保留名额；所有者能看到原因，但不能撤销。仅限运维人员。需要 --reason。',
  'stops an app that is misused': '停止被滥用的应用',
  'Resume an app that operators have suspended.': '恢复运维人员暂停的应用。',
  'What an owner has disabled stays disabled. Operators only. Needs --reason.':
    '所有者停用的仍然停用。仅限运维人员。需要 --reason。',
  'lets the app call again': '让应用可以再次调用',
  'Extend the trial of an app, or end it.': '延长应用的试用，或结束它。',
  'Takes one of --days, --until and --end. On every node within a second. The upstream app service does not change the trial any more until apps ask-upstream. Operators only. Needs --reason.':
    '使用 --days、--until 和 --end 之一。一秒内对每个节点生效。此后上游应用服务不再更改试用，直到运行 apps ask-upstream。仅限运维人员。需要 --reason。',
  'it ends this many days from now, 1 to 3650': '从现在起多少天后结束，1 到 3650',
  'it ends then, as in 2026-12-31T00:00:00Z': '在此时间结束，写作 2026-12-31T00:00:00Z',
  'it ends now': '现在结束',
  'lets an app go on for longer': '让应用再用一段时间',
  'Ask the upstream app service about the trial of an app again.': '再次向上游应用服务询问应用的试用。',
  'Adopts its current answer, which also replaces an end that an operator has set. Operators only. Needs --reason.':
    '采用它当前的回答，也会替换运维人员设定的结束时间。仅限运维人员。需要 --reason。',
  'learns of a trial that the upstream has extended': '得知上游延长了的试用',
  'Allow an app other limits than its plan, until a time.': '在某个时间之前，准许应用使用与方案不同的限额。',
  'Takes one of --days, --until and --end. The limit of all apps of the Team together still applies. Operators only. Needs --reason.':
    '使用 --days、--until 和 --end 之一。团队所有应用合计的限额仍然有效。仅限运维人员。需要 --reason。',
  'calls of an app in a minute; 0: without a limit; usual: as if it had never been set':
    '应用每分钟的调用次数；0：没有限额；usual：如同从未设定',
  'exchanges of an app in a minute; 0: without a limit; usual: as if it had never been set':
    '应用每分钟换取令牌的次数；0：没有限额；usual：如同从未设定',
  'the plan holds again this many days from now, 1 to 3650': '从现在起多少天后恢复为方案的限额，1 到 3650',
  'the plan holds again then, as in 2026-12-31T00:00:00Z': '在此时间恢复为方案的限额，写作 2026-12-31T00:00:00Z',
  'the plan holds again now': '现在恢复为方案的限额',
  'lets one app call more for a week': '让一个应用在一周内可以多调用',
  'Show a Team with its people and apps.': '显示团队及其成员和应用。',
  'its code': '团队的代码',
  'shows who owns the demo Team, and its apps': '显示团队 demo 的所有者和应用',
  'Suspend a Team.': '暂停团队。',
  'Every node refuses all its apps within a second, and its people change nothing in it. They see the reason and cannot undo it. Operators only. Needs --reason.':
    '每个节点在一秒内拒绝它的所有应用，成员不能更改其中的任何内容。他们能看到原因，但不能撤销。仅限运维人员。需要 --reason。',
  'stops all that the Team does': '停止团队的一切操作',
  'Resume a Team that operators have suspended.': '恢复运维人员暂停的团队。',
  'Apps that are suspended themselves stay so. Operators only. Needs --reason.':
    '单独暂停的应用仍然暂停。仅限运维人员。需要 --reason。',
  'lets the Team go on': '让团队继续',
  'Give a Team a plan.': '为团队分配方案。',
  'Takes effect on every node within a second. Operators only. Needs --reason.':
    '一秒内对每个节点生效。仅限运维人员。需要 --reason。',
  'name of the plan': '方案的名称',
  'lets its apps call more': '让它的应用可以多调用',
  'Delete any Team once its grace time is over.': '删除任何团队，在宽限期结束时生效。',
  'From now on every node refuses its apps, and nothing in it can be changed. Its people see the reason; until the time that is printed, operator keep-team calls it off. Operators only. Needs --reason and --yes.':
    '从现在起每个节点都拒绝它的应用，其中的内容都不能更改。成员能看到原因；在显示的时间之前可以用 operator keep-team 撤销。仅限运维人员。需要 --reason 和 --yes。',
  'its apps stop at once, and that is meant': '它的应用立即停止，确实要这样做',
  'closes a Team, and says when it is deleted': '关闭团队，并说明何时删除',
  'Call the deletion of any Team off.': '撤销删除任何团队。',
  'No matter who asked for it. Its apps work again within a second. Operators only. Needs --reason.':
    '不论是谁要求删除的。它的应用在一秒内恢复。仅限运维人员。需要 --reason。',
  'List the plans with their limits.': '列出方案及其限额。',
  'One line per plan: name, Teams, limits. `{}` is what the installation sets. Operators only.':
    '每个方案一行：名称、团队数、限额。`{}` 表示由这套安装设定。仅限运维人员。',
  'shows every plan': '显示每个方案',
  'Create or change a plan.': '创建或更改方案。',
  'Limits that are left out stay as they are. Takes effect on every node within a second, for every Team on the plan; `default` is the plan of all Teams without another one. Operators only. Needs --reason.':
    '没有给出的限额保持不变。一秒内对每个节点生效，适用于使用该方案的每个团队；`default` 是没有其他方案的团队所用的方案。仅限运维人员。需要 --reason。',
  'its name: small letters, digits, hyphens': '方案的名称：小写字母、数字、连字符',
  'calls of all apps of a Team together in a minute; 0: without a limit; usual: as if it had never been set':
    '团队所有应用每分钟合计的调用次数；0：没有限额；usual：如同从未设定',
  'tours of a Team; usual: as if it had never been set': '团队的空间数；usual：如同从未设定',
  'bytes that the tours of a Team take together; usual: as if it had never been set':
    '团队的空间合计占用的字节数；usual：如同从未设定',
  'files that the tours of a Team have together; usual: as if it had never been set':
    '团队的空间合计的文件数；usual：如同从未设定',
  'bytes of one upload of tours; usual: as if it had never been set': '一次上传空间的字节数；usual：如同从未设定',
  'days of the trial that an app begins with; usual: as if it had never been set':
    '应用开始时试用的天数；usual：如同从未设定',
  'days that usage is kept; usual: as if it had never been set': '用量保留的天数；usual：如同从未设定',
  'makes a plan, or changes these two limits of it': '创建方案，或更改它的这两个限额',
  'limits what is imported into every Team that has no other plan': '限制没有其他方案的每个团队的导入',
  'Remove a plan that no Team has.': '移除没有团队使用的方案。',
  'The plan default stays. Operators only. Needs --reason.': '方案 default 会保留。仅限运维人员。需要 --reason。',
  'its name': '方案的名称',
  'removes the plan': '移除该方案',
  'Show a person with their Teams.': '显示一个人及其团队。',
  'their code': '人员的代码',
  'shows the Teams and sessions of a person': '显示一个人的团队和会话',
  'Suspend a person.': '暂停一个人。',
  'Ends all their sessions and refuses further sign-ins, with the reason. Their Teams and apps keep working. Operators only. Needs --reason.':
    '结束此人的所有会话，并拒绝再次登录，说明原因。其团队和应用继续工作。仅限运维人员。需要 --reason。',
  'keeps somebody out': '不让某人进入',
  'Resume a person whom operators have suspended.': '恢复运维人员暂停的人。',
  'They can sign in again. Operators only. Needs --reason.': '此人可以再次登录。仅限运维人员。需要 --reason。',
  'lets them in again': '再次允许此人进入',
  'Print everything stored about a person, as JSON.': '以 JSON 打印保存的关于一个人的一切。',
  'Every row of the database that is about the person, with a note on each part. The audit log of the installation records the export. Operators only. Needs --reason.':
    '数据库中与此人有关的每一行，各部分附有说明。这套安装的审计日志会记录导出。仅限运维人员。需要 --reason。',
  'writes everything stored about a person to a file': '把保存的关于一个人的一切写入文件',
  'Delete a person.': '删除一个人。',
  'Their sessions and memberships end; name, e-mail address and addresses are erased, also from the audit logs, where their code replaces the name and every chain still verifies. Refused for the last owner of a Team. It cannot be undone. Operators only. Needs --reason and --yes.':
    '其会话和成员身份结束；姓名、邮箱地址和 IP 地址会被抹去，审计日志中也是如此：姓名由其代码代替，每条链仍能通过验证。团队的最后一位所有者不能删除。无法撤销。仅限运维人员。需要 --reason 和 --yes。',
  'it cannot be undone, and is meant': '无法撤销，确实要这样做',
  'deletes everything about a person except their code': '删除关于一个人的一切，只留下其代码',
  'List your live sessions: browsers and command lines.': '列出你的有效会话：浏览器和命令行。',
  'One line per session, newest first: id, kind, address, start, end, machine or browser.':
    '每个会话一行，最新的在前：编号、种类、地址、开始、结束、机器或浏览器。',
  'shows where you are signed in': '显示你在哪里登录',
  'End one of your sessions.': '结束你的一个会话。',
  'its id, from openhouse sessions': '会话的编号，见 openhouse sessions',
  'signs that browser or machine out': '让该浏览器或机器退出登录',
  'End all of your sessions.': '结束你的所有会话。',
  'Including this one, unless you pass --keep-current: you need openhouse login again.':
    '包括这一个，除非加上 --keep-current：之后需要再次运行 openhouse login。',
  'keep the session of this command': '保留这个命令的会话',
  'signs every other browser and machine out': '让其他所有浏览器和机器退出登录',
} as const;
