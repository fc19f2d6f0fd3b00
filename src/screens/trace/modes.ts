/** The four entries of 产品追溯: one workbench, each with what it asks and shows (40 §10.4). */
import type { TraceKind } from '../../../schemas/language/wire-trace';

export interface Mode {
  readonly title: string;
  readonly placeholder: string;
  readonly view: 'graph' | 'path' | 'resource';
  readonly direction: 'forward' | 'back';
  /** the screen that follows a number the other way */
  readonly reverse?: string;
  /** what its days mean */
  readonly days?: string;
  /** what a number may be looked up as, beside whatever it is first */
  readonly kinds: readonly (readonly [kind: TraceKind, title: string])[];
}
/** by the names of their screens in the menu */
export const MODES: Readonly<Record<string, Mode>> = {
  traceFinished: {
    title: '成品追溯',
    placeholder: '产品批次、序列号、发货单号',
    view: 'graph',
    direction: 'back',
    reverse: 'traceMaterial',
    days: '入库',
    kinds: [
      ['lot', '批次、序列号'],
      ['material', '产品编码'],
      ['doc', '单据号'],
    ],
  },
  traceProduct: {
    title: '产品追溯',
    placeholder: '销售订单、生产订单、工单、序列号',
    view: 'path',
    direction: 'back',
    kinds: [
      ['work', '订单、工单'],
      ['lot', '批次、序列号'],
      ['doc', '单据号'],
    ],
  },
  traceMaterial: {
    title: '物料追溯',
    placeholder: '物料批次、供应商批号、入库单号、物料编码',
    view: 'graph',
    direction: 'forward',
    days: '入库',
    kinds: [
      ['lot', '物料批次'],
      ['supplierLot', '供应商批号'],
      ['material', '物料编码'],
      ['doc', '单据号'],
    ],
    reverse: 'traceFinished',
  },
  traceResource: {
    title: '资源追溯',
    placeholder: '设备、员工、班组的编码或名称',
    view: 'resource',
    direction: 'forward',
    days: '时间',
    kinds: [],
  },
};
