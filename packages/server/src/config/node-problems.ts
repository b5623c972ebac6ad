/** Options of Node.js with which production is unsafe, without the two dashes, and what each does. */
const UNSAFE_OPTIONS = [
  [/^inspect(?!-publish)/, 'opens a debugger, which gives whoever reaches its port the keys'],
  [/^insecure-http-parser/, 'lets requests through that a proxy in front understands otherwise'],
  [/^tls-min-v1\.[01]$/, 'speaks versions of TLS that are broken'],
  [/^tls-keylog/, 'writes the keys of every TLS connection to a file'],
  [/^heapsnapshot/, 'writes the whole memory to a file, keys included'],
  [/^security-revert/, 'opens a vulnerability again'],
] as const;

/** An option as Node.js understands it: `--insecure_http_parser` and `"--inspect=9229"` are `insecure-http-parser` and `inspect`. */
const optionName = (given: string) => /^"?--([^="]+)/.exec(given)?.[1]?.replaceAll('_', '-');

function unsafeOptions(given: readonly string[], where: string): string[] {
  return given.flatMap((one) => {
    const name = optionName(one);
    const does = name && UNSAFE_OPTIONS.find(([option]) => option.test(name))?.[1];
    return does ? [`${where} --${name}, which ${does}: take it out`] : [];
  });
}

/**
 * What Node.js itself is told that switches off what production relies on.
 *
 * @param startedWith Options of the running program, before the name of its file.
 */
export function nodeProblems(
  env: Readonly<Record<string, string | undefined>>,
  startedWith: readonly string[] = process.execArgv,
): string[] {
  if (env.APP_ENV !== 'production') return [];
  const problems = [
    ...unsafeOptions((env.NODE_OPTIONS ?? '').split(/\s+/), 'NODE_OPTIONS holds'),
    ...unsafeOptions(startedWith, 'Node.js is started with'),
  ];
  if (/\bhttps?\b|\*/i.test(env.NODE_DEBUG ?? '')) {
    problems.push(
      'NODE_DEBUG has Node.js write the headers of requests to standard error, credentials included: take it out',
    );
  }
  if (env.NODE_TLS_REJECT_UNAUTHORIZED === '0') {
    problems.push(
      'NODE_TLS_REJECT_UNAUTHORIZED is 0, with which no certificate of the identity provider, the database or anybody else is verified: take it out, and name the file of your own authority in NODE_EXTRA_CA_CERTS',
    );
  }
  return problems;
}
