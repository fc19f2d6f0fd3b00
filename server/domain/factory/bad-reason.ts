/** 不良原因 (20 §4): one key on the report screen means one reason. */
import type { DomainModule } from '../../ctx';

export const badReason: DomainModule<'badReason'> = {
  async check(record, _old, ctx) {
    if (typeof record.hotKey !== 'string') return [];
    const [other] = await ctx
      .asSystem()
      .records.find('badReason', 'hotKey == param.key && id != param.id && isDisabled == 0', {
        param: { key: record.hotKey, id: record.id },
        limit: 1,
      });
    return other
      ? [{ code: 'badReason.hotKey', path: 'hotKey', text: `快捷键「${record.hotKey}」已被「${other.name}」使用` }]
      : [];
  },
};
