/** 设备运行监控大屏 (50 §5.2): devices as they are now, where the time of the span went, and what stands still. */
import type { DeviceLive } from '../../../schemas/language/wire-device';
import type {
  Idle,
  OpenWarning,
  StateCount,
  StateHours,
  StopShare,
  Tile,
  UnitUse,
} from '../../../schemas/language/wire-wall';
import { RUN } from '../../iot/state';
import { addUp, type WallDevice, type WallTimes } from './devices';
import { share, utilisationOf } from './running';

const STATES = Object.values(RUN);
/** every state, in its order, with those nothing tells left out of none */
export const stateCount = (live: readonly DeviceLive[]): readonly StateCount[] =>
  STATES.map((state) => {
    const count = live.filter((device) => Number(device.state) === state).length;
    return { state, count, share: share(count, live.length) };
  });

export const stateHours = ({ stays }: WallTimes): readonly StateHours[] => {
  const seconds = new Map<number, number>();
  for (const own of stays.values())
    for (const { state, from, to } of own) seconds.set(state, (seconds.get(state) ?? 0) + to - from);
  return STATES.flatMap((state) => {
    const sec = seconds.get(state) ?? 0;
    return sec > 0 ? [{ state, hours: Math.round(sec / 360) / 10 }] : [];
  });
};

export const unitUtilisation = (devices: readonly WallDevice[], { sums }: WallTimes): readonly UnitUse[] => {
  const units = new Map<string, string[]>();
  for (const { id, unitName } of devices) {
    const unit = unitName ?? '未分配';
    units.set(unit, [...(units.get(unit) ?? []), id]);
  }
  return [...units]
    .map(([unit, ids]) => ({ unit, utilisation: utilisationOf(addUp(ids.flatMap((id) => sums.get(id) ?? []))) }))
    .sort((a, b) => Number(b.utilisation) - Number(a.utilisation) || a.unit.localeCompare(b.unit));
};

export const tiles = (
  live: readonly DeviceLive[],
  devices: readonly WallDevice[],
  showName: boolean,
): readonly Tile[] => {
  const units = new Map(devices.map(({ id, unitName }) => [id, unitName ?? '未分配']));
  return live
    .map((device) => ({
      ...{ id: device.id, code: device.code, name: device.name, unit: units.get(device.id) ?? '未分配' },
      ...{ state: device.state === null ? null : Number(device.state), since: device.since },
      ...{ order: device.workOrderNbr, material: device.material?.name ?? null },
      employee: showName ? device.employee : null,
      ...{ number: device.number, plan: device.plan, param: paramOf(device), alarm: worst(device) },
    }))
    .sort((a, b) => a.unit.localeCompare(b.unit) || a.code.localeCompare(b.code));
};
const paramOf = ({ params }: DeviceLive): Tile['param'] => {
  const [param] = params;
  if (param === undefined) return null;
  const { name, value, decimals, unit, stale, band } = param;
  const text = typeof value === 'number' ? value.toFixed(decimals) : (value ?? '--');
  return { name, value: `${text}${unit === null ? '' : ` ${unit}`}`, stale, isOut: band !== null };
};
export const worst = ({ alarms }: DeviceLive): Tile['alarm'] => {
  const [first] = [...alarms].sort((a, b) => b.level - a.level);
  return first === undefined ? null : { level: first.level, text: first.text };
};

const MOST_WARNINGS = 8;
/** the worst first, then the oldest */
export const openWarnings = (live: readonly DeviceLive[]): readonly OpenWarning[] =>
  live
    .flatMap(({ code, alarms }) => alarms.map(({ level, text, openAt }) => ({ device: code, level, text, openAt })))
    .sort((a, b) => b.level - a.level || (a.openAt ?? '').localeCompare(b.openAt ?? ''))
    .slice(0, MOST_WARNINGS);

const UNSAID = '原因未说明';
const MOST_REASONS = 6;
const STOPPED: ReadonlySet<number> = new Set([RUN.stop, RUN.fault]);
export const stopPareto = ({ stays }: WallTimes): readonly StopShare[] => {
  const seconds = new Map<string, number>();
  for (const own of stays.values())
    for (const { state, from, to, reasonName } of own)
      if (STOPPED.has(state)) seconds.set(reasonName ?? UNSAID, (seconds.get(reasonName ?? UNSAID) ?? 0) + to - from);
  const all = [...seconds.values()].reduce((sum, sec) => sum + sec, 0);
  let sum = 0;
  return [...seconds]
    .sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0]))
    .slice(0, MOST_REASONS)
    .map(([reason, sec]) => {
      sum += sec;
      return { reason, minutes: Math.floor(sec / 60), cumulative: share(sum, all) };
    });
};

const MOST_IDLE = 5;
const IDLE: ReadonlySet<number> = new Set([RUN.standby, RUN.stop]);
/** devices that could run and do not, the longest first */
export const idleNow = (devices: readonly WallDevice[], { stays, span }: WallTimes): readonly Idle[] =>
  devices
    .flatMap(({ id, code }) => {
      const last = stays.get(id)?.at(-1);
      if (last === undefined || !last.open || !IDLE.has(last.state)) return [];
      return [{ code, state: last.state, minutes: Math.floor((span.now - last.from) / 60) }];
    })
    .sort((a, b) => b.minutes - a.minutes || a.code.localeCompare(b.code))
    .slice(0, MOST_IDLE);
