/** 阅读记录 (20 §8): who read a version, and who should have: everybody who knows a process it is for. */
import type { Rec } from '../../../schemas/language/value';
import type { Ctx, Service } from '../../ctx';
import { forbidden } from '../../errors';
import type { RowOf } from '../../rows';
import { oneOf } from './sop-match';

export const sopReaders: Service = {
  name: 'sop.readers',
  right: null,
  async run({ sop: asked }, ctx) {
    const id = oneOf(asked);
    if (id === null) return [];
    if (!ctx.session.rights.has('sopDoc:view')) throw forbidden();
    const sop = await ctx.records.get('sopDoc', id, { scoped: true });
    if (!sop) return [];
    return readersOf(ctx, sop);
  },
};

type Sop = Pick<RowOf<'sopDoc'>, 'id' | 'scope'>;
const readersOf = async (ctx: Ctx, sop: Sop) => {
  const { records } = ctx.asSystem();
  const read = await records.find('sopRead', 'sop == param.id', { param: { id: sop.id } });
  const done = new Map(read.flatMap((row) => (row.employee === null ? [] : [[row.employee, row] as const])));
  const due = await skilled(ctx, await processesOf(ctx, sop));
  const people = await records.many('employee', [...new Set([...done.keys(), ...due])]);
  return people.map((person) => {
    const row = done.get(person.id);
    return {
      sop: sop.id,
      employee: person.id,
      code: person.code,
      team: row?.team ?? person.team ?? null,
      status: row ? '1' : '0',
      readAt: row?.readAt ?? null,
    };
  });
};

/** 阅读率 (20 §9): of each document that must be read and is in force, how many of a crew should have read it and how many did. */
export const sopReadRate: Service = {
  name: 'sop.readRate',
  right: 'sopDoc:view',
  async run(_args, ctx) {
    const rows: Rec[] = [];
    for (const { id } of await ctx.records.find('sopDoc', 'docStatus == 60 && mustRead && effectDate <= param.day', {
      param: { day: ctx.today },
    })) {
      const sop = await ctx.records.get('sopDoc', id, { scoped: true });
      if (sop)
        for (const { team, status } of await readersOf(ctx, sop))
          rows.push({ sop: sop.id, team, due: 1, read: status === '1' ? 1 : 0 });
    }
    return rows;
  },
};

/** Named ones, and those of the operations of a named route. */
async function processesOf(ctx: Ctx, { scope }: Sop): Promise<readonly string[]> {
  const found = new Set(scope.flatMap(({ process }) => process ?? []));
  const routed = scope.filter(({ route, process }) => route !== null && process === null);
  const routes = await ctx.asSystem().records.many(
    'route',
    routed.flatMap(({ route }) => route ?? []),
    { rows: ['ops'], stored: true },
  );
  for (const row of routed) {
    const ops = routes.find(({ id }) => id === row.route)?.ops ?? [];
    for (const op of ops) if (row.opNbr === null || row.opNbr === op.opNbr) found.add(op.process);
  }
  return [...found];
}

const skilled = async (ctx: Ctx, processes: readonly string[]): Promise<readonly string[]> => {
  if (processes.length === 0) return [];
  const people = await ctx
    .asSystem()
    .records.find('employee', 'isDisabled == 0 && empStatus != 3 && exists(skills, process in param.processes)', {
      param: { processes: [...processes] },
    });
  return people.map(({ id }) => id);
};
