/** Coded things the language knows by name (§5.4 server functions, §10 blocks and screens). Their code registers itself elsewhere. */
import type { ServerFunctionType } from '../resolved';

export const PAGE_BLOCKS: readonly string[] = [
  'monthCalendar',
  'routeGraph',
  'linkGraph',
  'bomTree',
  'versionDiff',
  'flowDiagram',
  'flowTrail',
  'approvalBar',
  'timeline',
  'stateStrip',
  'trendCurve',
  'slotBand',
  'decodeLine',
  'balanceStrip',
  'piecesFlow',
  'sopViewer',
  'balloons',
  'labelPreview',
  'printPreview',
  'ruleTest',
  'samplingTest',
  'permissionTree',
  'payTrace',
];
export const SCREENS: readonly string[] = [
  'signIn',
  'home',
  'workOrderHome',
  'homeDesigner',
  'modelDesigner',
  'printDesigner',
  'flowDesigner',
  'dataCopy',
  'dataMaintenance',
  'taskScheduling',
  'codePrint',
  'indexPrint',
  'traceWorkbench',
  'boards',
  'dd',
  'dvcwatch',
  'screenDesigner',
  'energyMonitor',
  'chargeMonitor',
  'deviceOperationMonitor',
  'deviceRealtime',
  'deviceRunning',
  'deviceRunning2',
  'synthesis',
  'eqOperationStation',
];
/** Field groups of §2.3 `grant`. */
export const FIELD_GROUPS: readonly string[] = ['price', 'cost', 'pay', 'payTotal', 'privacy', 'reward'];
/** Dictionaries that are derived from documents and never written (§2.12). */
export const DERIVED_DICTS: readonly string[] = [
  'objectCode',
  'documentCode',
  'numberedCode',
  'eventCode',
  'actionCode',
  'pageCode',
  'reportCode',
  'boardCode',
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
  netMin: { name: 'netMin', args: ['x', 'date'], result: 'decimal' },
  availMin: { name: 'availMin', args: ['x', 'date'], result: 'decimal' },
  loadMin: { name: 'loadMin', args: ['x', 'date'], result: 'decimal' },
  priceOf: { name: 'priceOf', args: ['partner', 'material', 'qty'], result: 'decimal' },
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
