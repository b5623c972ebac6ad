import type { GatewayFailureStatus } from './errors.ts';

/** Every failure of the gateway in Chinese: what is wrong, and how the caller can fix it. */
export const gatewayFailuresInChinese: {
  readonly [Status in GatewayFailureStatus]: readonly [message: string, advice: string];
} = {
  err_parse_resource_code_failed: [
    'resource_code 缺失或无法解析。',
    '传一个由 1 到 64 个字母、数字、连字符或下划线组成的 resource_code，与空间列表中一致。',
  ],
  err_resource_not_found: ['此应用的团队中没有这个资源。', '检查编码或编号，并确认空间属于该 app key 的团队。'],
  err_parameter_invalid: ['有参数缺失、重复、未知或格式不对。', '对照此接口的文档检查请求。'],
  err_app_credentials_invalid: ['app key 或 app secret 不对。', '从应用页面复制二者；密钥的版本在其结束时间之后失效。'],
  err_app_team_closed: ['此应用的团队将被删除。', '在到期之前，所有者可以在团队页面撤销；应用在一秒之内恢复。'],
  err_app_suspended: ['本服务的运维人员已暂停此应用。', '应用页面写有原因；请联系运维人员。'],
  err_app_disabled: ['应用已停用。', '团队的所有者可以在应用页面启用它。'],
  err_app_network_not_allowed: [
    '此应用不允许从此地址换取令牌。',
    '消息会写明网关看到的地址。请从其网络之一换取，或由团队所有者在应用页面加入此网络。',
  ],
  err_app_read_only: ['此应用只能读取。', '团队所有者可以在应用页面允许其激活空间。'],
  err_app_expired: ['应用的试用已结束。', '请联系你的对接人延长试用。'],
  err_access_token_missing: [
    '缺少 Authorization 请求头。',
    '直接发送访问令牌：“Authorization: <access_token>”，不加“Bearer”。',
  ],
  err_access_token_invalid: [
    'Authorization 请求头中不是有效的访问令牌。',
    '原样发送 POST /auth/access_token 返回的 access_token，不加“Bearer”，只放一个请求头。',
  ],
  err_access_token_expired: ['访问令牌已过期。', '在 POST /auth/access_token 重新换取。'],
  err_link_invalid: [
    '此文件只能通过签名链接打开，而这个地址不是。',
    '向 GET /open/v3/view/file/private/presign 请求链接，并原样使用。',
  ],
  err_link_expired: ['链接已过期。', '向 GET /open/v3/view/file/private/presign 重新请求。'],
  err_rate_limited: ['请求过多。', '等待 Retry-After 所示的秒数；RateLimit 响应头说明还剩多少。'],
  err_request_malformed: ['请求不是合法的 HTTP。', '发送一个 Host 头，目标以一个斜杠开头，不含编码过的斜杠或点。'],
  err_headers_too_large: ['请求行和请求头合计过大。', '保持在 16 KiB 以内；长列表请分多次请求。'],
  err_request_timeout: ['请求没有及时到达。', '不间断地发送完整请求。'],
  err_path_not_found: ['此路径没有接口。', '路径须完全一致；文档列出了全部路径。'],
  err_method_not_allowed: ['此路径不接受这种方法。', '使用 Allow 响应头中的方法。'],
  err_payload_too_large: ['请求体过大。', '不超过 16 KiB。'],
  err_unsupported_media_type: ['此接口不接受这种请求体类型。', '发送文档中为此接口列出的 Content-Type。'],
  err_unavailable: ['网关暂时无法应答。', '在 Retry-After 所示的秒数后重试。'],
  err_internal: ['网关内部出错。', '请重试；如果仍然出现，请提供 request_id。'],
};
