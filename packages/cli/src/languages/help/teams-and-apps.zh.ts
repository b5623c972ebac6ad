/** Teams, apps and their secrets. */
export const teamsAndAppsHelp = {
  'List your Teams; on the store, all Teams.': '列出你的团队；对存储操作时列出所有团队。',
  'At a portal, or with --as: your Teams, one per line: code, role, which one is active, and name. On the store without --as: every Team: code, people, apps, tours and name.':
    '对门户操作或加上 --as 时：你的团队，每行一个：代码、角色、哪个是当前团队、名称。对存储操作且没有 --as 时：每个团队的代码、人数、应用数、空间数和名称。',
  'shows which codes --team takes': '显示 --team 可用的代码',
  'prints one JSON object per line': '每行打印一个 JSON 对象',
  'Create a Team, with you as its owner.': '创建团队，你是它的所有者。',
  'It becomes your active Team.': '它成为你当前的团队。',
  'what people see: 1 to 64 characters': '人们看到的名称：1 到 64 个字符',
  'creates a Team and prints its code': '创建团队并打印它的代码',
  'Rename a Team.': '重命名团队。',
  'changes the name; the code stays': '更改名称；代码不变',
  'Choose your active Team.': '选择你当前的团队。',
  'Same as in the menu of the portal: it applies to every browser you are signed in with.':
    '与门户菜单中的操作相同：对你登录的每个浏览器都生效。',
  'its code or name': '团队的代码或名称',
  'makes the Team demo the active one': '把团队 demo 作为当前团队',
  'List the people of a Team, and its open invitations.': '列出团队的成员和未使用的邀请。',
  'One line each: role, code, e-mail address and name; of an invitation its id, end, and whom it was mailed to. Owners see invitations.':
    '每行一个：角色、代码、邮箱地址和姓名；邀请则为编号、到期时间和收件人。只有所有者能看到邀请。',
  'shows who is in your active Team': '显示你当前的团队中有谁',
  'Create an invitation link for one person, valid for {} days.': '为一个人创建邀请链接，{} 天内有效。',
  'The link is printed only once, and the first person who opens it may join. With --mail it is sent to an address as well, where the installation sends mails. Owners only.':
    '链接只打印一次，第一个打开它的人可以加入。加上 --mail 时，如果这套安装会发送邮件，链接也会发到该地址。仅限所有者。',
  'owner, member (default) or viewer': 'owner（所有者）、member（成员，默认）或 viewer（查看者）',
  'e-mail address that the link is sent to as well': '链接还要发送到的邮箱地址',
  'prints a link for a new viewer': '为一位新的查看者打印链接',
  'sends Jonas the link by mail as well': '同时用邮件把链接发给 Jonas',
  'Withdraw an invitation.': '撤回邀请。',
  'The link stops working at once. Owners only.': '链接立即失效。仅限所有者。',
  'its id, from openhouse teams members': '邀请的编号，见 openhouse teams members',
  'withdraws that invitation': '撤回该邀请',
  'Join a Team with an invitation.': '用邀请加入团队。',
  'The link is read from standard input: on the command line it would end up in the shell history.':
    '链接从标准输入读取：写在命令行上会留在 shell 的历史记录中。',
  'uses the invitation in link.txt': '使用 link.txt 中的邀请',
  'Change the role of a person in a Team.': '更改团队中某人的角色。',
  'Owners only. The last owner cannot step back.': '仅限所有者。最后一位所有者不能退下。',
  'e-mail address or code of somebody in the Team': '团队中某人的邮箱地址或代码',
  'owner, member or viewer': 'owner（所有者）、member（成员）或 viewer（查看者）',
  'makes Jonas a viewer': '让 Jonas 成为查看者',
  'Remove somebody from a Team.': '把某人移出团队。',
  'They lose access at once. Owners only.': '此人立即失去访问权限。仅限所有者。',
  'takes Jonas out of your active Team': '把 Jonas 移出你当前的团队',
  'Leave a Team.': '离开团队。',
  'You must name the Team, so that you do not leave one by accident. The last owner cannot leave.':
    '必须指明团队，以免误离开。最后一位所有者不能离开。',
  'takes you out of the Team demo': '让你离开团队 demo',
  'Transfer a Team: somebody else becomes owner, and you step back.': '转让团队：由别人成为所有者，你退下。',
  'Two steps, each in the audit log: the other person becomes owner, then you become what --to-role says. When the second fails both of you are owners, and the call can be repeated.':
    '分两步，每步都记入审计日志：对方成为所有者，然后你成为 --to-role 所说的角色。第二步失败时你们都是所有者，可以再运行一次。',
  'what you become: member (default) or viewer': '你成为：member（成员，默认）或 viewer（查看者）',
  'makes Jonas owner and you a member': '让 Jonas 成为所有者，你成为成员',
  'Delete a Team once its grace time is over.': '删除团队，在宽限期结束时生效。',
  'From now on every node refuses its apps, and nothing in it can be changed. Until the time that is printed, teams keep calls it off; then everything of it is deleted for good. Owners only.':
    '从现在起每个节点都拒绝它的应用，其中的内容都不能更改。在显示的时间之前可以用 teams keep 撤销；之后它的一切会被永久删除。仅限所有者。',
  'the name of the Team': '团队的名称',
  'closes the Team, and says when it is deleted': '关闭团队，并说明何时删除',
  'Call the deletion of a Team off.': '撤销删除团队。',
  'Its apps work again within a second. A deletion that operators of the installation asked for can be called off by them only. Owners only.':
    '它的应用在一秒内恢复。由这套安装的运维人员要求的删除只能由他们撤销。仅限所有者。',
  'leaves the Team as it was': '让团队保持原样',
  "List a Team's Developer apps and App requests.": '列出团队的开发者应用和应用申请。',
  'One line per app: slot, state, app key, XID, end of the trial and name. No secret. On the store without --as it lists any Team, by code or name.':
    '每个应用一行：名额、状态、AK、XID、试用结束时间和名称。没有密钥。对存储操作且没有 --as 时，可以用代码或名称列出任何团队的应用。',
  'shows the apps of the demo Team': '显示团队 demo 的应用',
  'Show an app.': '显示一个应用。',
  'its app key or name': '应用的 AK 或名称',
  'prints key, XID, state and what expires soon': '打印 AK、XID、状态和即将到期的内容',
  'Create a trial app, and wait until it is ready.': '创建试用应用，并等待它就绪。',
  "Permanently takes one of the Team's three app slots. A name that an app of the Team has already is refused without --yes: commands could name neither of them by it. Owners only.":
    '永久占用团队三个应用名额中的一个。团队已有同名的应用时，没有 --yes 会被拒绝：否则命令无法用名称指明其中任何一个。仅限所有者。',
  'what the Team sees: 1 to 64 characters': '团队看到的名称：1 到 64 个字符',
  'a second app of this name is meant': '确实要第二个同名的应用',
  'seconds to wait for it, 0 to 3600; default 120; 0 only prints the request':
    '等待它就绪的秒数，0 到 3600；默认 120；0 表示只打印申请',
  'prints the app key of the new app': '打印新应用的 AK',
  'Rename an app.': '重命名应用。',
  'Key and XID stay the same. Owners only.': 'AK 和 XID 不变。仅限所有者。',
  'changes the name': '更改名称',
  'Change what is set of an app: description, contact, colour, networks, activation, leaked secrets.':
    '更改应用的设置：描述、联系人、颜色、网络、激活、泄露的密钥。',
  'What is left out stays. --networks and --read-only hold on every node within a second; tokens that were exchanged before go on reading until they end. Owners only.':
    '没有给出的保持不变。--networks 和 --read-only 在一秒内对每个节点生效；之前换取的令牌在到期前仍可读取。仅限所有者。',
  'what the app is for; an empty text removes it': '应用的用途；空文本表示移除',
  'e-mail address of whoever looks after it; an empty text removes it': '负责人的邮箱地址；空文本表示移除',
  'colour of its mark: {}, or none': '标记的颜色：{}，或 none 表示没有',
  'networks it exchanges from, separated by commas, such as 203.0.113.0/24,2001:db8::/32; any for all':
    '可以从哪些网络换取令牌，用逗号分隔，例如 203.0.113.0/24,2001:db8::/32；any 表示全部',
  'it may not activate tours': '不可以激活空间',
  'it may activate tours': '可以激活空间',
  'a version of its secret that a code host finds in public is retired at once':
    '代码托管平台公开发现的密钥版本立即作废',
  'such a version stays in force, and you are warned': '这样的版本继续有效，你会收到提醒',
  'lets the app exchange from one network, and read': '让应用只从一个网络换取令牌，并且只能读取',
  'Disable an app.': '停用应用。',
  'The gateway refuses its secrets and tokens within a second. The app keeps its slot. Owners only.':
    '网关在一秒内拒绝它的密钥和令牌。应用保留名额。仅限所有者。',
  'blocks the app at the gateway': '在网关上拦住该应用',
  'Enable an app.': '启用应用。',
  'The gateway accepts its live secrets again. An ended trial stays ended. Owners only.':
    '网关重新接受它的有效密钥。已结束的试用不会恢复。仅限所有者。',
  'unblocks the app': '不再拦住该应用',
  "Delete an app's data.": '删除应用的数据。',
  'Its secrets end within a second and are deleted with its name, its settings, its usage and its last calls. App key and slot stay taken. It cannot be undone. Owners only.':
    '它的密钥在一秒内失效，并连同名称、设置、用量和最近的调用一起删除。AK 和名额仍被占用。无法撤销。仅限所有者。',
  'the name of the app once more': '再写一次应用的名称',
  'leaves of the app its key and slot': '只留下应用的 AK 和名额',
  'Run an operation of the gateway for an app, through the portal.': '通过门户以应用的身份调用网关的接口。',
  'No secret is needed here: the portal makes the call. The envelope is printed byte for byte, so --json changes nothing on standard output; a refusal of the gateway goes to standard error. access-token takes no parameters, and its token is masked. vr-submit changes something: members and owners only. Operations: {}.':
    '这里不需要密钥：由门户发起调用。信封逐字节打印，因此 --json 不改变标准输出；网关的拒绝写到标准错误。access-token 不接受参数，令牌会被遮住。vr-submit 会更改内容：仅限成员和所有者。接口：{}。',
  'parameters, as name=value': '参数，写作 name=value',
  'prints the envelope of that read': '打印该读取的信封',
  "List the live versions of an app's secret, with their use.": '列出应用密钥的有效版本及其使用情况。',
  'One line per version, newest first: number, last use, share of the last day, end, and whether it can be retired. No secret.':
    '每个版本一行，最新的在前：编号、最近使用、最近一天的占比、结束时间，以及能否作废。没有密钥。',
  'shows whether the old version is still in use': '显示旧版本是否仍在使用',
  "Print an app's secret.": '打印应用密钥。',
  'The same guard as on the page: owners only, a bot check (solved here where the portal makes its own), a limit, and an entry in the audit log before the answer. Not at the store: operators are shown no secret. The secret is stored nowhere: mind where standard output goes.':
    '与页面上的防护相同：仅限所有者、人机验证（门户使用自己的验证时在这里完成）、次数限制，并且先记入审计日志再应答。不能对存储操作：运维人员看不到密钥。密钥不会保存在任何地方：请注意标准输出的去向。',
  'which version; default: the newest': '哪个版本；默认为最新的',
  'puts it into this shell only': '只放进这个 shell',
  "Rotate an app's secret: create a new version.": '轮换应用密钥：创建新版本。',
  'The previous version keeps working for the overlap. Owners only.': '之前的版本在重叠期内仍然有效。仅限所有者。',
  'hours both versions work, 0 to {}; default 24; 0 ends the old one at once':
    '两个版本都有效的小时数，0 到 {}；默认 24；0 表示旧版本立即失效',
  'days until the new version ends, 1 to 3650; default: it has no end':
    '新版本多少天后结束，1 到 3650；默认没有结束时间',
  'leaves a day to deploy the new version': '留出一天部署新版本',
  'ends the old version at once, for a secret that may have leaked': '密钥可能已泄露时，立即让旧版本失效',
  "Retire an old version of an app's secret.": '作废应用密钥的旧版本。',
  'The gateway refuses it within a second; that cannot be undone. Owners only.':
    '网关在一秒内拒绝它；无法撤销。仅限所有者。',
  'its number': '版本的编号',
  'retires version 1': '作废版本 1',
} as const;
