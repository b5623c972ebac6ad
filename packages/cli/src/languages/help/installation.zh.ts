/** Files, keys, moving an installation, and the rest. */
export const installationHelp = {
  'Send a message to the operator of the portal.': '向门户的运维人员发送消息。',
  'Anything that looks like a secret or a token is redacted. Without words it reads one line from standard input.':
    '看起来像密钥或令牌的内容会被遮住。没有给出文字时，从标准输入读取一行。',
  'the message': '消息',
  'sends that sentence': '发送这句话',
  'Remove the files that no tour names any more.': '移除不再有空间引用的文件。',
  'Replaced and removed tours leave files behind. The service removes those after ASSET_KEEP_S; this goes through the whole store, and also finds what interrupted imports left. Files that were removed from a tour are deleted at once, others when they are older than --min-age. Imports may run meanwhile: a file that one of them needs stays, or is stored again. Other stores than the one of this database are never touched.':
    '被替换和移除的空间会留下文件。服务在 ASSET_KEEP_S 之后移除它们；此命令检查整个存储，也会找出中断的导入留下的文件。已从空间移除的文件立即删除，其他的在早于 --min-age 时删除。期间可以继续导入：其中需要的文件会保留，或再次保存。此数据库以外的存储绝不会受到影响。',
  'Exit status: 0 done, 2 nothing was done, because the store is away or another process is at it.':
    '退出状态：0 已完成，2 什么都没有做，因为存储不可达或另一个进程正在处理。',
  'only count what would be removed': '只统计会移除什么',
  'age from which a file that no tour ever named is removed; an hour unless said':
    '从未被空间引用的文件在多久之后移除；默认一小时',
  'counts the files that nothing names': '统计没有任何引用的文件',
  'removes them': '移除它们',
  'Every file that a tour names is still there: run it again.': '空间引用的每个文件都还在：请再运行一次。',
  'Copy the files of tours to another store, and verify them.': '把空间的文件复制到另一个存储，并验证。',
  'Copies every file that a tour names, reads it back and compares its hash. The service goes on meanwhile, and nothing is removed. Interrupted at any moment, it resumes when it is run again. At the end it says which setting to change; to copy files that are added until the last node has it, run it once more with --from.':
    '复制空间引用的每个文件，读回并比较哈希。期间服务继续运行，不移除任何内容。随时中断后再运行会继续。最后会说明要更改哪项设置；要复制在最后一个节点更改之前新增的文件，请加上 --from 再运行一次。',
  'The S3 settings (S3_ENDPOINT, S3_REGION, S3_PATH_STYLE and the credentials) hold for every bucket that is named.':
    'S3 的设置（S3_ENDPOINT、S3_REGION、S3_PATH_STYLE 和凭据）适用于指明的每个存储桶。',
  'Exit status: 0 every file is there, 1 the source has lost some, 2 nothing was moved or it was ended.':
    '退出状态：0 每个文件都在，1 来源丢失了一些，2 什么都没有移动或被结束。',
  'where they go: s3://bucket/prefix or file:///folder': '去向：s3://bucket/prefix 或 file:///folder',
  'where they come from, instead of the configured store': '来源，代替所配置的存储',
  'also read and compare what is there already': '已有的内容也读取并比较',
  'copies the files of a folder into a bucket': '把文件夹中的文件复制到存储桶',
  'brings what came in until all nodes used the bucket': '带上在所有节点使用存储桶之前新增的内容',
  'What was copied stays: run it again, and it goes on from there.': '已复制的内容会保留：请再运行一次，它会继续。',
  'Take the configured store of files for the one of this database.': '确认所配置的文件存储属于此数据库。',
  'Nodes refuse to start over another store of files than the one that the database knows, because every file would be missing there. After the loss of a store, or when its copy takes its place, this says that ASSET_STORE_URL now names the right one. It moves and removes no file; openhouse assets move does the former.':
    '节点拒绝用与数据库所知不同的文件存储启动，因为那样会缺少每个文件。在存储丢失之后，或由副本代替时，此命令确认 ASSET_STORE_URL 现在指明的是正确的存储。它不移动也不移除文件；移动请用 openhouse assets move。',
  'lets nodes start over the store that ASSET_STORE_URL names': '让节点可以用 ASSET_STORE_URL 指明的存储启动',
  'Write everything of an installation into a directory, but its keys.': '把一套安装的一切写入目录，密钥除外。',
  'Every row of the database as one snapshot (people, Teams, apps, tours, usage, audit logs, sessions) and every file of the tours, to move between the embedded store and PostgreSQL, between clusters, and to newer versions. The service may go on; over the embedded store it waits meanwhile. Needs the address of the owner of the database, as openhouse migrate does. Keep the directory as safe as a backup, and the keys apart from it: the other installation needs the same ones.':
    '数据库的每一行，取自同一个快照（人员、团队、应用、空间、用量、审计日志、会话），以及空间的每个文件，用于在内置存储与 PostgreSQL 之间、集群之间迁移，或迁移到更新的版本。服务可以继续运行；使用内置存储时它会等待。需要数据库所有者的地址，与 openhouse migrate 相同。请像备份一样妥善保管该目录，并与密钥分开：另一套安装需要同样的密钥。',
  'Exit status: 0 everything was written, 2 the directory is not whole.': '退出状态：0 一切都已写出，2 目录不完整。',
  'a new directory': '一个新目录',
  'writes the embedded store and its files to moved/': '把内置存储及其文件写到 moved/',
  'What was written is not whole: run it again, and it begins anew.': '已写的内容不完整：请再运行一次，它会重新开始。',
  'Put an exported installation into an empty database.': '把导出的安装放入空数据库。',
  'Reads what openhouse installation export wrote, in this version or an earlier one: the database is brought to the schema that the rows fit, takes them in one transaction, and is then migrated to this version. Refused where Teams, people or tours are there already. ASSET_STORE_URL must name a store of files of its own. Give the service the keys of the other installation, and run openhouse verify.':
    '读取 openhouse installation export 在此版本或更早版本写出的内容：先把数据库建成与这些行相符的表结构，在一个事务中写入，然后迁移到此版本。已有团队、人员或空间时会被拒绝。ASSET_STORE_URL 必须指明自己的文件存储。请为服务配置原安装的密钥，并运行 openhouse verify。',
  'Exit status: 0 everything is there, 2 nothing is.': '退出状态：0 一切都已放入，2 什么都没有放入。',
  'of the export': '导出的目录',
  'moves what was exported into PostgreSQL': '把导出的内容移到 PostgreSQL',
  'The database holds all of it or nothing: run it again.': '数据库中要么有全部，要么什么都没有：请再运行一次。',
  'Print a new random value for each key that production requires.': '为生产环境要求的每个密钥打印一个新的随机值。',
  'writes new keys that only you can read': '写出只有你能读取的新密钥',
  'Show every key of every key ring, and what still needs it.': '显示每个密钥环的每个密钥，以及还有什么需要它。',
  'One line per key: ring, number, whether it makes what is new, how many processes that run have it, and what needs it. Nothing of a key is shown. Exits with 1 when a process has another key under the same number.':
    '每个密钥一行：密钥环、编号、是否用于新内容、有多少运行中的进程拥有它，以及什么需要它。不显示密钥的任何内容。有进程在同一编号下拥有另一个密钥时以 1 退出。',
  'shows which keys can be retired': '显示哪些密钥可以作废',
  'Put a new key into a key ring, behind the one that is used.': '把新密钥放入密钥环，排在正在使用的密钥之后。',
  'The first step of replacing a key. Writes the file of the ring (LINK_KEYS_FILE, or keys.json of the data directory) whole and with its own mode; where the ring is a variable of the environment, or its file is mounted read-only, --print prints the new value for you to set. Nothing is made with the new key yet: restart every process that has the ring, then run openhouse keys use.':
    '更换密钥的第一步。完整写出密钥环的文件（LINK_KEYS_FILE，或数据目录的 keys.json），权限不变；密钥环是环境变量，或其文件以只读方式挂载时，--print 打印新值，由你来设置。此时还没有内容使用新密钥：请重启拥有该密钥环的每个进程，然后运行 openhouse keys use。',
  'its variable: LINK_KEYS': '密钥环的变量：LINK_KEYS',
  'print the new value of the ring instead of writing its file: it holds the keys':
    '打印密钥环的新值，不写文件：其中含有密钥',
  'adds a key to the file that LINK_KEYS_FILE names': '把密钥加入 LINK_KEYS_FILE 指明的文件',
  'The ring is as it was, or changed whole: openhouse keys status shows which.':
    '密钥环保持原样，或已完整更改：openhouse keys status 会说明。',
  'Let a key of a key ring make what is new.': '让密钥环的一个密钥用于新内容。',
  'The second step of replacing a key: moves it to the front of its ring. Refused while a process that runs does not know the key, because it would refuse what the others make with it. Afterwards restart every process again, and run openhouse keys rotate, which renews what the database holds.':
    '更换密钥的第二步：把它移到密钥环的最前面。有运行中的进程不知道该密钥时会被拒绝，因为它会拒绝其他进程用该密钥生成的内容。之后请再次重启每个进程，并运行 openhouse keys rotate，更新数据库中保存的内容。',
  'number of the key': '密钥的编号',
  'do it also while a process that runs does not know the key': '即使运行中的进程不知道该密钥也执行',
  'signs links with key 2 from the next start on': '从下次启动起用密钥 2 签名链接',
  'Renew app secrets, verifiers, finders and session tokens with the first key of their key rings.':
    '用密钥环的第一个密钥更新应用密钥、验证值、查找值和会话令牌。',
  'The service may keep running, and the command is safe to repeat. To replace a key: put the new one second in APP_SECRET_SEALING_KEYS, SESSION_SEALING_KEYS or APP_SECRET_PEPPER and restart every node, move it to the front and restart again, run this, then remove the old one. Exits with 1 if something could not be decrypted: the old key is still needed then.':
    '服务可以继续运行，命令可以放心重复。更换密钥的方法：在 APP_SECRET_SEALING_KEYS、SESSION_SEALING_KEYS 或 APP_SECRET_PEPPER 中把新密钥放在第二位并重启每个节点，移到最前面并再次重启，运行此命令，然后移除旧密钥。有内容无法解密时以 1 退出：这时仍需要旧密钥。',
  're-encrypts everything with the newest keys': '用最新的密钥重新加密一切',
  'What was renewed stays so: run it again.': '已更新的会保留：请再运行一次。',
  'Take a key out of a key ring, once nothing needs it.': '在没有内容需要时，从密钥环中取出一个密钥。',
  'The last step of replacing a key. Refused while something needs it, with what that is: tokens, links and cookies that it made and that have not ended, values that it sealed, processes that still use it. Exits with 1 then.':
    '更换密钥的最后一步。仍有内容需要它时会被拒绝，并说明是什么：由它生成且尚未到期的令牌、链接和 Cookie，由它封存的值，仍在使用它的进程。这时以 1 退出。',
  'do it also while something needs the key, which is refused then': '即使有内容需要该密钥也执行，这些内容随后会被拒绝',
  'removes key 1 if no link needs it any more': '没有链接再需要密钥 1 时移除它',
  'Show the version of this program, as --version and -v do.': '显示此程序的版本，与 --version 和 -v 相同。',
  'prints the versions of openhouse and of Node.js as one object': '以一个对象打印 openhouse 和 Node.js 的版本',
  'Print a script that completes commands and options in your shell.': '打印在你的 shell 中补全命令和选项的脚本。',
  'bash: source it, or save it below ~/.local/share/bash-completion/completions. zsh: save it as _openhouse in a directory of $fpath. fish: save it as openhouse.fish in ~/.config/fish/completions. powershell: add the line of the example to $PROFILE.':
    'bash：用 source 加载，或保存到 ~/.local/share/bash-completion/completions 下。zsh：以 _openhouse 为名保存到 $fpath 中的一个目录。fish：以 openhouse.fish 为名保存到 ~/.config/fish/completions。powershell：把示例中的那一行加入 $PROFILE。',
  'completes in this bash': '在这个 bash 中补全',
  'completes in every zsh that has ~/.zfunc in $fpath': '在 $fpath 含有 ~/.zfunc 的每个 zsh 中补全',
  'completes in this fish': '在这个 fish 中补全',
  'completes in this PowerShell': '在这个 PowerShell 中补全',
} as const;
