/** What a scenario has otherwise than the floor (30 §3 试排), put over what the engine takes. */
import type { ScenarioChange, ScenarioParams } from '../../../../schemas/language/wire-schedule';
import { minuteOf as timeOfDay } from '../../../calendar/minutes';
import { type Config, DAY, minuteOf, type Resource, type WorkOrder } from '../../../scheduling';

/** Values of 排产参数 by their field codes over others; what is not named stays. */
export function changedConfig(config: Config, given: ScenarioParams['config']): Config {
  const number = (code: string, was: number): number =>
    given[code] === undefined || given[code] === null ? was : Number(given[code]);
  const flag = (code: string, was: boolean): boolean =>
    given[code] === undefined || given[code] === null ? was : given[code] === true;
  const { dueTime, weights } = given;
  return {
    ...config,
    direction: number('direction', config.direction),
    rule: number('rule', config.rule),
    horizonDays: number('horizonDays', config.horizonDays),
    gapFill: flag('gapFill', config.gapFill),
    autoSplit: flag('autoSplit', config.autoSplit),
    splitMinHours: number('splitMinHours', config.splitMinHours),
    materialMode: number('materialMode', config.materialMode),
    labourMode: flag('labourMode', config.labourMode),
    lockHours: number('lockHours', config.lockHours),
    receiptMin: number('receiptMin', config.receiptMin),
    useOvertime: flag('useOvertime', config.useOvertime),
    dueTime: typeof dueTime === 'string' ? Math.floor(timeOfDay(dueTime) ?? config.dueTime) : config.dueTime,
    weights: typeof weights === 'string' ? weights.split('/').map(Number) : config.weights,
  };
}

export function changedOrders(orders: readonly WorkOrder[], changes: readonly ScenarioChange[]): readonly WorkOrder[] {
  return orders.map((order) => {
    let changed = order;
    for (const change of changes) {
      if (!('workOrderId' in change) || change.workOrderId !== order.id) continue;
      if (change.kind === 'priority') changed = { ...changed, priority: Number(change.priority) };
      else if (change.kind === 'due')
        changed = { ...changed, dueDay: Math.floor((minuteOf(change.dueDate) ?? 0) / DAY) };
      else changed = { ...changed, operations: scaled(changed, change.qty) };
    }
    return changed;
  });
}
/** Quantities of operations for another quantity of their order. */
function scaled({ operations }: WorkOrder, qty: number): WorkOrder['operations'] {
  return operations.map((operation) => ({
    ...operation,
    qty: Math.max(Math.ceil(qty * operation.ratio - 1e-9), operation.reported),
  }));
}

export function changedResources(
  resources: readonly Resource[],
  changes: readonly ScenarioChange[],
): readonly Resource[] {
  return resources.map((resource) => {
    const own = changes.flatMap((change) =>
      'resourceId' in change && change.resourceId === resource.id ? [change] : [],
    );
    if (own.length === 0) return resource;
    const spans = (kind: 'stop' | 'open') =>
      own.flatMap((change) => {
        const [from, to] = [minuteOf(change.from), minuteOf(change.to)];
        return change.kind !== kind || from === null || to === null || to <= from ? [] : [{ from, to }];
      });
    return {
      ...resource,
      stops: [...resource.stops, ...spans('stop')],
      open: withMore(resource.open, spans('open')),
    };
  });
}

/** Open spans with further ones; where both are open, the shift that was there keeps its day. */
function withMore(
  open: Resource['open'],
  more: readonly { readonly from: number; readonly to: number }[],
): Resource['open'] {
  let all = [...open];
  for (const { from, to } of more) {
    let at = from;
    const added: Resource['open'][number][] = [];
    for (const span of all) {
      if (span.to <= at || span.from >= to) continue;
      if (span.from > at) added.push({ from: at, to: span.from, day: Math.floor(from / DAY) });
      at = Math.max(at, span.to);
    }
    if (at < to) added.push({ from: at, to, day: Math.floor(from / DAY) });
    all = [...all, ...added].sort((a, b) => a.from - b.from);
  }
  return all;
}
