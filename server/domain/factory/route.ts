/** 工艺路线 (20 §4, §10.9): its rules at every save and again at 发布; minutes and hours; the route a material takes. */
import type { Problem } from '../../../schemas/language/value';
import type { Ctx, DomainModule } from '../../ctx';
import { refuse } from '../../errors';
import type { DraftOf, HeadOf, JudgedOf } from '../../rows';
import { inForceOn } from '../versions';
import { lastOf, leadHours, type Op, routeProblems, totalMinutes } from './route-rules';

export const route: DomainModule<'route'> = {
  async derive(record) {
    const ops = opsOf(record);
    if (ops.length === 0) return undefined;
    const last = lastOf(ops);
    for (const row of record.ops) row.isLast = last.length === 1 && last[0]?.id === row.id;
    const sound = routeProblems(ops).length === 0;
    return {
      totalMin: totalMinutes(ops),
      leadHours: sound ? leadHours(ops, Number(record.leadLot ?? 0)) : null,
    };
  },
  async check(record, old, ctx) {
    const wrong = routeProblems(opsOf(record)).map(
      ({ row, field, text }): Problem => ({
        code: 'route.ops',
        path: row === undefined ? field : `ops[${row}].${field}`,
        text,
      }),
    );
    return wrong.length > 0 ? wrong : [...(await groupProblems(record, old, ctx)), ...outsideProblems(record)];
  },
  actions: {
    async applyTo(record, ask, ctx) {
      await applyTo(ctx, record, ask.materials);
      return undefined;
    },
    async setDefault(record, _ask, ctx) {
      await applyTo(ctx, record, record.materials);
      return undefined;
    },
  },
};

type Route = HeadOf<'route'>;
/** What an order asks for when it looks for its route. */
export interface RouteAsk {
  readonly material: string;
  readonly date: string;
  readonly qty: number;
}
/**
 * The route of a material on a day (20 §10.3): the version in force of its default route, else of the only route that names it, else of
 * the one of the nearest category; a version whose lots the quantity is outside of is passed over. Null when there is none.
 */
export const routeOf = async (ctx: Ctx, { material: id, date, qty }: RouteAsk): Promise<Route | null> => {
  const { records } = ctx.asSystem();
  const [material] = await records.many('material', [id]);
  if (!material) return null;
  const fits = (route: Route): boolean =>
    (route.minQty === null || qty >= route.minQty) && (route.maxQty === null || qty <= route.maxQty);
  const [preferred] = await records.many('route', material.defRoute ? [material.defRoute] : []);
  if (preferred) {
    const own = await inForceOn(ctx, 'route', {
      where: 'code == param.code',
      param: { code: preferred.code },
      date,
    });
    const chosen = own.find(fits);
    if (chosen) return chosen;
  }
  const named = (await inForceOn(ctx, 'route', { where: 'param.id in materials', param: { id }, date })).filter(fits);
  if (new Set(named.map(({ code }) => code)).size === 1) return named[0] ?? null;
  const seen = new Set<string>();
  for (let at: string | null = material.materialCategory; at && !seen.has(at); ) {
    seen.add(at);
    const where = 'empty(materials) && materialCategory == param.at';
    const found = (await inForceOn(ctx, 'route', { where, param: { at }, date })).find(fits);
    if (found) return found;
    const [category]: HeadOf<'materialCategory'>[] = await records.many('materialCategory', [at]);
    at = category?.parent ?? null;
  }
  return null;
};

const applyTo = async (ctx: Ctx, record: JudgedOf<'route'>, materials: readonly string[]): Promise<void> => {
  if (materials.length === 0) throw refuse('请选择物料');
  for (const id of materials) await ctx.asSystem().records.patch('material', id, { head: { defRoute: record.id } });
};

/** Groups that are still in use, and devices that are theirs. */
const groupProblems = async (
  record: JudgedOf<'route'>,
  old: JudgedOf<'route'> | null,
  ctx: Ctx,
): Promise<readonly Problem[]> => {
  const before = new Map((old?.ops ?? []).map((row) => [row.id, JSON.stringify([row.workGroup, row.equips])]));
  const rows = record.ops.filter(
    (row) =>
      row.workGroup !== null &&
      (record.docStatus !== DRAFT || before.get(row.id) !== JSON.stringify([row.workGroup, row.equips])),
  );
  if (rows.length === 0) return [];
  const { records } = ctx.asSystem();
  const ids = [...new Set(rows.flatMap(({ workGroup }) => workGroup ?? []))];
  const groups = new Map(
    (await records.many('workGroup', ids, { rows: ['equips'], stored: true })).map((row) => [row.id, row]),
  );
  const problems: Problem[] = [];
  for (const row of rows) {
    const group = groups.get(row.workGroup ?? '');
    if (!group) continue;
    if (group.isDisabled === '1')
      problems.push({
        code: 'route.group',
        path: `ops[${row.id}].workGroup`,
        text: `工序${row.opNbr}的工作组「${group.name}」已停用`,
      });
    const own = new Set(group.equips.map(({ equipment }) => equipment));
    for (const equipment of row.equips)
      if (!own.has(equipment)) {
        const [device] = await records.many('equipment', [equipment], { stored: true });
        problems.push({
          code: 'route.device',
          path: `ops[${row.id}].equips`,
          text: `设备「${device?.code ?? ''}」不属于工作组「${group.name}」`,
        });
      }
  }
  return problems;
};

const outsideProblems = (record: JudgedOf<'route'>): readonly Problem[] =>
  record.ops.flatMap((row) =>
    row.outFlag && row.supplier === null
      ? [
          {
            code: 'route.outside',
            path: `ops[${row.id}].supplier`,
            text: `工序${row.opNbr}为外协，请填写外协供应商`,
            level: 'warn' as const,
          },
        ]
      : [],
  );

const DRAFT = '10';
const opsOf = (record: DraftOf<'route'>): readonly Op[] =>
  record.ops.map((row) => ({
    id: row.id,
    opNbr: Number(row.opNbr ?? 0),
    predecessors: row.predecessors ?? [],
    ratio: Number(row.ratio ?? 1),
    stdMin: Number(row.stdMin ?? 0),
    runBase: Number(row.runBase ?? 1),
    setupMin: Number(row.setupMin ?? 0),
    queueMin: Number(row.queueMin ?? 0),
    moveMin: Number(row.moveMin ?? 0),
    isOut: row.outFlag === true,
    outDays: Number(row.outDays ?? 0),
  }));
