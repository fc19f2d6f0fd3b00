/** 补打 (20 §3): the same content once more, with its reason and the mark 补; past the limit a supervisor must do it. */
import type { Rec, Row, Value } from '../../schemas/language/value';
import { badRequest, refuse } from '../errors';
import type { EngineCtx } from '../records/host';
import { callOnce } from '../records/save/idempotency';
import { labelsOf, readIds, refuseDead, stamp } from './printed';
import { labelTemplate } from './sheets';

export interface Reprinted {
  readonly id: string;
  readonly nbr: string;
}
const OVER = 'codeLabel:reprintOver';

/** Body {ids, reason, reasonText, tpl, device, token}. Locks the labels, counts them and writes one record over all of them. */
export function reprintCall(ctx: EngineCtx, body: Readonly<Record<string, unknown>>): Promise<Reprinted> {
  const { token: _, ...given } = body;
  const ids = readIds(given.ids);
  if (typeof given.reason !== 'string' || given.reason === '') throw refuse('请选择补打原因');
  return callOnce(ctx, 'codeLabel reprint', given, async (inner) => {
    const system = inner.asSystem();
    const labels = await labelsOf(inner, ids, true);
    for (const label of labels) refuseReprint(inner, label);
    const [first] = labels;
    const tpl = typeof given.tpl === 'string' ? given.tpl : String(first?.tpl ?? '');
    const doc = await system.records.save('codeRePrint', {
      reprintAt: inner.now,
      employee: inner.session.me.employee ?? null,
      reason: await reasonOf(system, given.reason as string),
      reasonText: textOf(given.reasonText, 200),
      device: textOf(given.device, 100),
      tpl: labelTemplate(inner, tpl).print,
      firstItem: first ? [first.refCode, first.name].filter(Boolean).join(' ') : null,
      rows: labels.map((label) => rowOf(inner, label)),
    });
    for (const label of labels) {
      const head: Rec = {
        printCount: Number(label.printCount ?? 0) + 1,
        reprintCount: Number(label.reprintCount ?? 0) + 1,
        ...stamp(inner),
      };
      await system.records.patch('codeLabel', label.id as string, { head });
      await inner.emit('codeLabel.reprinted', {
        object: 'codeLabel',
        id: label.id as string,
        reprint: doc.id as string,
      });
    }
    return { id: doc.id as string, nbr: doc.nbr as string };
  });
}

function refuseReprint(ctx: EngineCtx, label: Rec): void {
  refuseDead(label, '，不能补打');
  const max = Number(ctx.setting('label.reprintMax') ?? 3);
  const n = Number(label.reprintCount ?? 0);
  if (n >= max && !ctx.session.rights.has(OVER))
    throw refuse(`标签「${label.labelNo}」已补打${n}次，超过${max}次需主管授权`);
}

const rowOf = (ctx: EngineCtx, { id, refCode, name, batchNbr, qty, printCount }: Rec): Row => ({
  id: ctx.newId(),
  label: id as string,
  refCode: (refCode as Value) ?? null,
  name: (name as Value) ?? null,
  batchNbr: (batchNbr as Value) ?? null,
  qty: (qty as Value) ?? null,
  beforeCount: Number(printCount ?? 0),
  result: '1',
});

/** One of the reasons, by its id. */
async function reasonOf(ctx: ReturnType<EngineCtx['asSystem']>, id: string): Promise<string> {
  const found = await ctx.records.find(
    'supportInfor',
    "id == param.id && kind.code == 'reprintReason' && isDisabled == 0",
    { param: { id }, limit: 1 },
  );
  if (found.length === 0) throw refuse('请选择补打原因');
  return id;
}
const textOf = (value: unknown, most: number): string | null => {
  if (value === undefined || value === null || value === '') return null;
  if (typeof value !== 'string' || value.length > most) throw badRequest();
  return value.trim();
};
