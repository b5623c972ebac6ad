import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Clicks from the landing page to a call of one's own. */
export const CLICKS = 8;

/** What stands on the pages where somebody goes on, in the language of their browser. */
const words = {
  en: {
    signIn: 'Sign in',
    createTeam: 'Create Team',
    addSample: 'Add the sample tour',
    tourDone: 'Done: A tour to read',
    createApp: 'Create app',
    waiting: 'Waiting for the first call',
    reveal: 'Reveal',
    revealConfirm: 'Reveal for 30 s',
    copyCall: 'Copy the first call with it',
    copied: 'Paste it into a terminal',
    arrived: 'The first call has arrived: vr-info',
    neverUsed: 'Never used',
  },
  zh: {
    signIn: '登录',
    createTeam: '创建团队',
    addSample: '添加示例空间',
    tourDone: '已完成： 一个可读取的空间',
    createApp: '创建应用',
    waiting: '正在等待此应用的第一次调用',
    reveal: '显示',
    revealConfirm: '显示 30 秒',
    copyCall: '连同首次调用一起复制',
    copied: '已复制，请粘贴到终端',
    arrived: '第一次调用已到达：vr-info',
    neverUsed: '从未使用',
  },
} as const;

/** Somebody who was never there before, and how they go. */
export interface Newcomer {
  readonly page: Page;
  readonly portal: string;
  readonly language: keyof typeof words;
  readonly team: string;
  readonly app: string;
  /** Goes through the pages on which people sign in, wherever those are. */
  signIn(click: Click): Promise<void>;
  /** Milliseconds in which they find the next button, and the next key. */
  readonly pace?: { readonly findMs: number; readonly keyMs: number };
  /** What the terminal has, into which the call is pasted. */
  readonly terminal?: NodeJS.ProcessEnv;
  readonly look?: Look;
}

/** Looks at a page that somebody has come to, once it is as they find it. */
export type Look = (step: string) => Promise<void>;

/** A click, counted. @param name The whole name, or a pattern of it. */
export type Click = (role: 'button' | 'link' | 'textbox', name: string | RegExp) => Promise<void>;

/**
 * Goes from the landing page to a call of one's own, reading nothing but the pages.
 * @returns How many clicks it took, and how many seconds.
 */
export async function walkFirstSteps(
  newcomer: Newcomer,
): Promise<{ readonly clicks: number; readonly seconds: number }> {
  const { page, portal, pace, look = async () => {} } = newcomer;
  const says = words[newcomer.language];
  let clicks = 0;
  const click: Click = async (role, name) => {
    const there = page.getByRole(role, { name, exact: typeof name === 'string' }).first();
    await there.waitFor();
    if (pace !== undefined) await page.waitForTimeout(pace.findMs);
    clicks += 1;
    await there.click();
  };
  const enter = async (text: string) => {
    await page.keyboard.type(text, { delay: pace?.keyMs ?? 0 });
    await page.keyboard.press('Enter');
  };
  const startedMs = performance.now();
  await page.goto(portal);
  await page.getByRole('link', { name: says.signIn, exact: true }).first().waitFor();
  await look('landing');
  await click('link', says.signIn);
  await newcomer.signIn(click);
  await page.getByRole('button', { name: says.createTeam, exact: true }).first().waitFor();
  await look('signed-in');
  await click('button', says.createTeam);
  await page.getByRole('dialog').waitFor();
  await look('name-team');
  await enter(newcomer.team);
  await page.getByRole('button', { name: says.addSample }).waitFor();
  await look('new-team');
  await click('button', says.addSample);
  await page.getByText(says.tourDone).waitFor();
  await look('tour-added');
  await click('button', says.createApp);
  await page.getByRole('dialog').waitFor();
  await look('name-app');
  await enter(newcomer.app);
  await page.getByRole('heading', { level: 1, name: newcomer.app }).waitFor();
  await page.getByText(says.waiting).waitFor();
  await page.getByRole('button', { name: says.reveal, exact: true }).first().waitFor();
  await look('app');
  await click('button', says.reveal);
  await page.getByRole('dialog').waitFor();
  await look('reveal');
  await click('button', says.revealConfirm);
  await page.getByRole('button', { name: says.copyCall }).waitFor();
  await look('secret');
  await click('button', says.copyCall);
  await page.getByText(says.copied).waitFor();
  await look('copied');
  const copied = await page.evaluate<string>('navigator.clipboard.readText()');
  const { stdout } = await promisify(execFile)('bash', ['-c', copied], { env: newcomer.terminal });
  expect(JSON.parse(stdout)).toMatchObject({ status: 'success', data: { resource_code: 'demo-loft' } });
  await page.getByText(says.arrived).waitFor();
  const seconds = (performance.now() - startedMs) / 1000;
  await page.getByText(says.neverUsed).waitFor({ state: 'hidden', timeout: 5000 });
  await look('arrived');
  return { clicks, seconds };
}
