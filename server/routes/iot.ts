/** 设备产量 by its fixed calls (50 §7): the filter in the words of the specification, the report `deviceOutput` behind it. */
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { badRequest, forbidden } from '../errors';
import { route } from '../plugins/route';
import type { EngineCtx, Host } from '../records/host';
import { anyPageOf } from '../records/page/page-item';
import { getReportList, type Out } from '../records/report/list';
import { exportReport } from '../records/report/sheet';
import { attachment, body, ctxOf } from './request';

type Body = Readonly<Record<string, unknown>>;
const REPORT = 'deviceOutput';
const PATH = '/iot/iotOutputStatistic';
const GRAINS: Readonly<Record<string, readonly string[]>> = {
  hour: ['shiftDate:day', 'slotAt'],
  shift: ['shiftDate:day', 'shift'],
  day: ['shiftDate:day'],
  month: ['shiftDate:month'],
};
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  equipment: ['equipment'],
  equipmentMaterial: ['equipment', 'material'],
  unit: ['factoryUnit'],
};
/** a record names them so */
const NUMBERS = [
  'number',
  'qualifiedQty',
  'unqualifiedQty',
  'passRate',
  'reportQty',
  'diffQty',
  'diffRate',
  'rateReach',
] as const;
const LENGTH = { day: 10, month: 7 } as const;

export const iotRoutes =
  (host: Host) =>
  (app: FastifyInstance): void => {
    route(app, {
      method: 'POST',
      path: `${PATH}/getPageList`,
      rule: () => `${REPORT}:view`,
      handler: async (req) => {
        const ctx = await ctxOf(host, req);
        const given = body(req);
        const answer = await getReportList(ctx, anyPageOf(ctx, REPORT), asked(given));
        const { records, total, current, size, summary } = answer;
        return { records: await written(ctx, records, grainOf(given)), total, current, size, summary };
      },
    });
    route(app, {
      method: 'POST',
      path: `${PATH}/exportData`,
      rule: () => `${REPORT}:export`,
      handler: async (req, reply) => {
        const ctx = await ctxOf(host, req);
        const page = anyPageOf(ctx, REPORT);
        if (!ctx.session.rights.has(page.right)) throw forbidden();
        const { columns } = body(req);
        const { name, content } = await exportReport(ctx, page, {
          ...asked(body(req)),
          ...(columns === undefined ? {} : { columns }),
        });
        return attachment(reply, name, Readable.from([content]));
      },
    });
  };

const grainOf = ({ grain = 'day' }: Body): string => {
  if (typeof grain !== 'string' || !Object.hasOwn(GRAINS, grain)) throw badRequest();
  return grain;
};
/** The request as the report reads it. */
const asked = (given: Body): Body => {
  const { current, size, sort, dateFrom = null, dateTo = null, groupBy = 'equipment' } = given;
  const { unitId = null, equipmentIds = null, shiftIds = null, materialId = null } = given;
  const groups = typeof groupBy === 'string' && Object.hasOwn(GROUPS, groupBy) ? GROUPS[groupBy] : undefined;
  if (groups === undefined) throw badRequest();
  return {
    ...(current === undefined ? {} : { current }),
    ...(size === undefined ? {} : { size }),
    ...(sort === undefined ? {} : { sort }),
    groupBy: [...(GRAINS[grainOf(given)] ?? []), ...groups],
    search: {
      ...(dateFrom === null && dateTo === null ? {} : { shiftDate: [dateFrom, dateTo] }),
      ...{ factoryUnit: unitId, equipment: equipmentIds, shift: shiftIds, material: materialId },
    },
  };
};

/** Records in the words of the call: one period, code and name of the device, totals on the first. */
const written = async (ctx: EngineCtx, records: readonly Out[], grain: string): Promise<readonly Out[]> => {
  const ids = [
    ...new Set(records.flatMap(({ equipmentId }) => (typeof equipmentId === 'string' ? [equipmentId] : []))),
  ];
  const devices = new Map(
    (await ctx.asSystem().records.many('equipment', ids, { stored: true })).map((device) => [device.id, device]),
  );
  return records.map((record) => {
    const device = devices.get(String(record.equipmentId));
    const days = String(record.shiftDate ?? '').slice(0, grain === 'month' ? LENGTH.month : LENGTH.day);
    const period = [grain === 'hour' ? (record.slotAt ?? days) : days, record.shift].filter(Boolean).join(' ');
    const totals = Object.entries(record).filter(([code]) => code.endsWith('Total'));
    return {
      ...{ id: record.id, period, equipmentId: record.equipmentId ?? null },
      ...{ equipmentCode: device?.code ?? null, equipmentName: device?.name ?? null },
      ...{ materialId: record.materialId ?? null, materialName: record.material ?? null },
      ...{ factoryUnitId: record.factoryUnitId ?? null, factoryUnit: record.factoryUnit ?? null },
      ...Object.fromEntries(NUMBERS.map((code) => [code, record[code] ?? null])),
      ...{ runHours: record.runHours ?? null, estQty: record.estQty ?? null },
      ...Object.fromEntries(totals),
    };
  });
};
