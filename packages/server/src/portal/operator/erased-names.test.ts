import { Client } from 'pg';
import { describe, expect, inject, test } from 'vitest';
import { migrate } from '../../kernel/database/migrate.ts';
import { openDatabase } from '../../kernel/database/open-database.ts';
import { eachStore, postgresUrl } from '../../testing/database.ts';
import { createEmptyDatabase } from '../../testing/postgres-template.ts';
import { servicesRequired } from '../../testing/processes.ts';

const CODE = 'ohu_4nq0cXyJ8mB2vT7r';
const texts: readonly [names: readonly string[], text: string, left: string][] = [
  [['王伟明'], '王伟明的展厅', `${CODE}的展厅`],
  [['王伟明'], '请暂停王伟明的账号', `请暂停${CODE}的账号`],
  [['王伟明'], 'v2王伟明2', `v2${CODE}2`],
  [['wang@example.com'], '邮箱wang@example.com的账号', `邮箱${CODE}的账号`],
  [['wang@example.com'], 'dwang@example.com, wang@example.community', 'dwang@example.com, wang@example.community'],
  [['wang@example.com', 'wang'], 'wang@example.com wang', `${CODE} ${CODE}`],
  [['김민수'], '김민수는', `${CODE}는`],
  [['Ann Lee'], 'Ann Leek, Joann Lee, Ann Lee', `Ann Leek, Joann Lee, ${CODE}`],
  [['José'], 'Joséphine (José)', `Joséphine (${CODE})`],
  [['Ann'], 'Annä, äAnn', 'Annä, äAnn'],
  [['Анна'], 'Аннам, Анна', `Аннам, ${CODE}`],
  [['Ann'], 'Ann Ann_ Ann', `${CODE} Ann_ ${CODE}`],
  [['a.b[c]'], 'a.b[c] axb[c]', `${CODE} axb[c]`],
  [['A'], 'A', 'A'],
  [[], 'Ann', 'Ann'],
];
const erased = 'select without_names($1, name_pattern($2), $3) as text';

eachStore('names that are erased from texts', (store) => {
  test('are found as words, in Chinese too', async () => {
    for (const [names, text, left] of texts) {
      const { rows } = await store.database.pool.query(erased, [text, names, CODE]);
      expect([names, text, rows]).toEqual([names, text, [{ text: left }]]);
    }
  });
});

describe.skipIf(inject('postgresUrl') === null && !servicesRequired)('in a database of another locale', () => {
  test('they are found alike, where Han characters are letters', async () => {
    const server = new Client({ connectionString: await createEmptyDatabase(postgresUrl()) });
    await server.connect();
    const name = `zh_${process.pid}_${Date.now()}`;
    await server.query(
      `create database ${name} template template0 encoding 'UTF8' locale_provider icu icu_locale 'zh'`,
    );
    await server.end();
    const url = `${postgresUrl()}/${name}`;
    const database = await openDatabase({ url, maxConnections: 3, statementTimeoutMs: 10_000 });
    try {
      await migrate(database);
      expect((await database.pool.query("select '王' ~ '\\w' as letter")).rows).toEqual([{ letter: true }]);
      for (const [names, text, left] of texts) {
        const { rows } = await database.pool.query(erased, [text, names, CODE]);
        expect([names, text, rows]).toEqual([names, text, [{ text: left }]]);
      }
    } finally {
      await database.close();
    }
  });
});
