/** Calls of the gateway. */
export const gatewayHelp = {
  'Download whole tours from any compatible gateway as bundles.': '从任何兼容的网关把完整的空间下载为数据包。',
  'Each tour becomes a directory named after its resource code, with one JSON file for every operation that answers, byte for byte, and the files that the gateway itself serves. Import it with openhouse import. Name a tour CODE, or CODE:NODE with the root node of its combined tour; without NODE the code itself is tried. Existing bundles are left alone, or brought up to date with --update: what has not changed costs a header each. An interrupted pull resumes when you run it again. It honours Retry-After. What fails on the way (a proxy in between, a connection that breaks or stalls) is asked for again, then reported as that file, and the others are fetched.':
    '每个空间写成一个以资源编码命名的目录，其中每个有应答的接口各有一个逐字节相同的 JSON 文件，还有网关自己提供的文件。用 openhouse import 导入它。空间写作 CODE，或写作 CODE:NODE，NODE 是合并空间的根节点；没有 NODE 时用编码本身尝试。已有的数据包保持不动，加上 --update 则会更新：没有变化的内容每个只取一个响应头。中断的下载再运行一次会继续。它遵守 Retry-After。途中失败的内容（中间的代理、断开或停滞的连接）会再次请求，仍失败就报告该文件，其余照常取得。',
  'resource codes, each with or without :NODE': '资源编码，每个可以带 :NODE',
  'file with more tours, one per line': '列出更多空间的文件，每行一个',
  'tours at a time, 1 to 16; default 2': '同时下载的空间数，1 到 16；默认 2',
  'maximum size of a file in MiB, 1 to 4096; default 64': '单个文件的最大大小，单位 MiB，1 到 4096；默认 64',
  "maximum size of a tour's files in MiB, 1 to 65536; default 256":
    '一个空间的文件总大小上限，单位 MiB，1 到 65536；默认 256',
  'seconds without a byte after which an answer has stalled, 1 to 600; default {}; a whole one may take ten times as long':
    '多少秒没有收到字节就算停滞，1 到 600；默认 {}；整个应答可以用十倍的时间',
  'bring bundles that are there up to date; versions are noted beside each, in .CODE.etags.json':
    '更新已有的数据包；版本记在旁边的 .CODE.etags.json 中',
  'address of the gateway (OPENHOUSE_BASE_URL)': '网关的地址（OPENHOUSE_BASE_URL）',
  'app key (OPENHOUSE_APP_KEY); the secret is read from OPENHOUSE_APP_SECRET':
    'AK（OPENHOUSE_APP_KEY）；应用密钥从 OPENHOUSE_APP_SECRET 读取',
  'writes the demo tour to backup/demo-loft': '把演示空间写到 backup/demo-loft',
  'downloads every tour listed in codes.txt': '下载 codes.txt 中列出的每个空间',
  'fetches what has changed since; for every night': '取得此后有变化的内容；适合每晚运行',
  'Run it again: what has arrived is not fetched again.': '请再运行一次：已取得的内容不会再取。',
  'Exchange app key and secret for an access token and print it.': '用 AK 和应用密钥换取访问令牌并打印。',
  'Without an app key it uses the app of the .env file here, else the demo app of the data directory.':
    '没有给出 AK 时，使用此处 .env 文件中的应用，否则使用数据目录的演示应用。',
  'calls the gateway with a fresh token': '用新的令牌调用网关',
  'List the tours that an app can read.': '列出应用可以读取的空间。',
  'One line a tour, newest first: resource code, state, when it was made, when it was last imported or activated, and name; with --json the entry of the gateway. Calls the gateway with an app, as openhouse get does; openhouse tours lists those of a Team, at the portal or the store. It honours Retry-After.':
    '每个空间一行，最新的在前：资源编码、状态、创建时间、最近一次导入或激活的时间和名称；加上 --json 则为网关返回的条目。它像 openhouse get 一样以应用调用网关；openhouse tours 则在门户或存储中列出团队的空间。它遵守 Retry-After。',
  'only tours that changed then or later, last changed first: Unix seconds, or as in 2026-11-25T00:00:00Z':
    '只列出在此时间或之后有变化的空间，最近变化的在前：Unix 秒，或写作 2026-11-25T00:00:00Z',
  'shows every tour of the demo app': '显示演示应用的每个空间',
  'shows what has changed since that day began in UTC': '显示自该日（UTC）开始以来有变化的空间',
  'Call a read of the gateway and print its envelope.': '调用网关的读取接口，并打印响应信封。',
  'The envelope is printed byte for byte, so --json changes nothing on standard output. Operations: {}.':
    '信封逐字节打印，因此 --json 不改变标准输出。接口：{}。',
  'name of the operation': '接口的名称',
  'query parameters, as name=value': '查询参数，写作 name=value',
  'prints the basic data of the demo tour': '打印演示空间的基础数据',
  'Set a tour active.': '激活一个空间。',
  'code of the tour': '空间的资源编码',
  'sets the inactive demo tour active': '激活未激活的演示空间',
} as const;
