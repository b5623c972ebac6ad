/** The guides in reading order, by the name of their file in docs/guides; the first one is what /docs shows. */
export const guideOrder = [
  'quick-start',
  'tokens',
  'errors',
  'limits',
  'tours-and-bundles',
  'viewer-on-your-site',
  'sdk',
  'python',
  'go-php-java',
  'webhooks',
  'command-line',
  'how-to',
  'changes',
  'your-own',
  'going-to-production',
  'when-a-part-fails',
  'data-protection',
  'app-service',
  'workers',
  'capacity',
  'glossary',
] as const;

export const FIRST_GUIDE = guideOrder[0];

/** Pages of the reference before those of the operations, which lie beside them under their names. */
export const referenceOrder = [
  'reference/operations',
  'reference/errors',
  'reference/configuration',
  'reference/cli',
  'reference/metrics',
] as const;
