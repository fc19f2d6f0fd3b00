/** 工作组 (20 §2): a device belongs to one group at most. */
import type { DomainModule } from '../../ctx';

export const workGroup: DomainModule<'workGroup'> = {
  async check(record, old, ctx) {
    const before = new Set((old?.equips ?? []).map(({ equipment }) => equipment));
    const rows = record.equips.filter(({ equipment }) => !before.has(equipment));
    if (rows.length === 0) return [];
    const { records } = ctx.asSystem();
    const ids = rows.map(({ equipment }) => equipment);
    const heads = await records.find('workGroup', 'id != param.id && exists(equips, equipment in param.ids)', {
      param: { id: record.id, ids },
    });
    const others = await records.many(
      'workGroup',
      heads.map(({ id }) => id),
      { rows: ['equips'], stored: true },
    );
    const devices = new Map((await records.many('equipment', ids, { stored: true })).map((row) => [row.id, row]));
    return rows.flatMap(({ id, equipment }) => {
      const other = others.find((eachRow) => eachRow.equips.some((row) => row.equipment === equipment));
      const code = devices.get(equipment)?.code;
      return other
        ? [
            {
              code: 'workGroup.device',
              path: `equips[${id}].equipment`,
              text: `设备「${code}」已属于工作组「${other.name}」`,
            },
          ]
        : [];
    });
  },
};
