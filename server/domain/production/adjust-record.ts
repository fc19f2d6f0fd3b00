/** 调整记录 (30 §5): the only way to change an effective quantity without taking the document back. Its audit does what it says. */
import { text } from '../../../schemas/language/texts';
import type { Ctx, DomainModule } from '../../ctx';
import { refuse } from '../../errors';
import type { JudgedOf } from '../../rows';
import { apply, newValue, splitOf } from './adjust-apply';
import { blockOfDelete, blockOfReport, blockOfStart, reportProblem, startProblem } from './adjust-bounds';
import { lockOperations } from './locks';
import { finerThanUnit } from './prd-units';

type Adjustment = Pick<
  JudgedOf<'adjustRecord'>,
  'id' | 'kind' | 'prdStart' | 'prdReport' | 'workOrderNbr' | 'rows' | 'badRows'
>;
const OPEN = '50';
const STARTED: readonly string[] = ['30', '40', '60'];
const EFFECTIVE = '60';

export const adjustRecord: DomainModule<'adjustRecord'> = {
  async lock(_action, ids, ctx) {
    const found = await ctx.asSystem().records.many('adjustRecord', ids, { stored: true });
    await lockOperations(
      ctx,
      found.map(({ orderProcess }) => orderProcess),
    );
  },
  async derive(record, old, ctx) {
    if (old === null) await lockOperations(ctx, [record.orderProcess]);
    return undefined;
  },
  async check(record, _old, ctx) {
    if (record.docStatus !== OPEN) return [];
    const said = await refusalOf(record, ctx);
    return said === null ? [] : [{ code: 'adjustRecord.bound', path: 'rows', text: said }];
  },
  actions: {
    async audit(record, _ask, ctx) {
      const said = await refusalOf(record, ctx);
      if (said !== null) throw refuse(said, { rule: 'adjustRecord.bound' });
      const effects = await apply(record, ctx);
      return { effects: effects.map((row) => ({ id: ctx.newId(), ...row })) };
    },
  },
};

/** The first thing that speaks against it, as the document stands now. */
const refusalOf = async (record: Adjustment, ctx: Ctx): Promise<string | null> => {
  const { records } = ctx.asSystem();
  if (record.kind === '10') {
    const start = await records.get('prdStart', record.prdStart ?? '', { lock: true });
    if (!start) return text('record.stale');
    if (!STARTED.includes(start.docStatus ?? '') || isStale(record, { startQty: start.startQty }))
      return text('record.stale');
    const said = (await blockOfStart(start, record.id, ctx)) ?? (await finer(record, ctx));
    return said ?? startProblem(start, newValue(record, 'startQty') ?? start.startQty, ctx);
  }
  const report = await records.get('prdReport', record.prdReport ?? '', { lock: true });
  if (!report) return text('record.stale');
  if (report.docStatus !== EFFECTIVE || isStale(record, { ...report })) return text('record.stale');
  // a reversal has guards of its own
  if (record.kind === '30') return blockOfDelete(report, record.id, ctx);
  const said = (await blockOfReport(report, record.id, ctx)) ?? (await finer(record, ctx));
  return said ?? reportProblem(report, splitOf(record, report), ctx);
};
/** Pieces in parts of a piece; hours are no pieces. */
const finer = ({ workOrderNbr, rows, badRows }: Adjustment, ctx: Ctx): Promise<string | null> =>
  finerThanUnit(
    workOrderNbr,
    [
      ...rows.filter(({ field }) => field !== 'workHours').map(({ newValue: qty }) => qty),
      ...badRows.map(({ qty }) => qty),
    ],
    ctx,
  );
/** Somebody has changed meanwhile what it starts from. */
const isStale = ({ rows }: Pick<Adjustment, 'rows'>, now: Readonly<Record<string, unknown>>): boolean =>
  rows.some(({ field, oldValue }) => Number(now[field ?? ''] ?? 0) !== oldValue);
