/** Twenty forms that were opened before a publish: every typed value is stored, or named to whoever typed it. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { FieldDoc } from '../../../schemas/language/document';
import { publish } from '../../../server/design/publish';
import { AppError } from '../../../server/errors';
import { saveCall } from '../../../server/records/save/write-calls';
import { type Designing, note, openDesign, wish } from '../../support/design';

let design: Designing;
let schema = '';
const before: Record<string, FieldDoc> = {
  stays: { title: '不变' },
  renamed: { title: '改名' },
  retyped: { title: '改类型' },
  gone: { title: '移除' },
  computed: { title: '变公式' },
  locked: { title: '变只读' },
  rows: { title: '行', kind: 'tabTable', fields: { a: { title: '甲' }, b: { title: '乙' } } },
};
const after: Record<string, FieldDoc> = {
  stays: { title: '不变' },
  renamedTo: { title: '改名', was: 'renamed' },
  retyped: { title: '改类型', type: 'decimal' },
  computed: { title: '变公式', formula: 'stays' },
  locked: { title: '变只读', readonly: true },
  rows: { title: '行', kind: 'tabTable', fields: { a: { title: '甲' }, c: { title: '乙', was: 'b' } } },
  must: { title: '必填', required: true },
};
beforeAll(async () => {
  design = await openDesign();
  await publish(await design.as(), () => [wish(note(before))], { note: '一' });
  schema = (await design.as()).registry.find('xNote')!.hash;
  await publish(await design.as(), () => [wish(note(after))], { note: '二' });
});
afterAll(() => design.factory.database.drop());

it('loses no typed value in silence', async () => {
  const codes = ['stays', 'renamed', 'retyped', 'gone', 'computed', 'locked', 'rows'];
  let stored = 0;
  let told = 0;
  for (let n = 0; n < 20; n++) {
    const typed = codes.filter((_code, i) => n === i || (n >= codes.length && ((n * 37) >> i) % 2 === 1));
    const record: Record<string, unknown> = { code: `N${n}` };
    for (const code of typed) record[code] = code === 'rows' ? [{ a: `a${n}`, b: `b${n}` }] : `${code}${n}`;
    const ctx = await design.as();
    const page = ctx.registry.page('xNote')!;
    const save = (more: object) => saveCall(ctx, page, { record: { ...record, ...more }, schema });
    const lost = typed.filter((code) => ['retyped', 'gone', 'computed', 'locked'].includes(code));
    if (lost.length > 0) {
      const error = await save({ must: '有' }).catch((value: unknown) => value);
      expect(error).toBeInstanceOf(AppError);
      expect((error as AppError).data).toMatchObject({ rule: 'schema.changed' });
      expect([...((error as AppError).data as { fields: string[] }).fields].sort()).toEqual(lost.sort());
      told++;
      continue;
    }
    // the new required field is asked for; what was typed is still there to be sent again
    await expect(save({})).rejects.toThrow('请填写必填');
    const { record: saved } = (await save({ must: '有' })) as { record: Record<string, unknown> };
    for (const code of typed)
      if (code === 'rows') expect((saved.rows as object[])[0]).toMatchObject({ a: `a${n}`, c: `b${n}` });
      else expect(saved[code === 'renamed' ? 'renamedTo' : code]).toBe(`${code}${n}`);
    stored++;
  }
  expect([stored > 2, told > 3]).toEqual([true, true]);
});
