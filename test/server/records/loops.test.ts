/** Documents that would never come to rest: refused by name with nothing written, whatever let them pass. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ObjectDoc } from '../../../schemas/language/document';
import { openWorld, refusal, type Wire, type World } from '../../support/writes';

/** undoes at once what it did */
const SWING: ObjectDoc = {
  $schema: 'object/2',
  object: 'swing',
  title: '秋千',
  use: ['document'],
  fields: { nbr: { rule: 'QQ{seq:4}' }, done: { title: '完成', type: 'decimal', default: 0 } },
  actions: {
    up: { title: '自动完成', from: ['10'], to: '60', auto: 'done >= 1' },
    down: { title: '自动打开', from: ['60'], to: '10', auto: 'done < 5' },
  },
};
/** each audited one makes and audits the next */
const CHAIN: ObjectDoc = {
  $schema: 'object/2',
  object: 'chain',
  title: '链条',
  use: ['document'],
  fields: {
    nbr: { rule: 'LT{seq:4}' },
    items: {
      title: '明细',
      kind: 'tabTable',
      use: ['linkRow'],
      fields: {
        qty: { title: '数量', type: 'decimal' },
        material: { title: '物料' },
        attrKey: { title: '属性' },
        unit: { title: '单位' },
      },
    },
  },
  actions: {
    // biome-ignore lint/suspicious/noThenProperty: a key of the language
    next: { title: '再来', push: { to: 'chain', rows: 'items', how: 'auto', after: 'audit', then: 'audit' } },
  },
};

let world: World;
beforeAll(async () => {
  world = await openWorld({ documents: [SWING, CHAIN] });
});
afterAll(() => world?.close());

const target = (saved: Wire): Wire => ({ id: saved.id, version: saved.version });

describe('what would never come to rest', () => {
  it('auto actions that undo each other refuse the save with their path', async () => {
    const saved = await world.save('swing', {});
    const answer = await refusal(world.save('swing', { ...target(saved), done: 2 }));
    expect(answer).toMatchObject({
      code: 203,
      text: '「秋千」的自动动作互相触发，不会停止：「自动完成」→「自动打开」→「自动完成」',
      data: { rule: 'auto.ring' },
    });
    const stored = await world.admin.records.get('swing', saved.id as string);
    expect(stored).toMatchObject({ done: 0, docStatus: '10', version: saved.version });
  });
  it('pushes that follow by themselves stop at the tenth with their path', async () => {
    const saved = await world.save('chain', { items: [{ qty: 3 }] });
    const answer = await refusal(world.act('chain', 'audit', [target(saved)]));
    const step = '「链条·再来」';
    expect(answer).toMatchObject({
      code: 203,
      text: `自动下推超过10层：${Array.from({ length: 11 }, () => step).join('→')}`,
      data: { rule: 'push.deep' },
    });
    expect(await world.count('chain')).toBe(1);
  });
});
