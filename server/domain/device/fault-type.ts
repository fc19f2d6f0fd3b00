/** 故障类别 (20 §6): an alarm code of a category means one fault. */
import type { Problem } from '../../../schemas/language/value';
import type { DomainModule } from '../../ctx';

export const faultType: DomainModule<'faultType'> = {
  async check(record, _old, ctx) {
    const problems: Problem[] = [];
    const { records } = ctx.asSystem();
    for (const row of record.alarms) {
      const { alarmCode, devCategory } = row;
      const [other] = await records.find(
        'faultType',
        'id != param.self && exists(alarms, alarmCode == param.code && devCategory == param.category)',
        { param: { self: record.id, code: alarmCode, category: devCategory }, limit: 1 },
      );
      if (!other) continue;
      const [category] = await records.many('devCategory', [devCategory]);
      problems.push({
        code: 'faultType.alarm',
        path: `alarms[${row.id}].alarmCode`,
        text: `报警码「${alarmCode}」在分类「${category?.name ?? ''}」已对应「${other.name}」`,
      });
    }
    return problems;
  },
};
