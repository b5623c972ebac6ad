const ABSOLUTE = /^https?:\/\/([^/?#]*)/i;

/**
 * The target as most callers send it: a path and its query. A server must also accept `http://host/path` (RFC 9112, 3.2.2),
 * which some clients and proxies send.
 * @param host The Host header, which must name the same: whoever sends two hosts may be understood in two ways.
 */
export function originForm(target: string, host: string | undefined): string {
  if (target.startsWith('/')) return target;
  const [absolute, authority] = ABSOLUTE.exec(target) ?? [];
  if (absolute === undefined || authority?.toLowerCase() !== host?.toLowerCase()) return target;
  const rest = target.slice(absolute.length);
  return rest.startsWith('/') ? rest : `/${rest}`;
}
