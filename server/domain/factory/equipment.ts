/** 设备 (20 §6): parts of a machine make no loop, a move leaves its row, the category gives its parameters and spare parts. */
import type { Rec, Row } from '../../../schemas/language/value';
import type { Ctx, DomainModule, Service } from '../../ctx';
import { refuse } from '../../errors';
import { treeModule } from '../tree';

const parts = treeModule('equipment', 'parent', {
  cycle: '主设备不能是自身或下级',
  depth: '设备的附属层级不能超过10级',
  children: (name, count) => `「${name}」下有${count}台附属设备，不能删除`,
});

export const equipment: DomainModule<'equipment'> = {
  ...parts,
  async check(record, old, ctx) {
    const found = (await parts.check?.(record, old, ctx)) ?? [];
    if (typeof record.joins !== 'string') return found;
    const group = await groupOf(ctx, record.id as string);
    if (group === undefined || group.id === record.joins) return found;
    const text = `设备「${String(record.code)}」已属于工作组「${String(group.name)}」`;
    return [...found, { code: 'equipment.group', path: 'joins', text }];
  },
  async after(write, ctx) {
    await parts.after?.(write, ctx);
    await join(write.record, ctx);
  },
  actions: {
    ...parts.actions,
    async relocate(record, ask, ctx) {
      const { factoryUnit, date, reason } = ask;
      const moves = rowsOf(record.moves);
      const last = moves.at(-1)?.date;
      if (factoryUnit === record.factoryUnit) throw refuse(`设备「${String(record.code)}」已在该单元`);
      if (String(date) > ctx.today) throw refuse('调拨日期不能晚于今天');
      if (typeof last === 'string' && String(date) < last)
        throw refuse(`设备「${String(record.code)}」在${last}已调拨，日期不能更早`);
      const row: Row = {
        id: ctx.newId(),
        lineNo: (moves.length + 1) * 10,
        date: date as string,
        fromUnit: record.factoryUnit as string,
        toUnit: factoryUnit as string,
        reason: reason as string,
      };
      return { factoryUnit: factoryUnit as string, moves: [...moves, row] } as Rec;
    },
  },
};

const groupOf = async (ctx: Ctx, id: string): Promise<Rec | undefined> =>
  (
    await ctx.asSystem().records.find('workGroup', 'exists(equips, equipment == param.id)', { param: { id }, limit: 1 })
  )[0];

/** 加入工作组 is an errand, not a fact: the row of the group is what holds, so it is forgotten once it is run. */
const join = async ({ id, joins }: Rec, ctx: Ctx): Promise<void> => {
  if (typeof joins !== 'string') return;
  const { records } = ctx.asSystem();
  await records.patch('equipment', id as string, { head: { joins: null } });
  const group = await records.get('workGroup', joins, { lock: true });
  if (!group) return;
  const equips = rowsOf(group.equips);
  if (equips.some((row) => row.equipment === id)) return;
  const row: Row = { id: ctx.newId(), lineNo: (equips.length + 1) * 10, equipment: id as string, priority: 10 };
  await records.save('workGroup', { id: joins, equips: [...equips, row] });
};

/** What a new machine takes from its category; a sub-table the category leaves empty comes from the categories above. */
export const equipmentOfCategory: Service = {
  name: 'equipment.ofCategory',
  right: null,
  async run(args, ctx) {
    const record = (args.record ?? {}) as Rec;
    const category = typeof record.devCategory === 'string' ? record.devCategory : null;
    const patch: Record<string, readonly Row[]> = {};
    for (const code of ['params', 'spares'] as const) {
      if (rowsOf(record[code]).length > 0) continue;
      const given = await inherited(code, category);
      if (given.length > 0) patch[code] = given.map((row, index) => copied(row, index));
    }
    return Object.keys(patch).length > 0 ? patch : null;

    async function inherited(code: 'params' | 'spares', from: string | null): Promise<readonly Row[]> {
      let at = from;
      for (let level = 0; at !== null && level < 10; level++) {
        const node = await ctx.asSystem().records.get('devCategory', at);
        const rows = rowsOf(node?.[code]);
        if (rows.length > 0) return rows;
        at = (node?.parent as string | null | undefined) ?? null;
      }
      return [];
    }
    function copied(row: Row, index: number): Row {
      const { required: _required, id: _id, ...values } = row;
      return { ...values, id: ctx.newId(), lineNo: (index + 1) * 10 } as Row;
    }
  },
};

const rowsOf = (value: unknown): readonly Row[] => (Array.isArray(value) ? (value as readonly Row[]) : []);
