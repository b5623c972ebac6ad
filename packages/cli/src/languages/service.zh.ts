/**
 * Sentences that come whole, mostly of the service, in Chinese, by their English: a command passes them on and tells programs the same
 * words. `{}` stands for what differs. What is missing is said in English.
 */
export const serviceInChinese: Readonly<Record<string, string>> = {
  'the store, as operator': '存储，以运维人员身份',
  'the store, as operator in the place of {}': '存储，以运维人员身份代替 {}',
  'the store, as {}': '存储，身份 {}',
  'operator in the place of {}': '代替 {} 的运维人员',
  'sessions file': '会话文件',
  session: '会话',
  portal: '门户',
  'clock of {}': '{} 的时钟',
  'Version {}.': '版本 {}。',
  'Install {} or later.': '请安装 {} 或更高版本。',
  '{} cannot be read.': '无法读取 {}。',
  'Remove it and run openhouse login again.': '请移除它，再次运行 openhouse login。',
  '{} has mode {}.': '{} 的权限为 {}。',
  '{} has mode {}: others can read it.': '{} 的权限为 {}：其他人可以读取它。',
  'chmod 0600 {}, then openhouse logout and login.': 'chmod 0600 {}，然后 openhouse logout 和 login。',
  'Ask an owner of the Team for another one, and keep it with openhouse profiles add {}.':
    '请向团队的所有者要一个新的，用 openhouse profiles add {} 保存。',
  'Run openhouse login --portal {} --profile {}.': '请运行 openhouse login --portal {} --profile {}。',
  'The session of the profile {} at {} ends {}.': '配置 {} 在 {} 的会话于 {} 结束。',
  'The session of the profile {} at {} ended {}.': '配置 {} 在 {} 的会话已于 {} 结束。',
  'The credential of the profile {} at {} ends {}.': '配置 {} 在 {} 的凭据于 {} 结束。',
  'The credential of the profile {} at {} ended {}.': '配置 {} 在 {} 的凭据已于 {} 结束。',
  '{} accepts the session of {}.': '{} 接受 {} 的会话。',
  '{} no longer accepts the session.': '{} 不再接受该会话。',
  '{} accepts the credential {} of {}.': '{1} 接受 {3} 的凭据 {2}。',
  'Try again; nothing is wrong with the session.': '请再试；会话没有问题。',
  'Try again; nothing is wrong with the credential.': '请再试；凭据没有问题。',
  'Compare the address. Run openhouse login --portal {} --profile {}.':
    '请核对地址。请运行 openhouse login --portal {} --profile {}。',
  'Compare the address. {}': '请核对地址。{}',
  'it is for some devices only': '它只用于某些设备',
  'it is at another host': '它在另一个主机上',
  'it lies outside the folder of the tour': '它在空间的文件夹之外',
  'it may be {}: rename one': '它可能是 {}：请重命名一个',
  'it is not there': '它不存在',
  'it includes itself': '它包含自己',
  'it is larger than the description of a tour': '它比空间的描述文件大',
  'it is encrypted': '它已加密',
  'other problems, each in few tours': '其他问题，各只涉及少数空间',
  // Why a part does not answer.
  'its certificate has expired': '它的证书已过期',
  'its certificate is not valid yet': '它的证书尚未生效',
  'its certificate is for another name': '它的证书属于另一个名称',
  'nobody this machine trusts signed its certificate': '它的证书不是由这台机器信任的机构签发的',
  'it does not speak TLS': '它不使用 TLS',
  'its name leads to no address': '它的名称没有对应的地址',
  'no DNS server says where it is': '没有 DNS 服务器给出它的地址',
  'Renew it, and let whatever renews it also reload the server that shows it.':
    '请更新它，并让更新它的程序也重新加载使用它的服务器。',
  "Let the server send its whole chain; name the file of an authority of your own in NODE_EXTRA_CA_CERTS, for the service's processes too.":
    '请让服务器发送完整的证书链；在 NODE_EXTRA_CA_CERTS 中指明你自己的签发机构的文件，服务的进程也要设置。',
  "See this machine's clock, and from when the certificate is valid.": '请看这台机器的时钟，以及证书从何时起有效。',
  'Name it as its certificate does, or get one for this name.': '请按证书中的名称写，或为这个名称取得证书。',
  'Name the port that does, or write http: where TLS is not meant.': '请写使用 TLS 的端口；不用 TLS 时请写 http:。',
  'Correct the name, or add it to the DNS that this machine asks.': '请更正名称，或把它加入这台机器使用的 DNS。',
  'See whether this machine reaches its DNS server.': '请看这台机器能否连到它的 DNS 服务器。',
  // Tours and their files.
  'No such file or directory: {}': '没有这个文件或目录：{}',
  '{} holds no tour.': '{} 中没有空间。',
  '{} holds no tour: name a bundle (a directory or .zip with vr-info.json) or a work (.json).':
    '{} 中没有空间：请指明数据包（含 vr-info.json 的目录或 .zip）或作品文件（.json）。',
  '{} holds several tours, such as {} and {}: name one.': '{} 中有多个空间，例如 {} 和 {}：请指明一个。',
  '{} cannot be read as a tour:{}': '无法将 {} 作为空间读取：{}',
  'No tour in {}: a tour is a directory or .zip with vr-info.json, or a work in a .json file. Of pictures, openhouse make-tour makes one.':
    '{} 中没有空间：空间是含 vr-info.json 的目录或 .zip，或 .json 文件中的作品。图片可用 openhouse make-tour 制作成空间。',
  'The Team has no tour {}.': '团队没有空间 {}。',
  '{} exists already. Name another directory, or remove it.': '{} 已存在。请指明另一个目录，或移除它。',
  'The asset store has lost {}. Import the tour again first.': '文件存储丢失了 {}。请先重新导入该空间。',
  '{} has no id: no service has run over it. Start one, or name another store.':
    '{} 没有编号：还没有服务在它上面运行过。请启动一个，或指明另一个存储。',
  '{} is the store of another database. Name another bucket, prefix or folder.':
    '{} 是另一个数据库的存储。请指明另一个存储桶、前缀或文件夹。',
  '{} gives back other bytes than it was given.': '{} 返回的字节与写入的不同。',
  'Another process removes files now.': '另一个进程正在移除文件。',
  'Removing took too long: what is left is removed later.': '移除用时过长：剩下的以后移除。',
  // Keys.
  '{} is a variable of the environment, which no command can change. Run this again with --print, which prints the new value, and set it yourself; or keep the ring in a file: {}.':
    '{} 是环境变量，命令无法更改它。请加上 --print 再运行，它会输出新值，由你自己设置；或把密钥环放在文件中：{}。',
  '{} cannot be written: its disk has no room ({}). It is as it was: make room, and run this again.':
    '无法写入 {}：磁盘没有空间（{}）。它保持原样：请腾出空间后再运行。',
  '{} cannot be written ({}). Run this again as the user who may, or with --print, which prints the new value of {}.':
    '无法写入 {}（{}）。请以有权限的用户再运行，或加上 --print，它会输出 {} 的新值。',
  '{} comes from KEY_COMMAND, where no command of ours can change it. Run this again with --print, which prints the new value, and put it there.':
    '{} 来自 KEY_COMMAND，我们的命令无法更改。请加上 --print 再运行，它会输出新值，再放到那里。',
  'The file of {} has changed meanwhile. Run the command again.': '{} 的文件在此期间已更改。请再次运行此命令。',
  'Key {} of {} is unknown to {}, which would refuse what others make with it. Give each the same ring and restart it, or use --anyway.':
    '{3} 不知道 {2} 的密钥 {1}，会拒绝别人用它生成的内容。请给每个进程相同的密钥环并重启，或使用 --anyway。',
  'Key {} of {} is still needed:\n{}\nWith --anyway it is removed all the same, and they are refused.':
    '仍需要 {2} 的密钥 {1}：\n{3}\n使用 --anyway 仍会移除它，而这些会被拒绝。',
  'There is no ring {} here. It is one of {}.': '这里没有密钥环 {}。可以是 {} 之一。',
  '{} has no key {}; it has {}.': '{} 没有密钥 {}；它有 {}。',
  '{} has {} keys: retire some first.': '{} 有 {} 个密钥：请先作废一些。',
  // The database.
  'The database lacks {}. Run `openhouse migrate`.': '数据库缺少 {}。请运行 `openhouse migrate`。',
  'The migrations were not committed, and nothing was changed.': '迁移没有提交，什么都没有更改。',
  'The migration {} failed, and nothing was changed: {}': '迁移 {} 失败，什么都没有更改：{}',
  'The database is newer than this program: it has {}. Run the newer version.':
    '数据库比此程序新：它有 {}。请运行较新的版本。',
  'The connection to the database failed ({}). See whether it runs, and whether DATABASE_URL names it.':
    '与数据库的连接失败（{}）。请看它是否在运行，DATABASE_URL 是否指明了它。',
  'PostgreSQL refuses: {} (SQLSTATE {}). {}': 'PostgreSQL 拒绝：{}（SQLSTATE {}）。{}',
  'The address of PostgreSQL cannot be read. Write {} as postgres://user:password@host:port/database, with special characters of the password in percent encoding: %2F for /, %23 for #, %3F for ?, %40 for @.':
    '无法读取 PostgreSQL 的地址。请把 {} 写作 postgres://user:password@host:port/database，密码中的特殊字符用百分号编码：/ 写作 %2F，# 写作 %23，? 写作 %3F，@ 写作 %40。',
  'PostgreSQL at {} has version {}; Openhouse needs 15 or later. Upgrade it, or name another one in DATABASE_URL.':
    '{} 的 PostgreSQL 版本是 {}；Openhouse 需要 15 或更高版本。请升级，或在 DATABASE_URL 中指明另一个。',
  'The embedded store needs {} MiB of free disk space to start, and {} MiB are free where {} lies. Free some space, or name a directory on a larger disk in DATA_DIR.':
    '内置存储启动需要 {1} MiB 磁盘空间，而 {3} 所在的磁盘只剩 {2} MiB。请腾出空间，或在 DATA_DIR 中指明更大磁盘上的目录。',
  'The embedded store in {} is in use by {}, which does not lend it. Stop that process and try again. If it is certain that it does not run, delete {}.':
    '{} 中的内置存储正由 {} 使用，它不出借。请停止该进程再试。确定它没有运行时，请删除 {}。',
  'The process that held the embedded store has ended. What was committed is kept; run this again.':
    '持有内置存储的进程已结束。已提交的会保留；请再次运行。',
  'The disk of {} is full, and the embedded store takes no changes. Free some space there, and repeat this.':
    '{} 的磁盘已满，内置存储不接受更改。请在那里腾出空间，再重复此操作。',
};
