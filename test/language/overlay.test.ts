import { describe, expect, it } from 'vitest';
import { type FiledDoc, libraryOf, lintAll } from '../../schemas/language/check/index';
import { checkOverlay } from '../../schemas/language/check/overlay';
import type { BlockDoc, ObjectDoc, SettingsDoc } from '../../schemas/language/document';
import { mergedText, resolveObject } from '../../schemas/language/resolve';
import {
  applyOverlay,
  applyStep,
  baseOf,
  diffSteps,
  type Step,
  type StepDoc,
} from '../../schemas/language/steps/index';
import { documentsIn, filed, SCHEMAS } from './documents';
import { randomStep, seeded } from './random-steps';

const docs = filed(documentsIn(SCHEMAS).filter(({ path }) => !path.startsWith('language/')));
const blocks = new Map(docs.flatMap(({ doc }) => (doc.$schema === 'block/2' ? [[doc.block, doc as BlockDoc]] : [])));
const settings = docs.flatMap(({ doc }) => (doc.$schema === 'settings/1' ? [doc as SettingsDoc] : []));
const lib = { blocks, settings };
const objects = docs.flatMap(({ doc }) => (doc.$schema === 'object/2' ? [[doc.object, doc] as const] : []));
const merged = (doc: ObjectDoc): StepDoc => mergedText(doc, lib) as unknown as StepDoc;
const bare = (doc: ObjectDoc, overlay?: readonly Step[]): unknown => {
  const { hash: _hash, ...rest } = resolveObject(doc, overlay === undefined ? lib : { ...lib, overlay });
  return rest;
};

describe.each(objects)('%s', (_code, doc) => {
  it('means the same under an empty overlay', () => {
    expect(bare(doc, [])).toEqual(bare(doc));
  });
  it('is the same document when an overlay is applied again on the same text', () => {
    const random = seeded(JSON.stringify(doc).length);
    const steps: Step[] = [];
    let now = merged(doc);
    for (let i = 0; i < 25; i++) {
      const step = randomStep(now, random);
      const next = step === undefined ? undefined : applyStep(now, step).doc;
      if (step === undefined || next === undefined) continue;
      steps.push(step);
      now = next;
    }
    const again = applyOverlay(merged(doc), steps);
    expect(again.conflicts).toEqual([]);
    expect(again.doc).toEqual(now);
    // the difference to the standard as steps is an overlay of the same effect
    expect(applyOverlay(merged(doc), diffSteps(merged(doc), now)).doc).toEqual(now);
  });
});

describe('an overlay', () => {
  const [, order] = objects.find(([code]) => code === 'purchaseOrder') ?? [];
  if (order === undefined) throw new Error('no purchase order');
  const text = merged(order);
  const added: readonly Step[] = [
    { insert: 'fields.xDelivery', value: { title: '交付方式', kind: 'input', max: 20 }, after: 'supplier' },
    { insert: 'edit.groups.base.fields.xDelivery', value: 'xDelivery', after: 'supplier' },
    { insert: 'list.columns.xDelivery', value: 'xDelivery', after: 'supplier' },
    { set: 'title', to: '采购合同', was: '采购订单' },
  ];
  const path = 'objects/purchase/purchase-order.json';
  const over = (overlay: readonly Step[]): readonly FiledDoc[] =>
    docs.map((doc) => (doc.doc === order ? { ...doc, overlay } : doc));

  it('adds and retitles on top of blocks, and lints clean', () => {
    const object = resolveObject(order, { ...lib, overlay: added });
    expect(object.title).toBe('采购合同');
    expect(object.fields.xDelivery).toMatchObject({ title: '交付方式', max: 20 });
    expect(object.list.columns.map((column) => column.field)).toContain('xDelivery');
    expect(checkOverlay(text, added)).toEqual([]);
    const problems = lintAll(over(added)).filter(
      (problem) => problem.path === path && problem.problem.level !== 'warn',
    );
    const without = lintAll(docs).filter((problem) => problem.path === path && problem.problem.level !== 'warn');
    expect(problems).toEqual(without);
    expect(libraryOf(over(added)).objects.get('purchaseOrder')?.object.title).toBe('采购合同');
  });
  it('may tighten, lay out anew and turn off, not loosen, drop or change what is done', () => {
    const width = { set: 'list.columns.supplier.width', to: 200 } as const;
    const fine: readonly Step[] = [
      width,
      { set: 'list.columns.buyer.off', to: true },
      { insert: 'checks.xLate', value: { that: '!empty(needBy)', say: '请填写交期' } },
      { insert: 'list.schemes.xMine', value: { title: '我的', where: 'createdBy == me.id' } },
    ];
    for (const step of fine)
      expect(
        checkOverlay(text, [step]).filter((problem) => problem.code !== 'overlay.conflict'),
        JSON.stringify(step),
      ).toEqual([]);
    const wrong: readonly Step[] = [
      { set: 'fields.supplier.required', was: true },
      { set: 'fields.supplier.ref', to: 'customer', was: 'supplier' },
      { set: 'actions.audit.to', to: '60' },
      { rename: 'fields.supplier', to: 'xSupplier' },
    ];
    for (const step of wrong)
      expect(checkOverlay(text, [step])[0], JSON.stringify(step)).toMatchObject({ code: 'overlay.loosen' });
  });
  it('on a new shipped text keeps what applies and tells what does not, with both values', () => {
    const steps: readonly Step[] = [...added.slice(0, 3), { set: 'list.columns.supplier.width', to: 200, was: 150 }];
    const next = applyStep(text, { set: 'title', to: '订单', was: '采购订单' }).doc ?? text;
    const upgraded = applyOverlay(next, [...steps, { set: 'title', to: '采购合同', was: '采购订单' }]);
    expect(upgraded.conflicts).toMatchObject([
      { why: 'changed', address: 'list.columns.supplier.width', was: 150, mine: 200 },
      { why: 'changed', address: 'title', was: '采购订单', mine: '采购合同', theirs: '订单' },
    ]);
    expect(upgraded.steps).toEqual(added.slice(0, 3));
    expect(upgraded.doc).toMatchObject({ title: '订单', fields: { xDelivery: {} } });
    expect(baseOf(next)).not.toBe(baseOf(text));
  });
  it('whose neighbour is gone places its node last, and tells', () => {
    const { doc, notices } = applyOverlay(text, [{ insert: 'fields.xA', value: { title: '甲' }, after: 'gone' }]);
    expect(Object.keys(doc.fields as object).at(-1)).toBe('xA');
    expect(notices).toMatchObject([{ code: 'step.anchor', path: 'fields.xA' }]);
  });
});
