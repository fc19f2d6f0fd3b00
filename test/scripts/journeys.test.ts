/** Browser journeys wait for what people see and find it as they do: no pauses of a fixed length, no classes of the component library. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../../server/root';

const FORBIDDEN = [
  { what: 'a pause of a fixed length', text: /\bwaitForTimeout\b/ },
  { what: 'a pause of a fixed length', text: /import .*node:timers/ },
  { what: 'a class of the component library', text: /\.ant-|\.rc-/ },
];
const wrongIn = (code: string): readonly string[] =>
  code
    .split('\n')
    .flatMap((line, n) => FORBIDDEN.flatMap(({ what, text }) => (text.test(line) ? [`${n + 1}: ${what}`] : [])));

it('no journey pauses or names a class', () => {
  const folder = join(ROOT, 'test/e2e');
  const wrong = readdirSync(folder).flatMap((file) =>
    wrongIn(readFileSync(join(folder, file), 'utf8')).map((text) => `${file} ${text}`),
  );
  expect(wrong).toEqual([]);
});

it('a wrong journey is found', () => {
  expect(wrongIn("await page.waitForTimeout(500);\nawait page.locator('.ant-select').click();")).toEqual([
    '1: a pause of a fixed length',
    '2: a class of the component library',
  ]);
});
