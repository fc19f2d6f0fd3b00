/** Bars into rows: resources with a row for each lane, grouped by work group; or one row for each work order, its operations one behind the other. */
import type { PlanResource } from '../../../../schemas/language/wire-schedule';
import type { Bar } from './bars';

export interface ChartRow {
  readonly key: string;
  readonly title: string;
  readonly sub: string;
  /** of a resource: its id and which lane; an order has none */
  readonly resource: PlanResource | null;
  readonly lane: number;
  /** the row begins another group: a stronger line above */
  readonly opensGroup: boolean;
  readonly top: number;
  readonly height: number;
  /** by start */
  readonly bars: readonly Bar[];
  /** the latest end of bars[0..n]: where a search by time may begin */
  readonly ends: readonly number[];
  /** how many lanes of the row's height a bar has, and which (rows of orders) */
  readonly places: ReadonlyMap<string, Place> | null;
  /** of an order */
  readonly due: number | null;
}
export interface Place {
  readonly lane: number;
  readonly lanes: number;
}
const byStart = (a: Bar, b: Bar): number => a.start - b.start || a.end - b.end || (a.id < b.id ? -1 : 1);

const finished = (row: Omit<ChartRow, 'ends' | 'bars'>, bars: readonly Bar[]): ChartRow => {
  const sorted = bars.toSorted(byStart);
  let latest = Number.NEGATIVE_INFINITY;
  return {
    ...row,
    bars: sorted,
    ends: sorted.map(({ end }) => {
      latest = Math.max(latest, end);
      return latest;
    }),
  };
};

export const MOST_LANES = 30;

/** A resource without limit, or used beyond its lanes, has as many rows as its bars need. */
export const lanesOf = (resource: PlanResource, bars: readonly Bar[]): number => {
  const used = bars.reduce((most, { task }) => Math.max(most, task.lane + Math.max(1, task.lanes)), 1);
  return Math.min(MOST_LANES, Math.max(resource.lanes ?? 1, used));
};

/** of ScheduleResourceKind */
export const SUPPLIER = '30';
/** Devices and crews are known on the floor by their codes, a supplier by its name. */
export const nameOf = ({ kind, code, name }: PlanResource): string => (kind === SUPPLIER ? name : code);

/** Rows of 资源: in the order of the resources, a row for each lane. A bar stands in its first lane and is drawn over as many as it uses. */
export const resourceRows = (
  resources: readonly PlanResource[],
  bars: readonly Bar[],
  rowHeight: number,
): readonly ChartRow[] => {
  const own = byResource(bars);
  const rows: ChartRow[] = [];
  let top = 0;
  let group: string | null | undefined;
  for (const resource of resources) {
    const mine = own.get(resource.id) ?? [];
    const lanes = lanesOf(resource, mine);
    for (let lane = 0; lane < lanes; lane += 1) {
      const kindOfGroup = `${resource.kind}${resource.groupId ?? ''}`;
      const last = lane === lanes - 1;
      rows.push(
        finished(
          {
            key: `${resource.id}/${lane}`,
            ...headOf(resource, lane, lanes),
            resource,
            lane,
            opensGroup: lane === 0 && group !== undefined && group !== kindOfGroup,
            top,
            height: rowHeight,
            places: null,
            due: null,
          },
          mine.filter(({ task }) => (last ? task.lane >= lane : task.lane === lane)),
        ),
      );
      group = kindOfGroup;
      top += rowHeight;
    }
  }
  return rows;
};
/** Names of suppliers are long: their lanes are counted below. */
const headOf = (resource: PlanResource, lane: number, lanes: number): Pick<ChartRow, 'title' | 'sub'> => {
  const name = nameOf(resource);
  if (resource.kind === SUPPLIER) return { title: name, sub: lanes > 1 ? `外协 ${lane + 1}` : '外协' };
  return { title: lanes > 1 ? `${name} / ${lane + 1}` : name, sub: resource.groupName };
};
const byResource = (bars: readonly Bar[]): ReadonlyMap<string, Bar[]> => {
  const found = new Map<string, Bar[]>();
  for (const bar of bars) {
    const list = found.get(bar.task.resourceId);
    if (list === undefined) found.set(bar.task.resourceId, [bar]);
    else list.push(bar);
  }
  return found;
};

/** The first free lane for each bar, by start: as few lanes as bars overlap at once. */
export const packed = (bars: readonly Bar[]): ReadonlyMap<string, Place> => {
  const free: number[] = [];
  const lane = new Map<string, number>();
  for (const bar of bars.toSorted(byStart)) {
    const found = free.findIndex((end) => end <= bar.start);
    const at = found < 0 ? free.length : found;
    free[at] = bar.end;
    lane.set(bar.id, at);
  }
  return new Map([...lane].map(([id, at]) => [id, { lane: at, lanes: free.length }]));
};

/** Rows of 订单: one for each work order, the earliest first; operations that run at the same time share its height. */
export const orderRows = (bars: readonly Bar[], rowHeight: number): readonly ChartRow[] => {
  const orders = new Map<string, Bar[]>();
  for (const bar of bars) {
    const own = orders.get(bar.task.workOrderId);
    if (own === undefined) orders.set(bar.task.workOrderId, [bar]);
    else own.push(bar);
  }
  const first = (own: readonly Bar[]): number => own.reduce((least, { start }) => Math.min(least, start), Infinity);
  const sorted = [...orders.values()].toSorted(
    (a, b) => first(a) - first(b) || ((a[0]?.task.workOrderNbr ?? '') < (b[0]?.task.workOrderNbr ?? '') ? -1 : 1),
  );
  let top = 0;
  return sorted.map((own) => {
    const places = packed(own);
    const lanes = Math.max(1, ...[...places.values()].map(({ lanes }) => lanes));
    // two at a time still fit into one height
    const height = rowHeight * Math.max(1, Math.ceil(lanes / 2));
    const { task, due } = own[0]!;
    const row = finished(
      {
        key: task.workOrderId,
        title: task.workOrderNbr,
        sub: `${task.materialCode} ${task.materialName}`.trim(),
        resource: null,
        lane: 0,
        opensGroup: false,
        top,
        height,
        places,
        due,
      },
      own,
    );
    top += height;
    return row;
  });
};
