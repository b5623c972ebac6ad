/** What verify looks at and advises, in Chinese, by its English. */
export const verifyInChinese: Readonly<Record<string, string>> = {
  Teams: '团队',
  apps: '应用',
  tours: '空间',
  'audit logs': '审计日志',
  payloads: '数据',
  files: '文件',
  'app secrets': '应用密钥',
  'webhook secrets': 'Webhook 密钥',
  'session tokens': '会话令牌',
  'The dump that was restored was not taken for all Teams. Take it again with --enable-row-security and app.team=* together, straight from PostgreSQL and not through a pooler.':
    '所恢复的转储没有包含所有团队。请直接从 PostgreSQL（不经连接池）重新转储，同时使用 --enable-row-security 和 app.team=*。',
  'Somebody changed the database by hand, or the backup is damaged: compare with openhouse audit export of before.':
    '有人手动更改了数据库，或备份已损坏：请与之前 openhouse audit export 的输出比较。',
  'Import these tours again, or restore the database from an earlier backup.':
    '请重新导入这些空间，或从更早的备份恢复数据库。',
  'Restore these files into the asset store, or import their tours again.':
    '请把这些文件恢复到文件存储，或重新导入它们的空间。',
  'Put the key that sealed them back into APP_SECRET_SEALING_KEYS. They still work for integrators; owners cannot reveal them.':
    '请把加密它们的密钥放回 APP_SECRET_SEALING_KEYS。集成方仍可使用；所有者无法显示它们。',
  'Put the key that sealed them back into APP_SECRET_SEALING_KEYS, or rotate these secrets.':
    '请把加密它们的密钥放回 APP_SECRET_SEALING_KEYS，或轮换这些密钥。',
  'Put the key that sealed them back into SESSION_SEALING_KEYS. Without it these people sign in again.':
    '请把加密它们的密钥放回 SESSION_SEALING_KEYS。没有它，这些人需要重新登录。',
  '{} has no member, no app, no tour and no audit log': '{} 没有成员、应用、空间和审计日志',
  'the audit log of {} is broken at entry {}': '{} 的审计日志在第 {} 条处断裂',
  '{} of {} does not have its checksum': '{2} 的 {1} 与校验和不符',
  '{} of {} cannot be unpacked': '{2} 的 {1} 无法解压',
  '{} of tour {} of Team {} belongs to a tour that is not there': '团队 {3} 的空间 {2} 的 {1} 属于不存在的空间',
  '{} is missing': '缺少 {}',
  '{} has {} bytes instead of {}': '{1} 有 {2} 字节，应为 {3}',
  '{} cannot be read: {}': '无法读取 {}：{}',
  '{} does not have its hash': '{} 与哈希不符',
  'version {} of app {} was sealed with key {}, which does not open it':
    '应用 {2} 的版本 {1} 用密钥 {3} 加密，而该密钥解不开它',
  'a secret of webhook {} was sealed with key {}, which does not open it':
    'Webhook {} 的密钥用密钥 {} 加密，而该密钥解不开它',
};
