/** 阅读记录 (20 §8): who read a version, and who should have: everybody who knows a process it is for. */
import type { Rec, Row, Value } from '../../../schemas/language/value';
import type { Ctx, Service } from '../../ctx';
import { forbidden } from '../../errors';
import { oneOf, scopeOf } from './sop-match';

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

const readersOf = async (ctx: Ctx, sop: Rec): Promise<readonly Rec[]> => {
  const { records } = ctx.asSystem();
  const read = await records.find('sopRead', 'sop == param.id', { param: { id: sop.id as string } });
  const done = new Map(read.map((one) => [one.employee as string, one]));
  const due = await skilled(ctx, await processesOf(ctx, sop));
  const people = await records.many('employee', [...new Set([...done.keys(), ...due])]);
  return people.map((person): Rec => {
    const one = done.get(person.id as string);
    return {
      sop: sop.id as string,
      employee: person.id as string,
      code: person.code as Value,
      team: ((one?.team ?? person.team) as Value | undefined) ?? null,
      status: one ? '1' : '0',
      readAt: (one?.readAt as Value | undefined) ?? null,
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
      const sop = await ctx.records.get('sopDoc', id as string, { scoped: true });
      if (sop)
        for (const { team, status } of await readersOf(ctx, sop))
          rows.push({ sop: sop.id as string, team: team as Value, due: 1, read: status === '1' ? 1 : 0 });
    }
    return rows;
  },
};

/** Named ones, and those of the operations of a named route. */
async function processesOf(ctx: Ctx, sop: Rec): Promise<readonly string[]> {
  const rows = scopeOf(sop);
  const found = new Set(rows.flatMap(({ process }) => (typeof process === 'string' ? [process] : [])));
  const routed = rows.filter(({ route, process }) => typeof route === 'string' && typeof process !== 'string');
  const routes = await ctx.asSystem().records.many(
    'route',
    routed.map(({ route }) => route as string),
    { rows: ['ops'], stored: true },
  );
  for (const row of routed) {
    const ops = (routes.find(({ id }) => id === row.route)?.ops as readonly Row[] | undefined) ?? [];
    for (const op of ops)
      if (typeof op.process === 'string' && (typeof row.opNbr !== 'number' || row.opNbr === op.opNbr))
        found.add(op.process);
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
  return people.map(({ id }) => id as string);
};
