/** Coded things the language knows by name (§5.4 server functions, §10 blocks and screens). Their code registers itself elsewhere. */
import type { ServerFunctionType } from '../resolved';

export const PAGE_BLOCKS: readonly string[] = [
  'monthCalendar',
  'routeGraph',
  'linkGraph',
  'bomTree',
  'timeline',
  'stateStrip',
  'sopViewer',
  'permissionTree',
  'wallPreview',
];
export const SCREENS: readonly string[] = [
  'home',
  'workOrderHome',
  'flowDesigner',
  'homeDesigner',
  'modelDesigner',
  'startProcess',
  'codePrint',
  'dvcwatch',
  'indexPrint',
  'taskScheduling',
  'deviceOperation',
  'deviceRealtime',
  'deviceRunning',
  'deviceRunning2',
  'synthesis',
  'station',
  'mobile',
  // the six entries of energyMonitor and chargeMonitor
  'electricityChargeMonitoring',
  'electricityMonitor',
  'gas',
  'gasChargeMonitoring',
  'waterChargeMonitoring',
  'waterMonitor',
  // the four entries of traceWorkbench
  'traceFinished',
  'traceMaterial',
  'traceProduct',
  'traceResource',
];
/** Field groups of §2.3 `grant`. */
export const FIELD_GROUPS: readonly string[] = ['price', 'cost', 'pay', 'payTotal', 'privacy', 'reward', 'source'];
/** Dictionaries that are derived from documents and never written (§2.12). */
export const DERIVED_DICTS: readonly string[] = [
  'objectCode',
  'areaCode',
  'documentCode',
  'numberedCode',
  'copyCode',
  'eventCode',
  'actionCode',
  'pageCode',
  'reportCode',
  'labelTplCode',
  'boardCode',
  'wallBlock',
  'functionCode',
  'fieldGroup',
  'scopeCode',
  'serviceCode',
];
/** Server functions the reference names, so that documents can be linted without a server; a registry given to the linter wins. */
export const SERVER_FUNCTIONS: { readonly [name: string]: ServerFunctionType } = {
  unitFactor: { name: 'unitFactor', args: ['material', 'unit'], result: 'decimal' },
  shiftOf: { name: 'shiftOf', args: ['x', 'time'], result: 'ref' },
  shiftDateOf: { name: 'shiftDateOf', args: ['x', 'time'], result: 'date' },
  shiftDay: { name: 'shiftDay', args: [], result: 'date', live: true },
  clockDrift: { name: 'clockDrift', args: [], result: 'int', live: true },
  netMin: { name: 'netMin', args: ['x', 'date'], result: 'decimal' },
  availMin: { name: 'availMin', args: ['x', 'date'], result: 'decimal' },
  calculate: { name: 'calculate', args: ['code', 'record'], result: 'decimal' },
  priceOf: { name: 'priceOf', args: ['partner', 'material', 'qty'], result: 'decimal' },
  needDay: { name: 'needDay', args: ['order', 'opNbr'], result: 'date' },
  netShort: { name: 'netShort', args: ['order', 'row'], result: 'decimal' },
  applyQty: { name: 'applyQty', args: ['order', 'row'], result: 'decimal' },
};
/** The first ten reserved words of §5.1: never a code. */
export const RESERVED: ReadonlySet<string> = new Set([
  'true',
  'false',
  'null',
  'in',
  'doc',
  'row',
  'it',
  'me',
  'sys',
  'old',
]);
/** What PostgreSQL has in every table: no column of ours. */
const SYSTEM_COLUMNS: ReadonlySet<string> = new Set(['ctid', 'xmin', 'xmax', 'cmin', 'cmax', 'tableoid']);
/** Words that no code may be: reserved ones, what every object of the browser has by itself, and for fields what every table has. */
export const isReserved = (code: string, place: 'field' | 'other'): boolean =>
  RESERVED.has(code) || Object.hasOwn(Object.prototype, code) || (place === 'field' && SYSTEM_COLUMNS.has(code));
/** Stored fields of one table, at most: PostgreSQL has 1,600 columns, and searched texts have one more beside them. */
export const MAX_COLUMNS = 700;
/** Markers a part map of a detail page may name (§2.1). */
export const MARKERS: ReadonlySet<string> = new Set([
  '$own',
  '$extend',
  '$edit',
  '$links',
  '$history',
  '$flow',
  '$files',
  '$usage',
  '$group',
  '$slots',
  '$list',
]);
