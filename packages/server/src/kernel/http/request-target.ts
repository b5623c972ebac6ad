const ABSOLUTE = /^(https?):\/\/([^/?#@\\]+)(?=[/?#]|$)/i;
const DEFAULT_PORT: Readonly<Record<string, RegExp>> = { http: /:80$/, https: /:443$/ };

/**
 * The target in its usual form: a path and its query. A server must also accept `http://host/path` (RFC 9112, 3.2.2),
 * which some clients and proxies send.
 * @param host The Host header. It must name the same host where cookies are trusted: a request with two hosts can be
 *   understood in two ways. Undefined where the host does not matter.
 * @returns The target itself when it is neither form, or names another host: then it does not begin with a slash.
 */
export function originForm(target: string, host: string | undefined): string {
  if (target.startsWith('/')) return target;
  const [absolute, scheme = '', authority = ''] = ABSOLUTE.exec(target) ?? [];
  if (absolute === undefined) return target;
  const named = (text: string) =>
    text
      .trim()
      .toLowerCase()
      .replace(DEFAULT_PORT[scheme.toLowerCase()] ?? '', '');
  if (host !== undefined && named(authority) !== named(host)) return target;
  const rest = target.slice(absolute.length);
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/** Whether `originForm` left a target unchanged although it begins like an absolute one. */
export const isAbsolute = (target: string): boolean => /^https?:/i.test(target);
