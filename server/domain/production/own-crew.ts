/** Whose work somebody hands out or does (30 §1.7): a team leader that of his crews, who holds `dispatchOrder:any` everybody's. */
import type { Problem } from '../../../schemas/language/value';
import type { Ctx } from '../../ctx';
import { refuse } from '../../errors';
import type { LineOf } from '../../rows';

type Member = LineOf<'team', 'members'>;

/** People and crews that somebody speaks for: himself, and whoever works today in a crew of his. */
export interface OwnCrew {
  readonly people: ReadonlySet<string>;
  readonly teams: ReadonlySet<string>;
}
export const isMemberOn =
  (day: string) =>
  ({ fromDate, toDate }: Pick<Member, 'fromDate' | 'toDate'>): boolean =>
    fromDate <= day && (toDate === null || toDate >= day);

export const ownCrew = async (ctx: Ctx): Promise<OwnCrew> => {
  const me = ctx.session.me.employee;
  if (me === null) return { people: new Set(), teams: new Set() };
  const { records } = ctx.asSystem();
  const found = await records.find('team', 'exists(members, employee == param.me)', { param: { me } });
  const ids = found.map(({ id }) => id);
  const teams = await records.many('team', ids, { rows: ['members'], stored: true });
  const isToday = isMemberOn(ctx.today);
  const own = teams.filter(({ members }) => members.some((row) => row.employee === me && isToday(row)));
  const people = own.flatMap(({ members }) => members.filter(isToday).map(({ employee }) => employee));
  return { people: new Set([me, ...people]), teams: new Set(own.map(({ id }) => id)) };
};

export interface Assigned {
  readonly employee?: string | null;
  readonly team?: string | null;
}
/** Work that names nobody is anybody's. */
export const isOfCrew = ({ people, teams }: OwnCrew, { employee, team }: Assigned): boolean =>
  employee ? people.has(employee) : team ? teams.has(team) : true;

const ANY = 'dispatchOrder:any';
const mayAny = (ctx: Ctx): boolean => ctx.session.rights.super || ctx.session.rights.has(ANY);

/** 只能派给本班组…: who hands out work of others without the right to. */
export const crewProblem = async (given: readonly Assigned[], ctx: Ctx): Promise<Problem | undefined> => {
  if (mayAny(ctx)) return undefined;
  const crew = await ownCrew(ctx);
  const other = given.find((each) => !isOfCrew(crew, each));
  if (!other) return undefined;
  const { records } = ctx.asSystem();
  const name = other.employee
    ? await records.label('employee', other.employee)
    : await records.label('team', other.team ?? '');
  return {
    code: 'dispatchOrder.crew',
    path: other.employee ? 'employee' : 'team',
    text: `${name}不在您的班组，不能安排或处理其任务`,
  };
};
export const guardCrew = async (given: readonly Assigned[], ctx: Ctx): Promise<void> => {
  const problem = await crewProblem(given, ctx);
  if (problem) throw refuse(problem.text, { rule: problem.code });
};
