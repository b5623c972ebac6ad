/** Beginning, signing in, profiles. */
export const beginHelp = {
  'Create a Team, an app and a .env file here, ready for the first call.':
    '在此目录创建团队、应用和 .env 文件，为第一次调用做好准备。',
  'At a portal only. Signs you in if needed (on a terminal), uses your active Team or creates one, uses the app of that name or creates it and waits, reveals its secret and writes OPENHOUSE_BASE_URL, OPENHOUSE_APP_KEY and OPENHOUSE_APP_SECRET to .env (mode 0600). In a git repository it adds .env to .gitignore. It replaces an existing .env only with --force. Without a terminal it asks nothing: pass what it needs as options.':
    '只用于门户。必要时先登录（在终端中）；使用你当前的团队，没有就新建；使用同名的应用，没有就新建并等待它就绪；然后显示它的密钥，并把 OPENHOUSE_BASE_URL、OPENHOUSE_APP_KEY 和 OPENHOUSE_APP_SECRET 写入 .env（权限 0600）。在 git 仓库中会把 .env 加入 .gitignore。已有的 .env 只在加上 --force 时才会被替换。不在终端中时它什么都不问：请用选项给出它需要的内容。',
  'Target, the first that applies: --profile or --portal; --store, --as or --data-dir (the store); OPENHOUSE_PROFILE; OPENHOUSE_PORTAL_URL; DATABASE_URL or DATA_DIR (the store); a data directory .openhouse here (the store); the current profile, which is that of the last openhouse login or openhouse profiles use. On a terminal the command prints its target. At the store it acts as the operator, and the audit says so.':
    '目标按以下顺序取第一个：--profile 或 --portal；--store、--as 或 --data-dir（存储）；OPENHOUSE_PROFILE；OPENHOUSE_PORTAL_URL；DATABASE_URL 或 DATA_DIR（存储）；此处的数据目录 .openhouse（存储）；当前配置，即最近一次 openhouse login 或 openhouse profiles use 的配置。在终端中命令会显示它的目标。对存储操作时以运维人员的身份进行，审计日志会写明。',
  'name of the app; default: the name of this directory': '应用名称；默认为此目录的名称',
  'code of the Team; default: your active Team': '团队代码；默认为你当前的团队',
  'name of the Team to create if you are in none': '你还没有团队时，新建团队的名称',
  'replace an existing .env': '替换已有的 .env',
  'seconds to wait for the app, 1 to 3600; default 120': '等待应用就绪的秒数，1 到 3600；默认 120',
  'when signing in: only print the address of the page': '登录时只显示页面的地址',
  'act at this portal (OPENHOUSE_PORTAL_URL)': '对这个门户操作（OPENHOUSE_PORTAL_URL）',
  'act with the session of this profile (OPENHOUSE_PROFILE)': '使用这个配置的会话（OPENHOUSE_PROFILE）',
  'act on the store that DATABASE_URL or DATA_DIR names': '对 DATABASE_URL 或 DATA_DIR 指明的存储操作',
  'on the store: act in the place of this person, by e-mail address or code; needs --reason':
    '对存储操作时：代替此人操作，用邮箱地址或代码指明；需要 --reason',
  'on the store: why; the audit of the Team shows it': '对存储操作时：原因；团队的审计日志会显示它',
  'data directory, instead of DATA_DIR or .openhouse': '数据目录，代替 DATA_DIR 或 .openhouse',
  'print one JSON object on stdout, or one per line': '在标准输出上打印一个 JSON 对象，或每行一个',
  'asks what it needs to know': '询问需要知道的内容',
  'asks nothing': '什么都不问',
  'Sign this machine in to a portal, with your consent in a browser.': '在浏览器中经你同意，让这台机器登录门户。',
  'Shows a code; type it into the page of the portal and allow this machine. The machine then acts as you for {} days, or until you run openhouse logout or end the session in the portal. The session is saved in sessions.json (mode 0600) in OPENHOUSE_CONFIG_DIR, else XDG_CONFIG_HOME/openhouse, else ~/.config/openhouse. You can be signed in to several portals, each session in a profile of its own: --profile names it, else the first is called default and others as their host.':
    '显示一个代码；在门户页面上输入它，并允许这台机器。此后 {} 天内这台机器以你的身份操作，直到你运行 openhouse logout，或在门户中结束该会话。会话保存在 sessions.json（权限 0600）中，位于 OPENHOUSE_CONFIG_DIR，否则 XDG_CONFIG_HOME/openhouse，否则 ~/.config/openhouse。你可以登录多个门户，每个会话有自己的配置：--profile 指定名称，否则第一个叫 default，其余以主机名为名。',
  'only print the address of the page': '只显示页面的地址',
  'signs in and makes this the current profile': '登录，并把它作为当前配置',
  'keeps a second session, for --profile staging': '保留第二个会话，供 --profile staging 使用',
  'Nobody was signed in: run it again.': '没有登录任何人：请再运行一次。',
  'Sign this machine out of a portal.': '让这台机器退出门户。',
  'If the portal does not answer, the session is deleted on this machine only and the command exits with 4: end it in the portal as well.':
    '如果门户没有应答，会话只在这台机器上删除，命令以 4 退出：请在门户中也结束它。',
  'signs this machine out of the portal of the current profile': '让这台机器退出当前配置的门户',
  'Show who is signed in, where, in which Team and until when.': '显示谁登录了、在哪个门户、哪个团队以及到何时为止。',
  'Says what the command acts with: a session of a profile, or the store. Exits with 3 if nobody is signed in.':
    '说明命令以什么操作：某个配置的会话，或存储。没有人登录时以 3 退出。',
  'prints your name, portal, Team, profile and the end of the session':
    '显示你的姓名、门户、团队、配置和会话的结束时间',
  'List the portals that this machine is signed in to.': '列出这台机器登录的门户。',
  'One line per profile: name, portal, person and when the session ends at the latest; the current one is marked. This makes no network call: openhouse whoami --profile NAME says whether a session is still valid.':
    '每个配置一行：名称、门户、人员，以及会话最迟何时结束；当前的配置有标记。不访问网络：openhouse whoami --profile NAME 会说明会话是否仍然有效。',
  'shows which portals you can act at': '显示可以对哪些门户操作',
  'Keep a credential of a Team in a profile.': '把团队的凭据保存为一个配置。',
  'The credential is read from OPENHOUSE_CREDENTIAL, else from standard input: on the command line it would end up in the shell history. The portal is asked whose credential it is. It is stored like a session, and the current profile stays.':
    '凭据从 OPENHOUSE_CREDENTIAL 读取，否则从标准输入读取：写在命令行上会留在 shell 的历史记录中。命令会询问门户这是谁的凭据。它的保存方式与会话相同，当前配置不变。',
  'name of the new profile': '新配置的名称',
  'keeps it': '保存凭据',
  'Choose the profile that commands use where you name none.': '选择不指明配置时命令使用的配置。',
  'its name, from openhouse profiles': '配置的名称，见 openhouse profiles',
  'makes staging the current profile': '把 staging 作为当前配置',
  'Forget a profile on this machine.': '在这台机器上忘记一个配置。',
  'The session is deleted on this machine but stays valid at the portal. openhouse logout --profile NAME ends it there as well.':
    '会话在这台机器上删除，但在门户中仍然有效。openhouse logout --profile NAME 在门户中也结束它。',
  'forgets a portal that is gone': '忘记一个已不存在的门户',
} as const;
