/** The four entries of 产品追溯: one workbench, each with what it asks and shows (40 §10.4). */
export interface Mode {
  readonly title: string;
  readonly placeholder: string;
  readonly view: 'graph' | 'path' | 'resource';
  readonly direction: 'forward' | 'back';
  /** the screen that follows a number the other way */
  readonly reverse?: string;
  /** what its two days mean */
  readonly days?: readonly [from: string, to: string];
}
/** by the names of their screens in the menu */
export const MODES: Readonly<Record<string, Mode>> = {
  traceFinished: {
    title: '成品追溯',
    placeholder: '产品批次、序列号、发货单号',
    view: 'graph',
    direction: 'back',
    reverse: 'traceMaterial',
  },
  traceProduct: { title: '产品追溯', placeholder: '销售订单、生产订单、工单、序列号', view: 'path', direction: 'back' },
  traceMaterial: {
    title: '物料追溯',
    placeholder: '物料批次、供应商批号、入库单号、物料编码',
    view: 'graph',
    direction: 'forward',
    days: ['入库从', '入库到'],
    reverse: 'traceFinished',
  },
  traceResource: {
    title: '资源追溯',
    placeholder: '设备、员工、班组的编码或名称',
    view: 'resource',
    direction: 'forward',
    days: ['从', '到'],
  },
};
