/** A scenario while somebody writes it: changes by kind, what of them is still missing, the parameters that differ. */
import type { PlanResource, ScenarioChange, ScenarioParams } from '../../../schemas/language/wire-schedule';
import type { Bar } from './chart/bars';

export type ChangeKind = ScenarioChange['kind'];
export const CHANGE_KINDS: readonly { readonly value: ChangeKind; readonly label: string }[] = [
  { value: 'priority', label: '改优先级' },
  { value: 'due', label: '改交期' },
  { value: 'qty', label: '改数量' },
  { value: 'stop', label: '设备故障' },
  { value: 'open', label: '加班' },
];
/** One line of the form; what its kind has no use for stays empty. */
export interface DraftChange {
  readonly key: string;
  readonly kind: ChangeKind;
  readonly target: string | null;
  readonly priority: string | null;
  readonly dueDate: string | null;
  readonly qty: number | null;
  readonly from: string | null;
  readonly to: string | null;
}
export const newChange = (key: string, kind: ChangeKind): DraftChange => ({
  key,
  kind,
  target: null,
  priority: null,
  dueDate: null,
  qty: null,
  from: null,
  to: null,
});
/** null = something is missing. */
export const changeOf = ({ kind, target, priority, dueDate, qty, from, to }: DraftChange): ScenarioChange | null => {
  if (target === null) return null;
  if (kind === 'priority') return priority === null ? null : { kind, workOrderId: target, priority };
  if (kind === 'due') return dueDate === null ? null : { kind, workOrderId: target, dueDate };
  if (kind === 'qty') return qty === null || qty <= 0 ? null : { kind, workOrderId: target, qty };
  return from === null || to === null || to <= from ? null : { kind, resourceId: target, from, to };
};
export const draftOf = (change: ScenarioChange, key: string): DraftChange => ({
  ...newChange(key, change.kind),
  target: 'workOrderId' in change ? change.workOrderId : change.resourceId,
  ...(change.kind === 'priority' ? { priority: change.priority } : {}),
  ...(change.kind === 'due' ? { dueDate: change.dueDate } : {}),
  ...(change.kind === 'qty' ? { qty: change.qty } : {}),
  ...('from' in change ? { from: change.from, to: change.to } : {}),
});
export const isAboutOrder = (kind: ChangeKind): boolean => kind === 'priority' || kind === 'due' || kind === 'qty';
/** All of them, or null while one is not whole. */
export const paramsOf = (
  changes: readonly DraftChange[],
  config: Readonly<Record<string, string | null>>,
): ScenarioParams | null => {
  const made = changes.map(changeOf);
  if (made.includes(null)) return null;
  return {
    config: Object.fromEntries(
      Object.entries(config).flatMap(([key, value]) => (value === null ? [] : [[key, value]])),
    ),
    changes: made.flatMap((change) => change ?? []),
  };
};
/** Work orders a change may name: of the plan and of the pool. */
export const ordersOf = (
  bars: readonly Bar[],
  pool: readonly { readonly workOrderId: string; readonly workOrderNbr: string; readonly materialCode: string }[],
): { readonly value: string; readonly label: string }[] => {
  const all = new Map<string, string>();
  for (const { task } of bars) all.set(task.workOrderId, `${task.workOrderNbr} ${task.materialCode}`);
  for (const row of pool) all.set(row.workOrderId, `${row.workOrderNbr} ${row.materialCode}`);
  return [...all].map(([value, label]) => ({ value, label })).toSorted((a, b) => (a.label < b.label ? -1 : 1));
};
export const devicesOf = (resources: readonly PlanResource[]): { readonly value: string; readonly label: string }[] =>
  resources.filter(({ kind }) => kind === '10').map(({ id, code, name }) => ({ value: id, label: `${code} ${name}` }));
