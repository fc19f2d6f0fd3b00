/** 员工 (20 §2): who leaves cannot sign in any more and is in no crew; an account is opened from the person. */
import type { DomainModule } from '../../ctx';
import { refuse } from '../../errors';
import { endMemberships, transferPerson } from './team';

export const employee: DomainModule = {
  actions: {
    async leave(record, ask, ctx) {
      const { records } = ctx.asSystem();
      const { id } = record;
      for (const user of await records.find('user', 'employee == param.id && isDisabled == 0', {
        param: { id: id as string },
      }))
        await records.patch('user', user.id as string, { head: { isDisabled: '1' } });
      await endMemberships(ctx, id as string, String(ask.leaveDate));
      await ctx.emit('employee.left', { ids: [id] });
      return undefined;
    },
    async transfer(record, ask, ctx) {
      await transferPerson(ctx, record, ask.team as string, String(ask.day));
      return undefined;
    },
    async openAccount(record, ask, ctx) {
      const { records } = ctx.asSystem();
      const [known] = await records.find('user', 'employee == param.id', {
        param: { id: record.id as string },
        limit: 1,
      });
      if (known) throw refuse(`该员工已有账号「${known.loginName}」`);
      // through the rights of who asks: nobody gives roles he does not hold
      const user = await ctx.records.save('user', {
        loginName: ask.loginName as string,
        name: record.name as string,
        mobile: (record.phone as string | null) ?? null,
        dept: record.dept as string,
        employee: record.id as string,
        ...(Array.isArray(ask.roles) && ask.roles.length > 0 ? { roles: ask.roles } : {}),
      });
      return { user: user.id as string };
    },
  },
};
