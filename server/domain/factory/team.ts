/** 班组 (20 §2): a person belongs to one crew at a time; a move ends one row and begins the other in one step. */
import { dateAdd } from '../../../schemas/language/codec/date-time';
import type { Problem } from '../../../schemas/language/value';
import { isMemberOn } from '../../calendar/members';
import type { Ctx, DomainModule } from '../../ctx';
import { refuse } from '../../errors';
import type { FoundOf, LineOf, RowOf } from '../../rows';

type Team = FoundOf<'team', { readonly rows: readonly ['members']; readonly stored: true }>;
type Member = LineOf<'team', 'members'>;

export const team: DomainModule<'team'> = {
  async check(record, old, ctx) {
    const before = new Map((old?.members ?? []).map((row) => [row.id, row]));
    const rows = record.members.filter((row) => READ.some((code) => before.get(row.id)?.[code] !== row[code]));
    if (rows.length === 0) return [];
    const others = await teamsWith(
      ctx,
      rows.map(({ employee }) => employee),
    );
    const held = [
      ...others
        .filter(({ id }) => id !== record.id)
        .flatMap((eachRow) => eachRow.members.map((row) => ({ row, name: eachRow.name }))),
      ...record.members.map((row) => ({ row, name: record.name })),
    ];
    const problems: Problem[] = [];
    for (const row of rows) {
      const clash = held.find(
        (item) => item.row.id !== row.id && item.row.employee === row.employee && meets(item.row, row),
      );
      if (!clash) continue;
      const name = await ctx.asSystem().records.label('employee', row.employee);
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
      for (const { id, team: target, day } of ask.rows) {
        const row = record.members.find((member) => member.id === id);
        if (!row) continue;
        row.toDate = dateAdd(leaving(record, row, day), -1, 'day');
        // ended before the other begins: the target asks what is stored
        await records.patch('team', record.id, { rows: { members: [row] } });
        await join(ctx, target, row, day);
      }
      await ctx.emit('team.changed', { id: record.id, nbr: record.code });
      return undefined;
    },
  },
};

/** Moves a person who is in some crew, or in none, into another one from a day on. */
export const transferPerson = async (
  ctx: Ctx,
  employee: RowOf<'employee'>,
  target: string,
  day: string,
): Promise<void> => {
  const { records } = ctx.asSystem();
  let row: Member | undefined;
  for (const team of await teamsWith(ctx, [employee.id])) {
    const found = team.members.find((member) => member.employee === employee.id && isMemberOn(member, day));
    if (!found) continue;
    if (team.id === target) throw refuse(`员工「${employee.name}」已在班组「${team.name}」`);
    row = { ...found, toDate: dateAdd(leaving(team, found, day), -1, 'day') };
    await records.patch('team', team.id, { rows: { members: [row] } });
  }
  await join(ctx, target, row ?? { employee: employee.id, role: MEMBER, ratio: 1 }, day);
  await ctx.emit('team.changed', { id: target });
};

/** The crew of a person on a day. */
export const crewOn = async (
  ctx: Ctx,
  employee: string,
  day: string,
): Promise<{ readonly team: Team; readonly row: Member } | undefined> => {
  for (const team of await teamsWith(ctx, [employee])) {
    const row = team.members.find((member) => member.employee === employee && isMemberOn(member, day));
    if (row) return { team, row };
  }
  return undefined;
};

/** Ends what a person has in crews with a day; what would begin later never begins. */
export const endMemberships = async (ctx: Ctx, employee: string, day: string): Promise<void> => {
  const { records } = ctx.asSystem();
  for (const team of await teamsWith(ctx, [employee])) {
    const rows = team.members
      .filter((row) => row.employee === employee && (row.toDate === null || row.toDate > day))
      .map((row) => ({ ...row, toDate: row.fromDate > day ? row.fromDate : day }));
    if (rows.length > 0) await records.patch('team', team.id, { rows: { members: rows } });
  }
};

const MEMBER = '1';
const LEADER = '2';
const READ = ['employee', 'fromDate', 'toDate'] as const;

/** The day of a move, when the row may end the day before. */
const leaving = (from: Team, row: Member, day: string): string => {
  if (from.leader === row.employee) throw refuse(`「${from.name}」的班组长不能调出，请先更换班组长`);
  if (day <= row.fromDate) throw refuse(`调入日期必须晚于起始日期${row.fromDate}`);
  return day;
};

/** Through the pipeline: the target's rules hold, and both crews have it in their history. */
const join = async (
  ctx: Ctx,
  target: string,
  row: Pick<Member, 'employee' | 'role' | 'ratio'>,
  day: string,
): Promise<void> => {
  const { records } = ctx.asSystem();
  const team = await records.get('team', target, { lock: true });
  if (!team) throw refuse('目标班组不存在，请重新选择');
  const members = team.members;
  const lineNo = Math.max(0, ...members.map(({ lineNo }) => lineNo)) + 10;
  const role = row.role === LEADER ? MEMBER : row.role;
  const fresh = {
    id: ctx.newId(),
    lineNo,
    employee: row.employee,
    role,
    ratio: row.ratio ?? 1,
    fromDate: day,
    toDate: null,
  };
  await records.save('team', { id: team.id, version: team.version, members: [...members, fresh] });
};

/** Crews that have named somebody of these, whenever. */
export const teamsWith = async (ctx: Ctx, people: readonly string[]): Promise<readonly Team[]> => {
  const { records } = ctx.asSystem();
  if (people.length === 0) return [];
  const heads = await records.find('team', 'exists(members, employee in param.known)', {
    param: { known: people },
  });
  return records.many(
    'team',
    heads.map(({ id }) => id),
    { rows: ['members'], stored: true },
  );
};
type Span = Pick<Member, 'fromDate' | 'toDate'>;
const until = ({ toDate }: Span): string => toDate ?? '9999-12-31';
const meets = (a: Span, b: Span): boolean => a.fromDate <= until(b) && b.fromDate <= until(a);
export const spanText = (row: Span): string => `${row.fromDate}至${row.toDate ?? '今'}`;
