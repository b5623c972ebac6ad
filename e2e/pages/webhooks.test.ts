import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasChromium } from '../browser.ts';
import { demoService, sharedChromium } from '../demo-service.ts';
import { signInAs } from '../sign-in-as.ts';
import { choose } from './choice.ts';
import { judge } from './judge.ts';
import { windows } from './portal-pages.ts';

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

describe.skipIf(!hasChromium)(
  `webhooks on their page${hasChromium ? '' : ' (SKIPPED: no Chromium)'}`,
  { tags: ['slow', 'long'] },
  () => {
    let chromium: Browser;
    let context: BrowserContext;
    let page: Page;
    let receiver: Server;
    let url: string;
    let portalUrl: string;
    let status = 204;
    const received: Received[] = [];

    beforeAll(async () => {
      receiver = createServer(async (request, response) => {
        const parts: Buffer[] = [];
        for await (const part of request) parts.push(part as Buffer);
        received.push({ headers: request.headers, body: Buffer.concat(parts).toString() });
        response.writeHead(status).end();
      });
      await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
      url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
      portalUrl = (await demoService()).demo.portal_url;
      chromium = await sharedChromium();
      context = await chromium.newContext({ locale: 'en-GB', viewport: windows.desktop });
      await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: portalUrl });
      page = await context.newPage();
      await signInAs(page, { portalUrl, name: 'Ada Lindqvist', to: '/dashboard/team' });
    });
    afterAll(async () => {
      await context?.close();
      receiver?.close();
    });

    const signed = ({ headers, body }: Received, secret: string): string => {
      const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
      const text = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
      return `v1,${createHmac('sha256', key).update(text).digest('base64')}`;
    };
    const copied = async () => {
      await page.getByRole('button', { name: 'Copy secret' }).click();
      const secret = await page.evaluate<string>('navigator.clipboard.readText()');
      expect(secret).toMatch(/^whsec_/);
      await page.getByRole('button', { name: 'Done' }).click();
      expect(await page.content()).not.toContain(secret);
      return secret;
    };
    const more = async (item: string) => {
      await page.getByRole('button', { name: `More about ${url}` }).click();
      await page.getByRole('menuitem', { name: item }).click();
    };
    let secret: string;

    test('one is added with the keyboard, and its secret signs the test', async () => {
      await page.getByRole('link', { name: 'Webhooks' }).click();
      await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor();
      await page.getByRole('button', { name: 'Add a webhook' }).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').getByLabel('Address').waitFor();
      await page.keyboard.type(url);
      await choose(page, 'Which events', 'some');
      await page.getByRole('checkbox', { name: /^quota.reached/ }).focus();
      await page.keyboard.press('Space');
      expect(await judge(page)).toEqual([]);
      await page.keyboard.press('Enter');
      await page.getByText(/^whsec_/).waitFor();
      expect(await judge(page)).toEqual([]);
      secret = await copied();
      await page.getByRole('button', { name: 'Send a test' }).click();
      await page.getByText('The receiver accepted it.').waitFor();
      const [call] = received;
      expect(JSON.parse(call?.body ?? '')).toMatchObject({ type: 'webhook.test' });
      expect(call?.headers['webhook-signature']).toBe(signed(call as Received, secret));
    });

    test('a rotation shows the new secret once; both sign until the overlap ends', async () => {
      await more('Rotate the secret');
      await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click();
      const next = await copied();
      await page.getByText('The secret before signs as well').waitFor();
      await page
        .getByRole('button', { name: /^Send again/ })
        .first()
        .click();
      await expect.poll(() => received.length).toBe(2);
      const again = received[1] as Received;
      expect(again.headers['webhook-id']).toBe(received[0]?.headers['webhook-id']);
      expect(again.headers['webhook-signature']).toBe(`${signed(again, next)} ${signed(again, secret)}`);
    });

    test('a receiver that wants no more stops it, and says so', async () => {
      status = 410;
      await page.getByRole('button', { name: 'Send a test' }).click();
      await page.getByText('The receiver did not accept it: It wants no more events, and was stopped.').waitFor();
      await page.getByText('Stopped by the receiver').waitFor();
      expect(await judge(page)).toEqual([]);
      status = 204;
      await page.getByRole('button', { name: 'Start' }).click();
      await page.getByRole('button', { name: 'Send a test' }).waitFor();
    });

    test('the log fits a phone, in Chinese and dark', async () => {
      const phone = await chromium.newContext({ locale: 'zh-CN', colorScheme: 'dark', viewport: windows.phone });
      const other = await phone.newPage();
      await signInAs(other, { portalUrl, name: 'Ada Lindqvist', to: '/dashboard/team/webhooks' });
      await other.getByRole('button', { name: `投递记录：${url}` }).click();
      await other.getByText('已送达').first().waitFor();
      await other.getByText('发送的内容').first().click();
      expect(await judge(other)).toEqual([]);
      await phone.close();
    });

    test('one that is deleted is gone with its log, and the keyboard is at the heading', async () => {
      await more('Delete');
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await page.getByText('No webhook yet').waitFor();
      await expect.poll(() => page.locator(':focus').textContent()).toBe('Webhooks');
    });
  },
);
