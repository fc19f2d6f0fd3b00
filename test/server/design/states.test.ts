/** States drawn over an object (language §7.4): a record has one from its first save on, only actions move it, and none of them is dead. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AnyDoc, DictionariesDoc, ObjectDoc } from '../../../schemas/language/document';
import { planPublish, publish } from '../../../server/design/publish';
import { runAction } from '../../../server/records/act/actions';
import { inWrite } from '../../../server/records/context';
import { pageItem } from '../../../server/records/page/page-item';
import { saveRecord } from '../../../server/records/save/save';
import { type Designing, note, openDesign, wish } from '../../support/design';

let design: Designing;
beforeAll(async () => {
  design = await openDesign();
});
afterAll(() => design.factory.database.drop());

const STATES: AnyDoc = {
  $schema: 'dictionaries/1',
  area: 'xApp',
  dicts: {
    xLife: {
      title: '便签状态',
      items: [
        { code: 'open', title: '草稿' },
        { code: 'sent', title: '已发出' },
        { code: 'done', title: '已完成' },
      ],
    },
  },
};
const life = (actions: ObjectDoc['actions'], field: object = {}): ObjectDoc =>
  note(
    { life: { title: '状态', dict: 'xLife', ...field } },
    { state: 'life', actions: { add: {}, edit: {}, del: {}, ...actions } },
  );
const send = { title: '发出', from: ['open'], to: 'sent' } as const;
const end = { title: '了结', from: ['sent'], to: 'done' } as const;
const publishing = async (...docs: readonly AnyDoc[]) =>
  publish(await design.as(), () => docs.map((doc) => wish(doc)), { note: '试' });
const planned = async (...docs: readonly AnyDoc[]) =>
  planPublish(
    await design.as(),
    docs.map((doc) => wish(doc)),
  );
const save = async (rec: { readonly [key: string]: string | number }) => {
  const ctx = await design.as();
  return saveRecord(ctx, 'xNote', { rec, page: ctx.registry.page('xNote')! });
};
const stored = () =>
  design.rows<{ code: string; life: string | null }>('select code, life from $.x_note order by code');

it('gives records that were there before the first state, and says so', async () => {
  await publishing(STATES, note({ life: { title: '状态', dict: 'xLife' } }));
  await save({ code: 'A' });
  await save({ code: 'B', life: 'sent' });
  const plan = await planned(life({ xSend: send, xEnd: end }, { required: true }));
  expect(plan.questions).toEqual([]);
  expect(plan.steps.filter(({ kind }) => kind === 'enterState')).toEqual([
    { kind: 'enterState', table: 'x_note', text: '「便签」没有状态的数据进入「草稿」', count: 1 },
  ]);
  await publishing(life({ xSend: send, xEnd: end }));
  expect(await stored()).toEqual([
    { code: 'A', life: 'open' },
    { code: 'B', life: 'sent' },
  ]);
  expect((await planned(life({ xSend: { ...send, title: '寄出' }, xEnd: end }))).steps).toEqual([]);
});

it('starts a new record in the first state and lets its actions move it, whatever a form sends', async () => {
  const ctx = await design.as();
  const { data } = pageItem(ctx, 'xNote');
  expect(JSON.stringify(data)).toContain('"default":"open"');
  expect(ctx.registry.find('xNote')?.fields.life).toMatchObject({ readonly: true, default: 'open' });
  const made = await save({ code: 'C', life: 'done' });
  expect((await stored()).at(-1)).toEqual({ code: 'C', life: 'open' });
  const page = ctx.registry.page('xNote')!;
  const targets = [{ id: String(made.id), version: 1 }];
  const moved = await inWrite(ctx, (inner) => runAction(inner, page.object, 'xSend', { targets, page }));
  expect(moved.records[0]).toMatchObject({ life: 'sent' });
});

it('refuses a state that no record comes to, and an action that starts there', async () => {
  const finish = { title: '完成', from: ['done'], to: 'sent' } as const;
  const { problems, refusal } = await planned(life({ xSend: send, xFinish: finish }));
  expect(problems.filter(({ level }) => level !== 'warn').map(({ code, path, text }) => [code, path, text])).toEqual([
    ['state.dead', 'actions.xFinish.from', '没有数据能到达「已完成」，动作「完成」永远不能执行'],
    ['state.lost', 'state', '没有动作能到状态「已完成」：画一条到它的动作，或停用、移除它'],
  ]);
  expect(refusal).not.toBe('');
  await expect(publishing(life({ xSend: send, xFinish: finish }))).rejects.toThrow();
  await expect(publishing(life({ xSend: send }))).rejects.toThrow();
  expect((await planned(life({ xSend: send, xEnd: end, xFinish: finish }))).refusal).toBe('');
});

it('keeps a state that records stand in, and says how many', async () => {
  const { dicts } = STATES as DictionariesDoc;
  const items = dicts.xLife?.items?.filter(({ code }) => code !== 'sent') ?? [];
  const less: AnyDoc = { ...(STATES as DictionariesDoc), dicts: { xLife: { title: '便签状态', items } } };
  const sold = { title: '完成', from: ['open'], to: 'done' } as const;
  const { refused, refusal } = await planned(less, life({ xSold: sold }));
  expect(refused.map(({ address, text }) => [address, text])).toEqual([
    ['fields.life', '「便签」状态：2条数据是「已发出」，不能移除这一项，可以停用'],
  ]);
  expect(refusal).not.toBe('');
});
