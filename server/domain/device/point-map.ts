/** 点位配置 (20 §6): 试算 says what readings would become. */
import type { DomainModule } from '../../ctx';
import { answer } from '../../rows';
import { plain } from '../../stock/legs';
import { readingOf } from './reading';

export const pointMap: DomainModule<'pointMap'> = {
  actions: {
    async test(record, ask, ctx) {
      const before = ask.before ?? undefined;
      const reading = readingOf(record, ask.raw, before);
      const unit = record.unit ? await ctx.asSystem().records.label('unit', record.unit) : '';
      const lines: (readonly [string, string])[] = [['值', `${plain(reading.value)}${unit}`]];
      if (!reading.isValid) lines.push(['有效范围', '超出，不采用']);
      if (reading.delta !== undefined)
        lines.push(['增量', reading.delta === null ? '回退且未设置翻转值，等待复位确认' : plain(reading.delta)]);
      if (reading.state !== undefined) {
        const states = ctx.records.dict('pointState')?.items ?? [];
        lines.push(['状态', states.find(({ code }) => code === reading.state)?.title ?? '不在任何区间']);
      }
      if (reading.alarm !== undefined) {
        const fault = reading.alarm?.faultType;
        lines.push(['报警', fault ? await ctx.asSystem().records.label('faultType', fault) : '没有对应的故障']);
      }
      return answer({ rows: lines.map(([said, result]) => ({ id: said, said, result })) });
    },
  },
};
