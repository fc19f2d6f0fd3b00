/** 编码规则 (20 §7): what a rule may say, its sample, and counters, which only go up. Numbers are taken in server/records/codes.ts. */
import { scopeOf } from '../../../schemas/language/code-rule';
import { lengthOfParts, sampleOfParts } from '../../../schemas/language/code-rule-parts';
import { quote } from '../../../schemas/language/expr/print';
import { scopeAt } from '../../../schemas/language/record/bind';
import { type Model, modelOf } from '../../../schemas/language/record/model';
import type { Problem, Rec } from '../../../schemas/language/value';
import type { Ctx, DomainModule, Service } from '../../ctx';
import { refuse } from '../../errors';
import { counterOf, countersOf, setCounter } from '../../records/codes/code-counters';
import {
  CHANGED,
  counterKey,
  forgetRules,
  numberField,
  OWN,
  partsOfRecord,
  ruleOfRecord,
  SHIPPED,
  shippedHead,
  writeShippedParts,
} from '../../records/codes/code-rules';
import { makeEnv } from '../../records/env';
import { engineOf } from '../../records/host';
import type { DraftOf, JudgedOf } from '../../rows';

export const codeRule: DomainModule<'codeRule'> = {
  async derive(record, old, ctx) {
    const parts = partsOfRecord(record);
    const model = modelFor(record, ctx);
    const isSame = old !== null && says(record) === says(old);
    const origin = old === null ? OWN : old.origin === SHIPPED && !isSame ? CHANGED : old.origin;
    return {
      usage: model?.obj.audited ? '1' : '2',
      origin,
      // of the day it was made
      sample: isSame ? old.sample : sampleOfParts(parts, ctx.now),
      maxLen: lengthOfParts(parts),
      resetBy: seqOf(record)?.reset ?? '0',
    };
  },
  async check(record, _old, ctx) {
    const model = modelFor(record, ctx);
    if (!model) return [];
    if (numberField(model.obj) === undefined) {
      return [{ code: 'codeRule.none', path: 'docType', text: `「${model.obj.title}」没有自动编号` }];
    }
    const rule = ruleOfRecord(record, model);
    if (!('segments' in rule)) return rule;
    return record.isDisabled === '1' ? [] : twice(record, model, ctx);
  },
  async after(_write, ctx) {
    forgetRules(engineOf(ctx));
  },
  actions: {
    /** the next three numbers of the form; nothing is taken */
    async test(form, _ask, ctx) {
      // a stored rule comes without what cannot be changed
      const stored = typeof form.id === 'string' ? await ctx.records.get('codeRule', form.id, { scoped: true }) : null;
      const sent = Object.fromEntries(Object.entries(form).filter(([, value]) => value !== undefined));
      const record: Draft = { ...form, ...stored, ...sent };
      const model = modelFor(record, ctx);
      const field = model && numberField(model.obj);
      if (!model || !field) throw refuse('请先选择单据/对象');
      const rule = ruleOfRecord(record, model);
      if (!('segments' in rule)) throw refuse(rule[0]?.text ?? '请填写段');
      const env = makeEnv(engineOf(ctx));
      const counter = await env.settle((live) => scopeOf(rule, scopeAt(live, { bizDate: ctx.today })));
      const last =
        'scope' in counter ? (await counterOf(ctx, counterKey(model.obj, field), counter.scope))?.value : undefined;
      const first = last === undefined ? rule.seq.start : last + rule.seq.step;
      const parts = partsOfRecord(record);
      const next = [0, 1, 2].map((turn) => sampleOfParts(parts, ctx.now, first + turn * rule.seq.step));
      return { sample: next.join('、') };
    },
    async adjust(record, ask, ctx) {
      const model = modelFor(record, ctx);
      const field = model && numberField(model.obj);
      if (!model || !field) return undefined;
      const scope = (ask.scope ?? '').trim();
      const { value } = ask;
      const key = counterKey(model.obj, field);
      const counter = await counterOf(ctx, key, scope, 'lock');
      if (!counter) throw refuse(`「${model.obj.title}」没有流水范围「${scope}」，请在页签「当前流水」中查看`);
      if (value <= counter.value) throw refuse(`流水号只能调大，当前为${counter.value}`);
      const length = seqOf(record)?.len;
      if (typeof length === 'number' && String(value).length > length)
        throw refuse(`流水号最多${length}位，最大${'9'.repeat(length)}`);
      await setCounter(ctx, counter, value);
      return undefined;
    },
    async restore(record, _ask, ctx) {
      const rule = String(record.shipped ?? '');
      await writeShippedParts(ctx.trx, ctx.org.schema, record.id, rule);
      return {
        origin: SHIPPED,
        condition: null,
        dateSource: '0',
        priority: 10,
        isDisabled: '0',
        ...shippedHead(rule, ctx.now),
      };
    },
  },
};

/** The counter that was used last: what the dialog 调整流水 proposes. */
export const codeRuleLatest: Service = {
  name: 'codeRule.latest',
  right: 'codeRule:adjust',
  async run({ ids }, ctx) {
    const [id] = Array.isArray(ids) ? ids : [];
    const record = typeof id === 'string' ? await ctx.records.get('codeRule', id, { scoped: true }) : null;
    const model = record === null ? undefined : modelFor(record, ctx);
    const field = model && numberField(model.obj);
    if (!model || !field) return {};
    const [counter] = await countersOf(ctx, counterKey(model.obj, field), 1);
    return counter ? { scope: counter.scope.split('#')[0] ?? '', current: counter.value } : {};
  },
};

/** Rows of 当前流水. */
export const codeRuleCounters: Service = {
  name: 'codeRule.counters',
  right: 'codeCounter:view',
  async run(_args, ctx): Promise<readonly Rec[]> {
    return (await countersOf(ctx, undefined, 20_000)).map(({ rule, scope, value, usedAt }) => {
      const [before = '', period = ''] = scope.split('#');
      return { docType: rule.split('.')[0] ?? '', scope: before, period, current: value, usedAt };
    });
  },
};

type Draft = DraftOf<'codeRule'>;
const modelFor = (record: Pick<Draft, 'docType'>, ctx: Ctx): Model | undefined => {
  const { registry } = engineOf(ctx);
  const object = registry.find(record.docType ?? '');
  return object && modelOf(object, registry.lib);
};

const seqOf = ({ segments }: Pick<Draft, 'segments'>) => segments.find((row) => row.segType === '4');

/** What makes a rule of the product one of the organisation's: everything numbers depend on. */
const SAID = [
  'segType',
  'text',
  'dateFormat',
  'field',
  'mapTo',
  'len',
  'startVal',
  'step',
  'reset',
  'inScope',
] as const;
const says = (record: Draft): string =>
  JSON.stringify([
    record.condition ?? '',
    record.dateSource ?? '0',
    record.priority,
    record.segments.map((row) => SAID.map((code) => row[code] ?? '')),
  ]);

/** Two rules of one document under the same condition: nobody could tell which one is asked. */
const twice = async (record: JudgedOf<'codeRule'>, model: Model, ctx: Ctx): Promise<readonly Problem[]> => {
  const where = `docType == ${quote(record.docType)} && isDisabled == 0 && origin != 1 && id != param.id`;
  const same = await ctx.asSystem().records.find('codeRule', where, { param: { id: record.id }, limit: 200 });
  const condition = (record.condition ?? '').trim();
  return same.some((row) => (row.condition ?? '').trim() === condition) && record.origin !== SHIPPED
    ? [{ code: 'codeRule.twice', path: 'condition', text: `「${model.obj.title}」条件相同的规则已存在` }]
    : [];
};
