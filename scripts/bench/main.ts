/** `npm run bench [-- grid list …] [--json file] [--dry]`: one table per subject, put into docs/performance.md unless dry. Always exits 0. */
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../../server/root';
import { isStale } from '../lib/stale.mjs';
import { benchBoards } from './boards';
import { benchBom } from './bom';
import { benchDaily } from './daily';
import { benchDesigner } from './designer';
import { benchDevices } from './devices';
import { benchDocuments } from './documents';
import { benchExport } from './export';
import { benchExpr } from './expr';
import { benchForm } from './form';
import { benchGrid } from './grid';
import { benchImport } from './import';
import { benchList } from './list';
import { printTable, type Result } from './measure';
import { benchPages } from './pages';
import { withTables } from './report';
import { benchReports } from './reports';
import { benchSchedule } from './schedule';
import { benchScheduling } from './scheduling';
import { benchSearch } from './search';
import { benchStart } from './start';
import { benchStock } from './stock';
import { benchTable } from './table';
import { benchTrace } from './trace';
import { benchWeight } from './weight';

const SUBJECTS: Readonly<Record<string, readonly [title: string, run: () => Result[] | Promise<Result[]>]>> = {
  expr: ['Expressions', benchExpr],
  list: ['List page over a million rows', benchList],
  pages: ['Deep pages of a million rows', benchPages],
  search: ['Two characters within texts of a million rows', benchSearch],
  documents: ['A document of 200 lines', benchDocuments],
  grid: ['Sub-table in the browser', benchGrid],
  export: ['Export to a workbook', benchExport],
  form: ['Form in the browser', benchForm],
  table: ['List table in the browser', benchTable],
  daily: ['The page of the day', benchDaily],
  weight: ['What a browser fetches', benchWeight],
  import: ['Import of a workbook', benchImport],
  boards: ['An open board', benchBoards],
  bom: ['Materials and bills of materials', benchBom],
  trace: ['Tracing', benchTrace],
  stock: ['The ledger', benchStock],
  reports: ['Three years of reports', benchReports],
  scheduling: ['Scheduling', benchScheduling],
  designer: ['The designer', benchDesigner],
  schedule: ['The board of 排产', benchSchedule],
  devices: ['Devices', benchDevices],
  start: ['Start', benchStart],
};

const args = process.argv.slice(2);
const json = args.includes('--json') ? args[args.indexOf('--json') + 1] : undefined;
const chosen = args.filter((arg) => !arg.startsWith('--') && arg !== json);
const strange = args.filter((arg) =>
  arg.startsWith('--') ? !['--json', '--dry'].includes(arg) : arg !== json && !Object.hasOwn(SUBJECTS, arg),
);
if (strange.length > 0) {
  console.error(
    `${strange.join(', ')}: no subject. Subjects: ${Object.keys(SUBJECTS).join(' ')}; options: --json file, --dry`,
  );
  process.exit(2);
}
if (isStale()) {
  const { buildAll } = await import('../build.mjs');
  await buildAll();
}
/** how many others wanted the cores: absolute times wander with it, ratios of one run do so less */
const load = (): string => (loadavg()[0] ?? 0).toFixed(1);
const before = load();
const tables = new Map<string, string>();
const all: Result[] = [];
for (const name of chosen.length > 0 ? chosen : Object.keys(SUBJECTS)) {
  const [title, run] = SUBJECTS[name]!;
  try {
    const results = await run();
    all.push(...results);
    tables.set(title, printTable(title, results));
  } catch (error) {
    console.error(`${title}: ${error instanceof Error ? error.stack : String(error)}`);
  }
}
const machine = `${cpus().length} cores (${cpus()[0]?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}, load ${before} → ${load()}`;
const day = new Date().toISOString().slice(0, 10);
if (tables.size > 0 && !args.includes('--dry')) {
  const file = join(ROOT, 'docs', 'performance.md');
  writeFileSync(file, withTables(readFileSync(file, 'utf8'), `${day}, ${machine}`, tables));
}
if (json) writeFileSync(json, `${JSON.stringify(all, null, 2)}\n`);
process.exit(0);
