import { expect, test } from 'vitest';
import { capacityPages } from './pages.ts';

test('the capacity pages say what the last measurement and the model say', async () => {
  for (const { file, text, wanted } of await capacityPages()) expect(text, file.pathname).toBe(wanted);
});
