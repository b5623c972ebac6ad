import type { SecretVersion } from '@openhouse/contract';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { appNamed, createApp, createTeam, dataOf, enter, outcomeOf, reveal } from '../../testing/dashboard-people.ts';
import { useStore } from '../../testing/database.ts';
import { startTestGateway, type TestGateway } from '../../testing/gateway.ts';
import { type InjectedPortal, injectedPortal } from '../../testing/injected-portal.ts';

describe('from a Team to a working secret', () => {
  const store = useStore();
  let portal: InjectedPortal;
  let gateway: TestGateway;
  beforeEach(async () => {
    portal = injectedPortal(store.database);
    gateway = await startTestGateway(store.database);
  });
  afterEach(async () => {
    await portal.app.close();
    await gateway.stop();
  });

  const statusOf = async (appKey: string, appSecret: string): Promise<string> => {
    await gateway.changes.refresh();
    const body = new URLSearchParams({ app_key: appKey, app_secret: appSecret });
    const answer = await fetch(`${gateway.baseUrl}/auth/access_token`, { method: 'POST', body });
    return ((await answer.json()) as { status: string }).status;
  };

  test('create Team → create app → reveal → exchange → rotate with overlap → both work → retire → refused', {
    tags: 'slow',
  }, async () => {
    const ada = await enter(portal, 'ada');
    expect(outcomeOf(await ada.get('/api/apps'))).toBe('TEAM_REQUIRED');
    await createTeam(ada, 'Studio');
    const app = await createApp(ada, 'Viewing room');
    expect(app).toMatchObject({ slot: 1, state: 'live', name: 'Viewing room', warnings: [] });
    const revealed = await reveal(ada, app.appKey, 1);
    const { secret } = dataOf<{ secret: string }>(revealed);
    expect(revealed.headers['cache-control']).toBe('no-store');
    expect(await statusOf(app.appKey, secret)).toBe('success');

    const rotated = dataOf<{ secrets: SecretVersion[] }>(
      await ada.post(`/api/apps/${app.appKey}/secrets/rotate`, { overlapHours: 24 }),
    ).secrets;
    expect(rotated.map(({ version, endsAt }) => [version, endsAt === null])).toEqual([
      [2, true],
      [1, false],
    ]);
    const second = dataOf<{ secret: string }>(await reveal(ada, app.appKey, 2)).secret;
    expect(second).not.toBe(secret);
    expect(await statusOf(app.appKey, secret)).toBe('success');
    expect(await statusOf(app.appKey, second)).toBe('success');

    const again = await ada.post(`/api/apps/${app.appKey}/secrets/rotate`, { overlapHours: 1 });
    expect(outcomeOf(again)).toBe('SECRET_LIMIT');
    expect(outcomeOf(await ada.post(`/api/apps/${app.appKey}/secrets/2/retire`))).toBe('SECRET_NEWEST');
    dataOf(await ada.post(`/api/apps/${app.appKey}/secrets/1/retire`));
    expect(await statusOf(app.appKey, secret)).toBe('err_app_credentials_invalid');
    expect(await statusOf(app.appKey, second)).toBe('success');
    expect(outcomeOf(await reveal(ada, app.appKey, 1))).toBe('SECRET_NOT_FOUND');
  });

  test('a rotation without overlap ends every older version at once', async () => {
    const ada = await enter(portal, 'ada');
    await createTeam(ada, 'Studio');
    const { appKey } = await createApp(ada, 'Viewing room');
    const first = dataOf<{ secret: string }>(await reveal(ada, appKey, 1)).secret;
    dataOf(await ada.post(`/api/apps/${appKey}/secrets/rotate`, { overlapHours: 24 }));
    const { secrets } = dataOf<{ secrets: SecretVersion[] }>(
      await ada.post(`/api/apps/${appKey}/secrets/rotate`, { overlapHours: 0 }),
    );
    expect(secrets.map(({ version }) => version)).toEqual([3]);
    expect(await statusOf(appKey, first)).toBe('err_app_credentials_invalid');
    const third = dataOf<{ secret: string }>(await reveal(ada, appKey, 3)).secret;
    expect(await statusOf(appKey, third)).toBe('success');
  });

  test('a disabled app is refused, keeps its place, and works again once enabled', { tags: 'slow' }, async () => {
    const ada = await enter(portal, 'ada');
    await createTeam(ada, 'Studio');
    const { appKey } = await createApp(ada, 'Viewing room');
    const { secret } = dataOf<{ secret: string }>(await reveal(ada, appKey, 1));
    const disabled = dataOf<{ app: { state: string } }>(await ada.post(`/api/apps/${appKey}/disable`));
    expect(disabled.app.state).toBe('disabled');
    expect(await statusOf(appKey, secret)).toBe('err_app_disabled');
    const renamed = await ada.post(`/api/apps/${appKey}/rename`, { name: '  Loft  ' });
    expect(dataOf(renamed)).toMatchObject({ app: { name: 'Loft', slot: 1, state: 'disabled' } });
    dataOf(await ada.post(`/api/apps/${appKey}/enable`));
    expect(await statusOf(appKey, secret)).toBe('success');
  });

  test('equal requests make one app, also after it is completed', { tags: 'slow' }, async () => {
    const ada = await enter(portal, 'ada');
    await createTeam(ada, 'Studio');
    const ask = () => ada.post('/api/apps', { name: 'Once', idempotencyKey: 'one-dialog-only-1' });
    const answers = await Promise.all(Array.from({ length: 20 }, ask));
    const ids = answers.map((answer) => dataOf<{ request: { id: string } }>(answer).request.id);
    expect(new Set(ids).size).toBe(1);
    const { appKey } = await appNamed(ada, 'Once');
    expect(dataOf(await ask())).toMatchObject({ request: { id: ids[0], state: 'completed', appKey } });
    expect(dataOf<{ apps: unknown[] }>(await ada.get('/api/apps')).apps).toHaveLength(1);
  });
});
