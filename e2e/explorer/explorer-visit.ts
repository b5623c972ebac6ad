import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { RunningService } from '../service.ts';
import { signInAs } from '../sign-in-as.ts';
import { readPose, type ShownPose } from './geometry.ts';

/** The stage: the box that a tour's views show in. */
export const STAGE = '[role=tabpanel][data-view]';

/** A visit to explorer pages, and what the browser said and loaded meanwhile. */
export interface Visit {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors of scripts, and refusals of the content security policy. */
  readonly complaints: string[];
  /** Everything sent and received: addresses, headers and texts. */
  readonly traffic: string[];
  open(resourceCode: string): Promise<void>;
  pose(): Promise<ShownPose>;
}

export async function visit(
  service: RunningService,
  chromium: Pick<Browser, 'newContext'>,
  options: Parameters<Browser['newContext']>[0] = {},
): Promise<Visit> {
  const context = await chromium.newContext({ locale: 'en-GB', reducedMotion: 'reduce', ...options });
  const portalUrl = service.demo.portal_url;
  const seen = visitOf(await context.newPage(), portalUrl);
  await signInAs(seen.page, { portalUrl, name: 'Ada Lindqvist', to: '/dashboard/apps' });
  return seen;
}

/** A visit with a page of somebody who is signed in, or signs in on it. */
export function visitOf(page: Page, portalUrl: string): Visit {
  const complaints: string[] = [];
  const traffic: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (/refused to|violates|security policy/i.test(message.text())) complaints.push(message.text());
  });
  page.on('response', async (response) => {
    const request = response.request();
    const isText = /json|javascript|html/.test(response.headers()['content-type'] ?? '');
    const text = isText ? await response.text().catch(() => '') : '';
    const headers = { ...request.headers(), ...response.headers() };
    // The session's own cookies are the browser's to hold.
    const { cookie: _, 'set-cookie': __, ...others } = headers;
    traffic.push(`${request.method()} ${request.url()} ${JSON.stringify(others)} ${request.postData() ?? ''} ${text}`);
  });
  return {
    page,
    context: page.context(),
    complaints,
    traffic,
    open: async (resourceCode) => {
      await page.goto(`${portalUrl}/dashboard/tours/${resourceCode}`);
      await page.locator(STAGE).waitFor();
    },
    pose: async () => readPose((await page.locator(STAGE).getAttribute('data-pose')) ?? ''),
  };
}

/** Waits until the view shows pictures of a viewpoint, or what stands in for them. */
export async function standingAt(
  { page }: Visit,
  index: number,
  state: 'pictures' | 'drawn' = 'pictures',
): Promise<void> {
  await page.locator(`${STAGE}[data-state="${state}"][data-pose$=" ${index}"]`).waitFor();
}
