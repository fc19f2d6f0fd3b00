/** 员工 (20 §2): who leaves cannot sign in any more and is in no crew; an account is opened from the person. */
import type { Problem } from '../../../schemas/language/value';
import type { Ctx, DomainModule } from '../../ctx';
import { refuse } from '../../errors';
import type { HeadOf } from '../../rows';
import { checkErrands, openAccount, readSkills, runErrands } from './employee-errands';
import { endMemberships, transferPerson } from './team';

export const employee: DomainModule<'employee'> = {
  derive: (record, _old, ctx) => readSkills(record, ctx),
  async check(record, old, ctx) {
    return [...(isLeaving(record, old) ? leaveProblems(record, ctx) : []), ...(await checkErrands(record, ctx))];
  },
  async after({ record, old }, ctx) {
    await runErrands(record, ctx);
    if (isLeaving(record, old)) await leave(record, ctx);
  },
  actions: {
    async transfer(record, ask, ctx) {
      await transferPerson(ctx, record, ask.team, ask.day);
      return undefined;
    },
    async openAccount(record, ask, ctx) {
      const { records } = ctx.asSystem();
      const [known] = await records.find('user', 'employee == param.id', {
        param: { id: record.id },
        limit: 1,
      });
      if (known) throw refuse(`该员工已有账号「${known.loginName}」`);
      const user = await openAccount(ctx, record, ask.loginName, ask.roles ?? []);
      return { user: user.id };
    },
  },
};

const LEFT = '3';
/** By the action or on the form: it is the state that says so. */
const isLeaving = (record: Pick<Person, 'empStatus'>, old: Pick<Person, 'empStatus'> | null): boolean =>
  record.empStatus === LEFT && old !== null && old.empStatus !== LEFT;
type Person = HeadOf<'employee'>;

/** What the action asks for and asks about, where the form does the same. */
const leaveProblems = ({ name }: Pick<Person, 'name'>, ctx: Ctx): readonly Problem[] => [
  ctx.session.rights.has('employee:leave')
    ? {
        code: 'employee.leave',
        path: 'empStatus',
        text: ctx.records.object('employee').actions.leave?.confirm ?? '',
        level: 'warn',
      }
    : { code: 'employee.leave', path: 'empStatus', text: `没有办理离职的权限，不能将「${name}」改为离职` },
];

const leave = async ({ id, code, leaveDate }: Person, ctx: Ctx): Promise<void> => {
  const { records } = ctx.asSystem();
  for (const user of await records.find('user', 'employee == param.id && isDisabled == 0', { param: { id } }))
    await records.patch('user', user.id, { head: { isDisabled: '1' } });
  await endMemberships(ctx, id, leaveDate ?? ctx.today);
  await ctx.emit('employee.left', { id, nbr: code });
};
