/** 物料 (20 §3): one material taken over by another. */
import type { ResolvedObject } from '../../../schemas/language/resolved';
import type { Rec, Row, Value } from '../../../schemas/language/value';
import type { Ctx, DomainModule, NamedIn } from '../../ctx';
import { refuse } from '../../errors';
import type { HeadOf } from '../../rows';

export const material: DomainModule<'material'> = {
  actions: {
    async mergeTo(record, ask, ctx) {
      const { records } = ctx.asSystem();
      const [target] = await records.many('material', [ask.target], { lock: true });
      if (!target || target.id === record.id) throw refuse('请选择另一个物料');
      if (target.isDisabled === '1') throw refuse(`「${target.name}」已停用，请重新选择`);
      if (target.unit !== record.unit) throw refuse(`「${target.code}」的基本单位不同，不能合并`);
      if (target.traceMode !== record.traceMode) throw refuse(`「${target.code}」的追溯方式不同，不能合并`);
      const left = await records.find('stockBalance', 'material == param.id && qty != 0', {
        param: { id: record.id },
        limit: 1,
      });
      if (left.length > 0) throw refuse(`「${record.code}」还有库存，不能合并`);
      await moveDrafts(ctx, record, target);
      return { isDisabled: '1', mergedInto: target.id };
    },
  },
};

/** What is not in force yet; masters and what the engines keep hold no drafts. */
const draftOf = ({ audited, actions }: ResolvedObject): string | undefined =>
  audited ? 'auditStatus != 2' : actions.publish === undefined ? undefined : 'docStatus == 10';

type Material = Pick<HeadOf<'material'>, 'id'>;
/** Every draft that names the one material names the other from now on; what was audited or published stays as it is. */
const moveDrafts = async (ctx: Ctx, from: Material, to: Material): Promise<void> => {
  const { records } = ctx.asSystem();
  const places = records.namedIn('material');
  for (const object of new Set(places.map((place) => place.object))) {
    const named = places.filter((place) => place.object === object);
    const isDraft = draftOf(object);
    if (isDraft === undefined) continue;
    const holds = named.map(({ sub, field, many }) => {
      const test = many ? `param.id in ${field}` : `${field} == param.id`;
      return sub === undefined ? test : `exists(${sub}, ${test})`;
    });
    const param = { id: from.id };
    for (const { id } of await records.find(object.object, `${isDraft} && (${holds.join(' || ')})`, { param })) {
      const doc = await records.get(object.object, String(id), { lock: true });
      if (doc) await records.save(object.object, { id: String(id), ...renamed(doc, named, from, to) });
    }
  }
};

/** The head fields and sub-tables of a document that change. */
const renamed = (doc: Rec, named: readonly NamedIn[], from: Material, to: Material): Rec => {
  const one = (id: unknown): string | null => (id === from.id ? to.id : typeof id === 'string' ? id : null);
  const other = (value: Rec[string]): Value =>
    Array.isArray(value) ? [...new Set(value.flatMap((id: unknown) => one(id) ?? []))] : one(value);
  const change: Rec = {};
  for (const { sub, field } of named) {
    if (sub === undefined) change[field] = other(doc[field]);
    else change[sub] = linesOf(change[sub] ?? doc[sub]).map((row) => ({ ...row, [field]: other(row[field]) }));
  }
  return change;
};
// which object it is, only its document says
const linesOf = (value: Rec[string]): readonly Row[] => (value ?? []) as readonly Row[];
