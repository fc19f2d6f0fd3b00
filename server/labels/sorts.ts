/** What labels stand on: the sorts codePrint makes, the object behind each, and the pattern of their codes (20 §10.10). */
import type { Rec } from '../../schemas/language/value';
import type { LabelSort } from '../../schemas/language/wire-labels';

export interface SortInfo {
  /** object the labels of this sort stand on */
  readonly object: string;
  /** references whose labels say where it is or what it does */
  readonly place?: string;
  readonly spec?: readonly string[];
}
export const SORTS: Readonly<Record<LabelSort, SortInfo>> = {
  LB: { object: 'material', spec: ['spec'] },
  EQ: { object: 'equipment', place: 'factoryUnit', spec: ['model', 'spec'] },
  PS: { object: 'position', place: 'warehouse' },
  EM: { object: 'employee', place: 'dept', spec: ['post'] },
};
export const isSort = (value: unknown): value is LabelSort => typeof value === 'string' && value in SORTS;

/** Objects a code of our own names by its business code; several: the first that is there. */
export const OBJECT_OF: Readonly<Record<string, string>> = {
  MB: 'material',
  EQ: 'equipment',
  PS: 'position',
  EM: 'employee',
  TM: 'team',
  WU: 'factoryUnit',
  WO: 'workOrder',
  OP: 'orderProcess',
  DP: 'dispatchOrder',
  ST: 'prdStart',
  IN: 'instrument',
  BX: 'cloudBox',
  MT: 'energyMeter',
};

/** `type|code|batch` of a label: a single one names itself, all others the thing they stand on. */
export const contentOf = ({ type, labelNo, refCode, batchNbr }: Rec): string =>
  [type, type === 'LB' ? labelNo : refCode, batchNbr ?? ''].map((part) => String(part ?? '')).join('|');
