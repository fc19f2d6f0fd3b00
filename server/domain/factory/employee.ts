/** 员工 (20 §2): who leaves cannot sign in any more. */
import type { DomainModule } from '../../ctx';

export const employee: DomainModule = {
  actions: {
    async leave(record, _ask, ctx) {
      const { records } = ctx.asSystem();
      for (const user of await records.find('user', 'employee == param.id && isDisabled == 0', {
        param: { id: record.id as string },
      }))
        await records.patch('user', user.id as string, { head: { isDisabled: '1' } });
      return undefined;
    },
  },
};
