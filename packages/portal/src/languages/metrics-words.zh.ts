/** Paragraphs and cells of the page of metrics and alerts, in Chinese. */
export const metricsWords: Readonly<Record<string, string>> = {
  '`/metrics` of the operator port has these, and those of Node.js and the process. Prometheus reads the rules of [alerts.yml](../monitoring/alerts.yml), Grafana the dashboard of [grafana.json](../monitoring/grafana.json); both take the job of the service to be called `openhouse`.':
    '运维端口的 `/metrics` 提供下列指标，以及 Node.js 和进程的指标。Prometheus 读取 [alerts.yml](../monitoring/alerts.yml) 中的规则，Grafana 读取 [grafana.json](../monitoring/grafana.json) 中的仪表板；两者都假定服务的 job 名为 `openhouse`。',
  metric: '指标',
  type: '类型',
  labels: '标签',
  meaning: '含义',
  counter: '计数器（counter）',
  histogram: '直方图（histogram）',
  gauge: '仪表（gauge）',
  'Calls of the gateway by operation and envelope status.': '网关的调用次数，按接口和信封的 status 区分。',
  'Time from request to answer, in seconds, by operation.': '从请求到响应的时间，单位秒，按接口区分。',
  'Calls of the portal by method, route pattern and HTTP status.':
    '门户的调用次数，按方法、路由模式和 HTTP 状态码区分。',
  'Time from request to answer, in seconds, by route pattern.': '从请求到响应的时间，单位秒，按路由模式区分。',
  'Calls of the portal whose X-Forwarded-For or Forwarded did not fit TRUST_PROXY_HOPS, by how.':
    'X-Forwarded-For 或 Forwarded 与 TRUST_PROXY_HOPS 不符的门户调用次数，按不符的方式区分。',
  'Connections that were closed unread because a surface had as many as its share of file descriptors allows.':
    '未读取就关闭的连接数：门户或网关的连接数已达到其文件描述符份额。',
  '1 while /readyz answers that this node can serve, 0 while the database lets it not.':
    '/readyz 表示本节点可以提供服务时为 1，因数据库而不能时为 0。',
  '1 while the database is read-only, or has refused a change for lack of room within 5 minutes: reads go on.':
    '数据库只读，或在 5 分钟内因空间不足拒绝过更改时为 1：读取照常。',
  'Connections to the database by pool (work, reads, replica) and state (busy, idle).':
    '到数据库的连接数，按连接池（work、reads、replica）和状态（busy、idle）区分。',
  'Most connections of each pool.': '每个连接池的连接数上限。',
  'Calls that wait for a connection to the database, by pool.': '等待数据库连接的调用数，按连接池区分。',
  "Seconds that the database's clock is ahead of this machine's; negative when it is behind.":
    '数据库时钟比本机时钟快的秒数；慢时为负数。',
  'Times that the database was another copy than before, as after a failover: what the new copy lacks is lost.':
    '数据库变成另一份副本的次数，例如故障切换之后：新副本缺少的内容已经丢失。',
  'Statements that read payloads into memory where DATABASE_READ_URL names a replica, by the server that answered (replica, database).':
    '在 DATABASE_READ_URL 指定了副本时，把数据读入内存的语句数，按应答的服务器（replica、database）区分。',
  'Age of what this node knows of apps and tours, in seconds.': '本节点所知的应用和空间状态的陈旧程度，单位秒。',
  'Bytes of tour payloads in memory.': '内存中空间数据的字节数。',
  'Payloads that were in memory when a call asked for them.': '调用所需、已在内存中的数据份数。',
  'Payloads that were not in memory, and were read from the database.': '不在内存中、从数据库读取的数据份数。',
  '1 while the store of files does not answer and files are refused with 503, otherwise 0.':
    '文件存储不应答、文件以 503 拒绝时为 1，否则为 0。',
  'Files that no tour named any more and that this node removed.': '不再有空间引用、由本节点删除的文件数。',
  '1 while calls are counted by the server of REDIS_URL, 0 while it is away; absent without one.':
    '由 REDIS_URL 的服务器计数时为 1，它不在线时为 0；没有设置时不出现。',
  'Requests that this node counted for the limits alone, because REDIS_URL was away.':
    '因 REDIS_URL 不在线而由本节点单独计入限额的请求数。',
  'Processes that count the limits of the same callers elsewhere, because their REDIS_URL is another one or missing.':
    '在别处为同样的调用方计算限额的进程数：它们的 REDIS_URL 不同或没有设置。',
  'Uploads of tours that arrived, by what became of them: imported, in part, refused, busy, left by their sender, or failed for reasons of the service.':
    '收到的空间上传数，按结果区分：已导入、部分导入、被拒绝、繁忙、发送方离开，或因服务自身的原因失败。',
  'Time from the end of an upload to its report, in seconds, waiting included.':
    '从上传结束到给出报告的时间，单位秒，包括等待。',
  'Bytes of uploads of tours that arrived.': '收到的空间上传的字节数。',
  'Tours of uploads by what became of them (created, changed, unchanged, refused).':
    '上传中的空间数，按结果区分（created 新建、changed 更改、unchanged 未变、refused 被拒绝）。',
  'Calls that found the identity provider unavailable, held back ones included, by call.':
    '身份提供方不可用时的调用次数，包括被暂缓的，按调用区分。',
  'App requests that are not completed yet.': '尚未完成的应用申请数。',
  'Age of the oldest App request that is not completed, in seconds.': '最早一个未完成的应用申请已等待的时间，单位秒。',
  'Age of the oldest mail that is not sent, in seconds.': '最早一封未发出的邮件已等待的时间，单位秒。',
  'Entries in the audit logs of all Teams together.': '全部团队的审计日志条目总数。',
  'Rows that were kept as long as the operator has set and that this node removed, by kind (usage, calls, audit, sessions, handshakes).':
    '已保存到运维人员所设期限、由本节点删除的行数，按种类区分（usage 用量、calls 调用、audit 审计、sessions 会话、handshakes 握手）。',
  'Mails by what became of them: sent, postponed to another try, failed for good, or dropped because nobody is to get them any more.':
    '邮件数，按结果区分：已发送、推迟再试、最终失败，或因已无人应当收到而放弃。',
  'Tries to deliver webhooks of Teams by what became of them: delivered, postponed to another try, or given up.':
    '投递团队 webhook 的尝试次数，按结果区分：已送达、推迟再试，或放弃。',
  'Seconds by which the oldest of each kind is kept longer than the operator has set.':
    '每个种类中最旧的一项超过运维人员所设期限的秒数。',
  'From when the certificate is valid that a variable leads to, as the server there shows it or a file has it, in seconds since 1970.':
    '某个变量所指证书的生效时间，以那里的服务器出示的或文件中的为准，单位是自 1970 年起的秒数。',
  'When that certificate ends, in seconds since 1970; absent without TLS, and until the server has answered once.':
    '该证书的到期时间，单位是自 1970 年起的秒数；没有 TLS 时，以及服务器首次应答之前不出现。',
  'Always 1; the labels name the version of the service and of Node.js.': '始终为 1；标签说明服务和 Node.js 的版本。',
  'Workers that serve now. With more than one worker.': '正在提供服务的工作进程数。有多个工作进程时才有。',
  'Workers that ended by themselves and were replaced. With more than one worker.':
    '自行结束并已被替换的工作进程数。有多个工作进程时才有。',
  Alerts: '告警',
  alert: '告警',
  severity: '级别',
  after: '持续',
  'meaning and remedy': '含义和处理',
  page: '立即（page）',
  ticket: '工单（ticket）',
  "A node does not answer at its operator port. See whether its process runs, and the process's log.":
    '一个节点的运维端口不应答。查看它的进程是否在运行，以及进程的日志。',
  'More than 2% of the calls of the gateway fail for reasons of its own. See /readyz of each node, and the lines "broken" and "database away" of the log.':
    '网关超过 2% 的调用因自身的原因失败。查看每个节点的 /readyz，以及日志中的 "broken" 和 "database away" 行。',
  'More than 5% of the calls of the portal fail for reasons of its own. See /readyz of each node, and the identity provider.':
    '门户超过 5% 的调用因自身的原因失败。查看每个节点的 /readyz 和身份提供方。',
  'One of a hundred calls of the gateway takes longer than a second. See the database, openhouse_database_waiting, and docs/guides/capacity.md.':
    '网关每一百次调用就有一次超过一秒。查看数据库、openhouse_database_waiting 和 docs/guides/zh/capacity.md。',
  'A node has not heard from the database for 5 s: after STANDING_STALE_MAX_S it answers 503. See whether it reaches the database.':
    '一个节点已有 5 秒没有收到数据库的消息：超过 STANDING_STALE_MAX_S 后它以 503 应答。查看它能否连上数据库。',
  'A node says that it cannot serve: the database is away, read-only, or a replica. Its /readyz says why; docs/guides/when-a-part-fails.md says what to do.':
    '一个节点表示不能提供服务：数据库不在线、只读，或是副本。它的 /readyz 说明原因；docs/guides/zh/when-a-part-fails.md 说明怎样处理。',
  'The database refuses changes: it is read-only, or its disk has no room. Reads go on. See the warnings of /readyz; give the disk room, or undo what made it read-only.':
    '数据库拒绝更改：它是只读的，或磁盘没有空间。读取照常。查看 /readyz 的警告；腾出磁盘空间，或撤销使它只读的设置。',
  'The database is another copy than before, after a failover or a restore. See "the database is another copy than before" in the log: "lost" says how many changes are gone.':
    '故障切换或恢复之后，数据库是另一份副本。查看日志中的 "the database is another copy than before"：其中 "lost" 说明丢失了多少更改。',
  'A certificate ends within two weeks, and nothing has renewed it. The label names the variable that leads to it. Renew it there, and let the server that shows it read it again.':
    '一个证书将在两周内到期，还没有续期。标签给出指向它的变量。在那里续期，并让出示它的服务器重新读取。',
  'Calls wait for a connection to the database all the time. See what the connections wait for (pg_stat_activity); raise DATABASE_POOL_SIZE where the database has room.':
    '一直有调用在等待数据库连接。查看连接在等待什么（pg_stat_activity）；数据库有余量时调大 DATABASE_POOL_SIZE。',
  "The clock of a node is more than 2 s off the database's. Let both follow a time server (chrony, systemd-timesyncd).":
    '一个节点的时钟与数据库的相差超过 2 秒。让两者都跟随时间服务器（chrony、systemd-timesyncd）。',
  'The shared limiter is away: each node counts alone, so the limits are looser. See the server of REDIS_URL.':
    '共享的限额计数器不在线：每个节点单独计数，限额因此变松。查看 REDIS_URL 的服务器。',
  'Processes count the limits in different places, so an app may call each group of them up to its limit. Give all of them the same REDIS_URL; the warnings of /readyz name the others.':
    '进程在不同的地方计算限额，因此应用可以对每一组都调用到限额。给它们设置同一个 REDIS_URL；/readyz 的警告会指出其他进程。',
  'Uploads of tours fail for reasons of the service. See "an import broke" in the log, /readyz, and the store of files.':
    '空间上传因服务自身的原因失败。查看日志中的 "an import broke"、/readyz 和文件存储。',
  'The store of files is away: pictures and models are answered with 503. See the store that ASSET_STORE_URL names, and /readyz.':
    '文件存储不在线：图片和模型以 503 应答。查看 ASSET_STORE_URL 指定的存储和 /readyz。',
  'The identity provider is away: nobody can sign in. See the provider, and openhouse doctor.':
    '身份提供方不在线：无人能够登录。查看提供方，并运行 openhouse doctor。',
  'The mail server takes no mails, or refuses some of them for good. See openhouse doctor, and "mail" in the log. Mails are tried again for three days.':
    '邮件服务器不接收邮件，或最终拒绝了其中一些。运行 openhouse doctor，并查看日志中的 "mail"。邮件会重试三天。',
  'An App request has not been completed for ten minutes. See the upstream app service, and the log of the process that runs the jobs.':
    '一个应用申请十分钟仍未完成。查看上游应用服务，以及运行任务的进程的日志。',
  'No process runs the background jobs: apps stay pending, mails and webhooks wait, nothing is removed. Start one with SERVE_ONLY of all or operator-jobs, and let Prometheus read it.':
    '没有进程在运行后台任务：应用一直处于申请中，邮件和 webhook 在等待，过期内容不会被删除。启动一个 SERVE_ONLY 为 all 或 operator-jobs 的进程，并让 Prometheus 读取它。',
  'Something is kept for two days longer than the operator has set. See the log of the process that runs the jobs: "retention failed".':
    '有内容比运维人员所设的期限多保存了两天。查看运行任务的进程的日志："retention failed"。',
  'Callers are refused because the process may not open more files. Raise its limit of file descriptors (LimitNOFILE), or add a node.':
    '因为进程不能再打开文件，调用方被拒绝。调高它的文件描述符上限（LimitNOFILE），或增加节点。',
  'Workers end by themselves. See the log for what they said last, and the memory of the machine.':
    '工作进程自行结束。查看日志中它们最后的记录，以及机器的内存。',
};
