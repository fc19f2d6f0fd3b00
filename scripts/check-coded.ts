/** Counts what has code of its own, screens and blocks, against the registries of the language (language §10): what is not registered fails. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { BLOCK_NAMES } from '../runtime/form/block-names';
import { PAGE_BLOCKS } from '../schemas/language/check/known';
import { ROOT } from '../server/root';

const BLOCKS =
  'monthCalendar routeGraph linkGraph bomTree versionDiff flowDiagram approvalBar timeline stateStrip trendCurve slotBand decodeLine balanceStrip piecesFlow sopViewer balloons labelPreview printPreview ruleTest samplingTest permissionTree payTrace wallPreview'.split(
    ' ',
  );
const SCREENS =
  'signIn home workOrderHome homeDesigner modelDesigner printDesigner flowDesigner dataCopy dataMaintenance taskScheduling codePrint indexPrint traceWorkbench boards dd dvcwatch screenDesigner energyMonitor chargeMonitor'.split(
    ' ',
  );
/** Folders of coded screens: the registered screen they belong to, or the part of the frame every page stands in. */
const FOLDERS: Readonly<Record<string, string>> = {
  'src/screens/bench': 'measured only, not served',
  'src/screens/board': 'boards',
  'src/screens/code-print': 'codePrint',
  'src/screens/device-wall': 'dvcwatch',
  'src/screens/energy-monitor': 'energyMonitor',
  'src/screens/home': 'home',
  'src/screens/index-print': 'indexPrint',
  'src/screens/login': 'signIn',
  'src/screens/password': 'signIn',
  'src/screens/terminal': 'signIn',
  'src/screens/personal': 'frame: the personal centre',
  'src/screens/scheduling': 'taskScheduling',
  'src/screens/trace': 'traceWorkbench',
  'src/screens/wall-board': 'boards',
  'src/screens/select': 'frame: the pick page of any object',
  'src/screens/start-process': 'frame: approvals to begin',
  'designer/flow': 'flowDesigner',
  'designer/print': 'printDesigner',
  'designer/workspace': 'modelDesigner',
};

const folders = [
  ...readdirSync(join(ROOT, 'src/screens'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `src/screens/${name}`),
  'designer/flow',
  'designer/print',
  'designer/workspace',
];
const problems = [
  ...folders
    .filter((folder) => FOLDERS[folder] === undefined)
    .map((folder) => `${folder}: a screen that is not registered`),
  ...BLOCK_NAMES.filter((name) => !BLOCKS.includes(name)).map((name) => `${name}: a block that is not registered`),
  ...PAGE_BLOCKS.filter((name) => !BLOCK_NAMES.includes(name)).map(
    (name) => `${name}: offered to documents, drawn by nothing`,
  ),
  ...BLOCK_NAMES.filter((name) => !PAGE_BLOCKS.includes(name)).map(
    (name) => `${name}: drawn, but unknown to the linter`,
  ),
];
const screens = new Set(folders.map((folder) => FOLDERS[folder]).filter((name) => SCREENS.includes(name ?? '')));
for (const text of problems) console.error(text);
console.log(
  `coded screens: ${screens.size} of ${SCREENS.length} registered, in ${folders.length} folders; blocks: ${BLOCK_NAMES.length} of ${BLOCKS.length} registered; ${problems.length} not registered`,
);
if (problems.length > 0) process.exit(1);
