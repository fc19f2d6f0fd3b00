/** 工厂建模 (20 §2): a workshop comes with its line-side store. */
import type { DomainModule } from '../../ctx';

const WORKSHOP = '20';
const LINE_SIDE = '4';

export const factoryUnit: DomainModule = {
  async after({ record, old }, ctx) {
    if (old !== null || record.modelType !== WORKSHOP) return;
    const { records } = ctx.asSystem();
    const code = `XB-${String(record.code)}`;
    const [known] = await records.find('warehouse', 'code == param.code', { param: { code }, limit: 1 });
    const id = (known?.id as string | undefined) ?? ctx.newId();
    if (!known)
      await records.save('warehouse', {
        id,
        code,
        name: `${String(record.name)}线边仓`,
        kind: LINE_SIDE,
        allowStatus: ['1', '2', '3', '4'],
        isVirtual: true,
      });
    await records.patch('factoryUnit', record.id as string, { head: { lineWarehouse: id } });
  },
};
