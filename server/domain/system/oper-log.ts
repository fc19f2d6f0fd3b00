/** 系统日志 (10 §5.15): 校验 holds the sealed days against what stands there now. */
import type { DomainModule } from '../../ctx';
import { proveDays } from '../../records/trail/trail-days';
import { answer } from '../../rows';

export const operLog: DomainModule<'operLog'> = {
  actions: {
    async verify(_record, _ask, ctx) {
      const proof = await proveDays(ctx.asSystem());
      const said = (msg: string, day?: string) =>
        answer({ rows: [{ id: '0', msg, ...(day === undefined ? {} : { time: `${day} 00:00:00`, result: '0' }) }] });
      if (proof === undefined) return said('还没有封存的日志：每天0点20分封存前一天的数据变更');
      const { broken, days, from, to } = proof;
      if (broken === undefined) return said(`${from}至${to}封存的${days}天数据变更完整`);
      const { day, sealed, found } = broken;
      return said(
        sealed === found
          ? `${day}的数据变更与封存时不一致，请联系系统管理员核查`
          : `${day}封存时有${sealed}条数据变更，现有${found}条，请联系系统管理员核查`,
        day,
      );
    },
  },
};
