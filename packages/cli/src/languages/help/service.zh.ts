/** The service, doctor and status. */
export const serviceHelp = {
  'Run the service until SIGTERM or Ctrl-C.': '运行服务，直到收到 SIGTERM 或 Ctrl-C。',
  'Configured by environment variables; if some are wrong, it lists them all and does not start. On SIGTERM it drains: requests in flight are finished first. A worker that is lost is replaced; one that gets SIGTERM drains and is replaced.':
    '用环境变量配置；如果有错误，会全部列出并且不启动。收到 SIGTERM 时会排空：先完成正在处理的请求。失去的工作进程会被替换；收到 SIGTERM 的工作进程会排空，然后被替换。',
  'processes that share the ports, or auto for one per core; overrides WORKERS':
    '共用端口的进程数，auto 表示每个核一个；优先于 WORKERS',
  'serve one part: portal, gateway, or operator-jobs; overrides SERVE_ONLY':
    '只提供一个部分：portal、gateway 或 operator-jobs；优先于 SERVE_ONLY',
  'once ready, print one JSON object with the addresses instead of the banner':
    '就绪后打印一个含有地址的 JSON 对象，代替横幅',
  'serves on localhost, with the embedded store and the demo tours': '在 localhost 上提供服务，使用内置存储和演示空间',
  'serves from every core of the machine': '用机器的每个核提供服务',
  'Migrate the database to this version.': '把数据库迁移到此版本。',
  'Safe to repeat, and to run on several machines at once. In production nothing else changes the schema. With --plan it changes nothing and shows every statement that it would run, the lock that it takes on each table, who waits for it, and about how long it takes by the size of the table.':
    '可以放心重复，也可以在多台机器上同时运行。在生产环境中没有别的东西会更改表结构。加上 --plan 时不做任何更改，只显示它会执行的每条语句、对每个表加的锁、谁会等待，以及按表的大小估计的时间。',
  'show what would be done, and change nothing': '只显示会做什么，不做任何更改',
  'migrates a PostgreSQL database': '迁移一个 PostgreSQL 数据库',
  'shows which tables would be locked, and how long': '显示会锁定哪些表、多长时间',
  'Migrations are applied together or not at all: run it again.': '迁移要么全部生效，要么都不生效：请再运行一次。',
  'Check an installation and say how to fix what is wrong.': '检查一套安装，并说明如何解决问题。',
  'With a store (DATABASE_URL, DATA_DIR or .openhouse here): configuration, file modes, disk space, keys, database, schema, role, clocks, Redis, identity provider, app service, and both addresses. With openhouse login: the saved sessions, their file modes and expiry, and whether the portal accepts them. Changes nothing and shows no secret. Exits with 1 when something is broken, with 0 when there are only warnings.':
    '有存储时（DATABASE_URL、DATA_DIR 或此处的 .openhouse）检查：配置、文件权限、磁盘空间、密钥、数据库、表结构、角色、时钟、Redis、身份提供方、应用服务，以及两个地址。登录过（openhouse login）时检查：保存的会话、其文件权限和到期时间，以及门户是否接受它们。不做任何更改，也不显示密钥。有东西坏了时以 1 退出，只有警告时以 0 退出。',
  'check one part: portal, gateway, or operator-jobs; overrides SERVE_ONLY':
    '只检查一个部分：portal、gateway 或 operator-jobs；优先于 SERVE_ONLY',
  'check the installation even if nothing names one': '即使没有任何设置指明安装，也检查它',
  'checks this installation, or this machine’s session': '检查这套安装，或这台机器的会话',
  'prints one JSON object per check': '每项检查打印一个 JSON 对象',
  'Nothing was changed, and not everything was checked: run it again.':
    '没有更改任何内容，检查也没有做完：请再运行一次。',
  'Show what works of a running portal.': '显示正在运行的门户中哪些部分正常。',
  'One line for each of portal, gateway, sign-in and imports, as the portal last measured, and what operators say. Ends with 1 where something does not work.':
    '门户、网关、登录和导入各一行，按门户最近一次的测量，以及运维人员的公告。有部分不正常时以 1 退出。',
  'shows whether the portal you are signed in to works': '显示你登录的门户是否正常',
} as const;
