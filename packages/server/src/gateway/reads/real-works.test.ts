import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { eachStore } from '../../testing/database.ts';
import { call } from '../../testing/envelope.ts';
import { useGateway } from '../../testing/gateway-suite.ts';
import { importTours } from '../../tours/import/import-tours.ts';

const packageFolder = dirname(createRequire(import.meta.url).resolve('@realsee/open-works/package.json'));
const works = ['real', 'virtual'].flatMap((kind) =>
  readdirSync(join(packageFolder, kind)).map((code) => ({ code, file: join(packageFolder, kind, code, 'work.json') })),
);

/** Fields that the import adds to a work that lacks them (decision 0013); everything else comes back as it was. */
const ADDED = ['resource_code', 'name', 'is_active', 'basic_code', 'from_type'];

eachStore('real works', (store) => {
  const suite = useGateway(store);

  test('there are seven', { tags: 'slow' }, () => {
    expect(works).toHaveLength(7);
  });

  test('all import and come back from vr/info deep-equal, adapted fields aside', async () => {
    const result = await importTours(
      store.database,
      suite.gateway.assets,
      suite.own.teamId,
      works.map(({ file }) => file),
    );
    expect(result.refused).toEqual([]);
    await suite.gateway.changes.refresh();
    const codes = new Map(result.imported.map(({ label, code }) => [label, code]));
    for (const { file } of works) {
      const text = readFileSync(file, 'utf8');
      const parsed: unknown = JSON.parse(text);
      const original = (typeof parsed === 'string' ? JSON.parse(parsed) : parsed) as Record<string, unknown>;
      const code = codes.get(file) ?? '';
      const { envelope } = await call(suite.gateway.baseUrl, `/open/v3/vr/info?resource_code=${code}`, {
        token: suite.token,
      });
      expect(envelope.status, file).toBe('success');
      const kept = Object.fromEntries(
        Object.entries(envelope.data).filter(([name]) => !(ADDED.includes(name) && !(name in original))),
      );
      const { vr_code: _, vr_type: __, ...comparable } = original;
      const { vr_code: ___, vr_type: ____, ...answered } = kept;
      expect(answered, file).toEqual(comparable);
      expect(envelope.data.resource_code, file).toBe(code);
    }
  });
});
