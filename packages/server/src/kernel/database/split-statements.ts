/** One statement of a migration. */
export interface SqlStatement {
  /** As it stands in the file, without the comments before it and the semicolon. */
  readonly sql: string;
  /** What it is, as PostgreSQL's parser names it: `AlterTableStmt`. */
  readonly kind: string;
}

/**
 * Splits SQL as PostgreSQL does: by its own parser, so that semicolons in function bodies, texts and comments are none.
 * @throws For what is no SQL.
 */
export async function splitStatements(sql: string): Promise<SqlStatement[]> {
  if (sql.trim() === '') return [];
  // Two megabytes that only a plan needs.
  const { parse } = await import('libpg-query');
  // The parser counts bytes.
  const bytes = Buffer.from(sql);
  const { stmts = [] } = await parse(sql);
  return stmts.map(({ stmt = {}, stmt_location: from = 0, stmt_len: length = 0 }) => ({
    sql: bytes
      .subarray(from, length === 0 ? undefined : from + length)
      .toString()
      .trim(),
    kind: Object.keys(stmt)[0] ?? '',
  }));
}

/** Statements that only some databases get. */
export interface ConditionalStatements {
  /** An SQL expression. */
  readonly condition: string;
  readonly statements: readonly SqlStatement[];
}

/** `do $$ begin if CONDITION then STATEMENTS end if; end $$`. */
const CONDITIONAL = /^do\s+(\$\w*\$)\s*begin\s+if\s(.+?)\sthen\s(.+;)\s*end if;\s*end;?\s*\1$/is;

/**
 * Takes a block apart whose statements run under one condition, as migrations write what depends on the database.
 * @returns Undefined for every other statement.
 */
export async function conditionalStatements({ sql, kind }: SqlStatement): Promise<ConditionalStatements | undefined> {
  const [, , condition, body] = (kind === 'DoStmt' && CONDITIONAL.exec(sql)) || [];
  if (condition === undefined || body === undefined) return undefined;
  // Not for `else`, a loop or another `if`, which are no SQL.
  const statements = await splitStatements(body).catch(() => undefined);
  return statements && { condition, statements };
}
