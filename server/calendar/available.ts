/** What a work group or a device can do on a day: its devices in use, their net minutes and the settings of 排产产能. */
import { divDec, roundHalfUp } from '../../schemas/language/codec/decimal';
import type { Rec, Row, Value } from '../../schemas/language/value';
import type { Ctx, ServerFunction, Service } from '../ctx';
import { rowsOf } from './book';
import { availableMinutes, type DeviceDay, type Setting, settingFor } from './capacity';
import { netMinutes } from './resource';
import { keyOf, resourcesOf } from './resources';

const IN_USE = '60';
const HANDS = '2';

/** Standard minutes of a day; null for what is neither a group nor a device. */
export const availableOf = async (ctx: Ctx, id: string, day: string): Promise<number | null> => {
  const { records } = ctx.asSystem();
  const [group] = await records.many('workGroup', [id], { rows: ['equips'], stored: true });
  const [lone] = group ? [] : await records.many('equipment', [id], { stored: true });
  if (!group && !lone) return null;
  const settings = await settingsOn(ctx, day);
  if (group?.mode === HANDS) return hands(ctx, group, day, settings);
  const owner = group ?? (lone && (await groupOf(ctx, lone.id as string)));
  const ids = group ? rowsOf(group, 'equips').map(({ equipment }) => equipment as string) : [id];
  const devices = (await records.many('equipment', ids, { stored: true })).filter(isInUse);
  const resources = await resourcesOf(
    ctx,
    devices.map((device) => ({ id: device.id as string, day })),
  );
  const days = devices.flatMap((device): DeviceDay[] => {
    const resource = resources.get(keyOf({ id: device.id as string, day }));
    if (!resource) return [];
    const setting = settingFor(settings, { equipment: device.id as string, workGroup: (owner?.id as string) ?? null });
    return [
      {
        netMin: netMinutes(resource, day),
        lanes: setting?.lanes ?? Number(device.parallelQty ?? 1),
        efficiency: setting?.efficiency ?? Number(device.efficiency ?? 100),
        utilisation: setting?.utilisation ?? 100,
      },
    ];
  });
  return availableMinutes(days);
};

const hands = async (ctx: Ctx, group: Rec, day: string, settings: readonly Setting[]): Promise<number> => {
  const id = group.id as string;
  const resource = (await resourcesOf(ctx, [{ id, day }])).get(keyOf({ id, day }));
  const setting = settingFor(settings, { equipment: '', workGroup: id });
  return availableMinutes([
    {
      netMin: resource ? netMinutes(resource, day) : 0,
      lanes: Number(group.manCount ?? 0),
      efficiency: setting?.efficiency ?? 100,
      utilisation: setting?.utilisation ?? 100,
    },
  ]);
};

/** Devices have a state of their own once they are commissioned; before, the switch of the master says it. */
const isInUse = (device: Rec): boolean =>
  device.isDisabled !== '1' &&
  (device.docStatus === undefined || device.docStatus === null || device.docStatus === IN_USE);

const groupOf = async (ctx: Ctx, equipment: string): Promise<Rec | undefined> =>
  (
    await ctx.asSystem().records.find('workGroup', 'isDisabled == 0 && exists(equips, equipment == param.equipment)', {
      param: { equipment },
      limit: 1,
    })
  )[0];

/** Settings for single processes and materials are asked by the schedule, not by a day as a whole. */
const settingsOn = async (ctx: Ctx, day: string): Promise<readonly Setting[]> => {
  const rows = await ctx
    .asSystem()
    .records.find('capacity', 'isDisabled == 0 && validFrom <= param.day && (empty(validTo) || validTo >= param.day)', {
      param: { day },
    });
  return rows.map((row) => ({
    workGroup: textOf(row, 'workGroup'),
    equipment: textOf(row, 'equipment'),
    process: textOf(row, 'process'),
    material: textOf(row, 'material'),
    category: textOf(row, 'materialCategory'),
    lanes: (row.lanes as number | null) ?? null,
    efficiency: Number(row.efficiency ?? 100),
    utilisation: Number(row.utilisation ?? 100),
  }));
};
const textOf = (row: Rec | Row, code: string): string | null => (row[code] as string | null | undefined) ?? null;

export const availMin: ServerFunction = {
  name: 'availMin',
  args: ['x', 'date'],
  result: 'decimal',
  live: true,
  async run(calls, ctx) {
    const answers: Value[] = [];
    for (const [id, at] of calls)
      answers.push(
        typeof id === 'string' && typeof at === 'string' ? await availableOf(ctx, id, at.slice(0, 10)) : null,
      );
    return answers;
  },
};

/** Hours of a group or a device on a day. */
export const calendarAvailable: Service = {
  name: 'calendar.available',
  right: null,
  async run({ equipment, workGroup, day }, ctx) {
    const id = typeof equipment === 'string' ? equipment : workGroup;
    if (typeof id !== 'string' || typeof day !== 'string') return null;
    const minutes = await availableOf(ctx, id, day);
    return minutes === null ? null : roundHalfUp(divDec(minutes, 60) ?? 0, 2);
  },
};
