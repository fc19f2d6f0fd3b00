/** 点位配置 (20 §6): 试算 says what readings would become. */
import type { DomainModule } from '../../ctx';
import { plain } from '../../stock/legs';
import { readingOf } from './reading';

export const pointMap: DomainModule = {
  actions: {
    async test(record, ask, ctx) {
      const before = typeof ask.before === 'number' ? ask.before : undefined;
      const reading = readingOf(record, ask.raw as number, before);
      const unit = typeof record.unit === 'string' ? await ctx.asSystem().records.label('unit', record.unit) : '';
      const said = [`值：${plain(reading.value)}${unit}`];
      if (!reading.isValid) said.push('超出有效范围，不采用');
      if (reading.delta !== undefined)
        said.push(reading.delta === null ? '计数回退且未设置翻转值，等待复位确认' : `增量：${plain(reading.delta)}`);
      if (reading.state !== undefined) {
        const states = ctx.records.dict('pointState')?.items ?? [];
        said.push(`状态：${states.find(({ code }) => code === reading.state)?.title ?? '不在任何区间'}`);
      }
      if (reading.alarm !== undefined) {
        const fault = reading.alarm?.faultType;
        said.push(
          `报警：${typeof fault === 'string' ? await ctx.asSystem().records.label('faultType', fault) : '没有对应的故障'}`,
        );
      }
      return Object.fromEntries(said.map((text, index) => [`line${index}`, text]));
    },
  },
};
