/** 班组 (20 §2): a person belongs to one crew at a time; a move ends one row and begins the other in one step. */
import { dateAdd } from '../../../schemas/language/codec/date-time';
import type { Problem, Rec, Row } from '../../../schemas/language/value';
import type { Ctx, DomainModule } from '../../ctx';
import { refuse } from '../../errors';

export const team: DomainModule = {
  async check(record, old, ctx) {
    const before = new Map(membersOf(old).map((row) => [row.id, row]));
    const rows = membersOf(record).filter((row) => READ.some((code) => before.get(row.id)?.[code] !== row[code]));
    if (rows.length === 0) return [];
    const others = await teamsWith(
      ctx,
      rows.map(({ employee }) => employee as string),
    );
    const held = [
      ...others
        .filter(({ id }) => id !== record.id)
        .flatMap((one) => membersOf(one).map((row) => ({ row, name: one.name }))),
      ...membersOf(record).map((row) => ({ row, name: record.name })),
    ];
    const problems: Problem[] = [];
    for (const row of rows) {
      const clash = held.find(
        (one) => one.row.id !== row.id && one.row.employee === row.employee && meets(one.row, row),
      );
      if (!clash) continue;
      const name = await ctx.asSystem().records.label('employee', row.employee as string);
      problems.push({
        code: 'team.member',
        path: `members[${row.id}].employee`,
        text: `员工「${name}」在${spanText(clash.row)}已属于班组「${clash.name}」`,
      });
    }
    return problems;
  },
  actions: {
    async transfer(record, ask, ctx) {
      const { records } = ctx.asSystem();
      for (const { id, team: target, day } of ask.rows as readonly Row[]) {
        const row = membersOf(record).find((one) => one.id === id);
        if (!row) continue;
        row.toDate = dateAdd(leaving(record, row, String(day)), -1, 'day');
        // ended before the other begins: the target asks what is stored
        await records.patch('team', record.id as string, { rows: { members: [row] } });
        await join(ctx, target as string, row, String(day));
      }
      await ctx.emit('team.changed', { ids: [record.id] });
      return undefined;
    },
  },
};

/** Moves a person who is in some crew, or in none, into another one from a day on. */
export const transferPerson = async (ctx: Ctx, employee: Rec, target: string, day: string): Promise<void> => {
  const { records } = ctx.asSystem();
  let row: Row | undefined;
  for (const one of await teamsWith(ctx, [employee.id as string])) {
    const found = membersOf(one).find((member) => member.employee === employee.id && covers(member, day));
    if (!found) continue;
    if (one.id === target) throw refuse(`员工「${employee.name}」已在班组「${one.name}」`);
    row = { ...found, toDate: dateAdd(leaving(one, found, day), -1, 'day') };
    await records.patch('team', one.id as string, { rows: { members: [row] } });
  }
  await join(ctx, target, row ?? { id: '', employee: employee.id as string, role: MEMBER, ratio: 1 }, day);
  await ctx.emit('team.changed', { ids: [target] });
};

/** The crew of a person on a day. */
export const crewOn = async (
  ctx: Ctx,
  employee: string,
  day: string,
): Promise<{ readonly team: Rec; readonly row: Row } | undefined> => {
  for (const team of await teamsWith(ctx, [employee])) {
    const row = membersOf(team).find((member) => member.employee === employee && covers(member, day));
    if (row) return { team, row };
  }
  return undefined;
};

/** Ends what a person has in crews with a day; what would begin later never begins. */
export const endMemberships = async (ctx: Ctx, employee: string, day: string): Promise<void> => {
  const { records } = ctx.asSystem();
  for (const one of await teamsWith(ctx, [employee])) {
    const rows = membersOf(one)
      .filter((row) => row.employee === employee && (typeof row.toDate !== 'string' || row.toDate > day))
      .map((row) => ({ ...row, toDate: String(row.fromDate) > day ? String(row.fromDate) : day }));
    if (rows.length > 0) await records.patch('team', one.id as string, { rows: { members: rows } });
  }
};

const MEMBER = '1';
const LEADER = '2';
const READ = ['employee', 'fromDate', 'toDate'];

/** The day of a move, when the row may end the day before. */
const leaving = (from: Rec, row: Row, day: string): string => {
  if (from.leader === row.employee) throw refuse(`「${from.name}」的班组长不能调出，请先更换班组长`);
  if (day <= String(row.fromDate)) throw refuse(`调入日期必须晚于起始日期${String(row.fromDate)}`);
  return day;
};

/** Through the pipeline: the target's rules hold, and both crews have it in their history. */
const join = async (ctx: Ctx, target: string, row: Row, day: string): Promise<void> => {
  const { records } = ctx.asSystem();
  const team = await records.get('team', target, { lock: true });
  if (!team) throw refuse('目标班组不存在，请重新选择');
  const members = membersOf(team);
  const lineNo = Math.max(0, ...members.map((one) => Number(one.lineNo ?? 0))) + 10;
  const role = row.role === LEADER ? MEMBER : (row.role ?? MEMBER);
  const fresh = {
    id: ctx.newId(),
    lineNo,
    employee: row.employee,
    role,
    ratio: row.ratio ?? 1,
    fromDate: day,
    toDate: null,
  };
  await records.save('team', { ...stored(team), members: [...members, fresh] as Row[] });
};

const stored = ({ id, version }: Rec): Rec => ({ id: id!, version: version! });
const teamsWith = async (ctx: Ctx, people: readonly string[]): Promise<readonly Rec[]> => {
  const { records } = ctx.asSystem();
  const known = people.filter((one) => typeof one === 'string');
  if (known.length === 0) return [];
  const heads = await records.find('team', 'exists(members, employee in param.known)', { param: { known } });
  return records.many(
    'team',
    heads.map(({ id }) => id as string),
    { rows: ['members'], stored: true },
  );
};
const membersOf = (team: Rec | null): readonly Row[] => (team?.members as readonly Row[] | undefined) ?? [];
const until = ({ toDate }: Row): string => (typeof toDate === 'string' ? toDate : '9999-12-31');
const covers = (row: Row, day: string): boolean => String(row.fromDate) <= day && day <= until(row);
const meets = (a: Row, b: Row): boolean => String(a.fromDate) <= until(b) && String(b.fromDate) <= until(a);
export const spanText = (row: Row): string =>
  `${String(row.fromDate)}至${typeof row.toDate === 'string' ? row.toDate : '今'}`;
