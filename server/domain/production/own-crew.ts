/** Whose work somebody hands out or does (30 §1.7): a team leader that of his crews, who holds `dispatchOrder:any` everybody's. */
import type { Problem } from '../../../schemas/language/value';
import { isMemberOn } from '../../calendar/members';
import type { Ctx } from '../../ctx';
import { refuse } from '../../errors';
import { teamsWith } from '../factory/team';

/** People and crews that somebody speaks for: himself, and whoever works today in a crew of his. */
interface OwnCrew {
  readonly people: ReadonlySet<string>;
  readonly teams: ReadonlySet<string>;
}
export const ownCrew = async (ctx: Ctx): Promise<OwnCrew> => {
  const me = ctx.session.me.employee;
  if (me === null) return { people: new Set(), teams: new Set() };
  const today = (await teamsWith(ctx, [me])).map(({ id, members }) => ({
    id,
    people: members.filter((row) => isMemberOn(row, ctx.today)).map(({ employee }) => employee),
  }));
  const own = today.filter(({ people }) => people.includes(me));
  return { people: new Set([me, ...own.flatMap(({ people }) => people)]), teams: new Set(own.map(({ id }) => id)) };
};

interface Assigned {
  readonly employee?: string | null;
  readonly team?: string | null;
}
/** Work that names nobody is anybody's. */
const isOfCrew = ({ people, teams }: OwnCrew, { employee, team }: Assigned): boolean =>
  employee ? people.has(employee) : team ? teams.has(team) : true;

const ANY = 'dispatchOrder:any';
/** 只能派给本班组…: who hands out work of others without the right to. */
export const crewProblem = async (given: readonly Assigned[], ctx: Ctx): Promise<Problem | undefined> => {
  if (ctx.session.rights.has(ANY)) return undefined;
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
