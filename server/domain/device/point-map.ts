/** 点位配置 (20 §6): 试算 says what readings would become. */
import type { Rec } from '../../../schemas/language/value';
import type { DomainModule } from '../../ctx';
import { plain } from '../../stock/legs';
import { readingOf } from './reading';

export const pointMap: DomainModule<'pointMap'> = {
  actions: {
    async test(record, ask, ctx) {
      const before = typeof ask.before === 'number' ? ask.before : undefined;
      const reading = readingOf(record, ask.raw as number, before);
      const unit = typeof record.unit === 'string' ? await ctx.asSystem().records.label('unit', record.unit) : '';
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
        lines.push([
          '报警',
          typeof fault === 'string' ? await ctx.asSystem().records.label('faultType', fault) : '没有对应的故障',
        ]);
      }
      return { rows: lines.map(([said, result]) => ({ id: said, said, result })) } as unknown as Rec;
    },
  },
};
