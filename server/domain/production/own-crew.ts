/** Whose work somebody hands out or does (30 §1.7): a team leader that of his crews, who holds `dispatchOrder:any` everybody's. */
import type { Problem } from '../../../schemas/language/value';
import { isMemberOn } from '../../calendar/members';
import type { Ctx } from '../../ctx';
import { refuse } from '../../errors';
import { teamsWith } from '../factory/team';
import { upwards } from '../tree';

/** People and crews that somebody speaks for: himself, and whoever works today in a crew of his. */
interface OwnCrew {
  readonly people: ReadonlySet<string>;
  readonly teams: ReadonlySet<string>;
  /** where his crews stand */
  readonly workshops: ReadonlySet<string>;
}
export const ownCrew = async (ctx: Ctx): Promise<OwnCrew> => {
  const me = ctx.session.me.employee;
  if (me === null) return { people: new Set(), teams: new Set(), workshops: new Set() };
  const today = (await teamsWith(ctx, [me])).map(({ id, members, factoryUnit }) => ({
    id,
    factoryUnit,
    people: members.filter((row) => isMemberOn(row, ctx.today)).map(({ employee }) => employee),
  }));
  const own = today.filter(({ people }) => people.includes(me));
  return {
    people: new Set([me, ...own.flatMap(({ people }) => people)]),
    teams: new Set(own.map(({ id }) => id)),
    workshops: new Set(
      await workshopsOf(
        own.map(({ factoryUnit }) => factoryUnit),
        ctx,
      ),
    ),
  };
};

/** Workshops that places stand in or are. */
const workshopsOf = async (places: readonly (string | null)[], ctx: Ctx): Promise<readonly string[]> => {
  const above = (await Promise.all(places.map((place) => upwards(ctx, 'factoryUnit', place)))).flat();
  const units = await ctx.asSystem().records.many('factoryUnit', [...new Set(above)], { stored: true });
  return units.filter(({ modelType }) => modelType === WORKSHOP).map(({ id }) => id);
};
/** 车间 */
const WORKSHOP = '20';

interface Assigned {
  readonly employee?: string | null;
  readonly team?: string | null;
  readonly equipment?: string | null;
}
/** A device is the crew's where the crew stands in its workshop; work that names nobody is anybody's. */
const isOfCrew = async (
  { people, teams, workshops }: OwnCrew,
  { employee, team, equipment }: Assigned,
  ctx: Ctx,
): Promise<boolean> => {
  if (employee) return people.has(employee);
  if (team) return teams.has(team);
  if (!equipment) return true;
  const [device] = await ctx.asSystem().records.many('equipment', [equipment], { stored: true });
  const at = await workshopsOf([device?.factoryUnit ?? null], ctx);
  return at.some((workshop) => workshops.has(workshop));
};

const ANY = 'dispatchOrder:any';
/** 只能派给本班组…: who hands out work of others without the right to. */
export const crewProblem = async (given: readonly Assigned[], ctx: Ctx): Promise<Problem | undefined> => {
  if (ctx.session.rights.has(ANY)) return undefined;
  const crew = await ownCrew(ctx);
  for (const each of given) {
    if (await isOfCrew(crew, each, ctx)) continue;
    const path = each.employee ? 'employee' : each.team ? 'team' : 'equipment';
    const name = await ctx.asSystem().records.label(path, each[path] ?? '');
    return {
      code: 'dispatchOrder.crew',
      path,
      text: `${path === 'equipment' ? `设备「${name}」` : name}不在您的班组，不能安排或处理其任务`,
    };
  }
  return undefined;
};
export const guardCrew = async (given: readonly Assigned[], ctx: Ctx): Promise<void> => {
  const problem = await crewProblem(given, ctx);
  if (problem) throw refuse(problem.text, { rule: problem.code });
};
