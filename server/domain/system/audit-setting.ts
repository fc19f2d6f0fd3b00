/** 单据审核 (10 §5.8): how documents of one type are audited, kept as the settings that expressions read. */
import { keyFor } from '../../../schemas/language/settings';
import type { Value } from '../../../schemas/language/value';
import type { DomainModule } from '../../ctx';
import { refuse } from '../../errors';
import { engineOf } from '../../records/host';
import { storeSettings } from '../../records/settings/settings-calls';

export const auditSetting: DomainModule<'auditSetting'> = {
  async check(record, _old, ctx) {
    const code = record.docType;
    const object = engineOf(ctx).registry.find(code);
    if (object === undefined) return [];
    if (!object.audited) throw refuse(`「${object.title}」不需要审核`);
    if (record.mode !== '2') return [];
    const flows = [...engineOf(ctx).registry.flows.values()].filter((flow) => flow.object === code);
    const isBound = flows.some((flow) => (flow.binds ?? []).some((bind) => bind.default === true && bind.off !== true));
    const text = `「${object.title}」没有已发布的默认流程，不能设为流程审核`;
    return isBound ? [] : [{ code: 'auditSetting.unbound', path: 'mode', text }];
  },
  async after({ record }, ctx) {
    const code = record.docType;
    const values: readonly (readonly [string, Value])[] = [
      ['audit.mode', record.mode],
      ['audit.self', record.self],
      ['audit.unauditShow', record.unauditShow],
      ['audit.submitOnSave', record.submitOnSave],
    ];
    await storeSettings(
      engineOf(ctx),
      values.map(([key, value]) => [keyFor(key, code), value]),
    );
  },
};
