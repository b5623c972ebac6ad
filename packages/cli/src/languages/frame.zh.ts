/** What stands around the help of the commands, and what is wrong with a call, in Chinese. `{}` stands for what differs. */
export const frameInChinese = {
  'Openhouse: a developer portal and an open data gateway for VR tours.':
    'Openhouse：VR 空间的开发者门户和开放数据网关。',
  'output the version number': '显示版本号',
  'display help for command': '显示命令的说明',
  'Run it with --help to see what it takes. Write -- before a word that begins with - and is no option.':
    '加上 --help 运行，可查看它接受什么。以 - 开头而不是选项的词，请在前面写 --。',
  'Options stand behind the command, as in openhouse list --json.': '选项写在命令之后，例如 openhouse list --json。',
  'Run openhouse --help to see the commands. Options stand behind the command, as in openhouse list --json.':
    '运行 openhouse --help 可查看全部命令。选项写在命令之后，例如 openhouse list --json。',
  'Begin, and sign in': '开始和登录',
  'Call the gateway': '调用网关',
  'Import, make and show tours': '导入、制作和展示空间',
  'Manage a Team, its apps and secrets': '管理团队、应用和密钥',
  'See what happens': '查看发生的事',
  'Run an installation': '运行一套安装',
  'Agents, shells and the rest': '智能体、shell 和其他',
  'Examples:': '示例：',
} as const;

/** Sentences and headings of commander, which it prints itself. */
export const commanderInChinese: Readonly<Record<string, string>> = {
  'Usage:': '用法：',
  'Arguments:': '参数：',
  'Options:': '选项：',
  'Commands:': '命令：',
  "error: missing required argument '{}'": "错误：缺少必需的参数 '{}'",
  "error: option '{}' argument missing": "错误：选项 '{}' 缺少值",
  "error: unknown option '{}'": "错误：没有选项 '{}'",
  "error: unknown option '{}'\n(Did you mean one of {}?)": "错误：没有选项 '{}'\n（你是否要写其中之一：{}？）",
  "error: unknown option '{}'\n(Did you mean {}?)": "错误：没有选项 '{}'\n（你是否要写 {}？）",
  "error: unknown command '{}'": "错误：没有命令 '{}'",
  "error: unknown command '{}'\n(Did you mean one of {}?)": "错误：没有命令 '{}'\n（你是否要写其中之一：{}？）",
  "error: unknown command '{}'\n(Did you mean {}?)": "错误：没有命令 '{}'\n（你是否要写 {}？）",
  "error: too many arguments for '{}'. Expected {} argument but got {}.":
    "错误：'{}' 的参数过多。需要 {} 个，给出了 {} 个。",
  "error: too many arguments for '{}'. Expected {} arguments but got {}.":
    "错误：'{}' 的参数过多。需要 {} 个，给出了 {} 个。",
};
