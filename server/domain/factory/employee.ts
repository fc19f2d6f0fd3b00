/** 员工 (20 §2): who leaves cannot sign in any more and is in no crew; an account is opened from the person. */
import type { DomainModule } from '../../ctx';
import { refuse } from '../../errors';
import { checkErrands, openAccount, readSkills, runErrands } from './employee-errands';
import { endMemberships, transferPerson } from './team';

export const employee: DomainModule<'employee'> = {
  derive: (record, _old, ctx) => readSkills(record, ctx),
  check: (record, _old, ctx) => checkErrands(record, ctx),
  after: ({ record }, ctx) => runErrands(record, ctx),
  actions: {
    async leave(record, ask, ctx) {
      const { records } = ctx.asSystem();
      const { id } = record;
      for (const user of await records.find('user', 'employee == param.id && isDisabled == 0', {
        param: { id },
      }))
        await records.patch('user', user.id, { head: { isDisabled: '1' } });
      await endMemberships(ctx, id, ask.leaveDate);
      await ctx.emit('employee.left', { id, nbr: record.code });
      return undefined;
    },
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
