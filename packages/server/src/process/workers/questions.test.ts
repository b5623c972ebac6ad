import { expect, test } from 'vitest';
import { questions } from './questions.ts';

const LONG_MS = 600_000;

test('each question gets its own answer, in whatever order they come', async () => {
  const sent: number[] = [];
  const asked = questions<string>();
  const answers = ['a', 'b'].map(() => asked.ask((id) => sent.push(id), LONG_MS));
  for (const id of sent.toReversed()) asked.answer(id, `answer to ${id}`);
  expect(await Promise.all(answers)).toEqual(sent.map((id) => `answer to ${id}`));
});

test('an answer that does not come in time is none, and nobody minds when it comes late', async () => {
  const asked = questions<string>();
  let id = 0;
  expect(
    await asked.ask((own) => {
      id = own;
    }, 1),
  ).toBeUndefined();
  asked.answer(id, 'too late');
});

test('when nobody will answer any more, no question stays open', async () => {
  const asked = questions<string>();
  const answers = [1, 2].map(() => asked.ask(() => undefined, LONG_MS));
  asked.end();
  expect(await Promise.all(answers)).toEqual([undefined, undefined]);
});
