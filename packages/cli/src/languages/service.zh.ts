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
};
