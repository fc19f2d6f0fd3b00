/** Dims and measures of reports as commands; a new report counts from its first moment, over every shipped object. */
import { describe, expect, it } from 'vitest';
import { boardText, reportText } from '../../designer/chart/new-chart';
import * as commands from '../../designer/commands/index';
import { lintAll } from '../../schemas/language/check/index';
import { entriesAt, valueAt } from '../../schemas/language/steps/index';
import { documentsIn, filed, SCHEMAS } from '../language/documents';
import { checkCommand, errorsOf, openStore, shippedDocuments } from '../support/check-command';
import { library } from './library';

const documents = shippedDocuments();
const files = filed(documentsIn(SCHEMAS).filter(({ path }) => !path.startsWith('language/')));

describe('a new report', () => {
  const objects = [...library.objects.values()]
    .map(({ object }) => object)
    .filter((object) => object.storage === 'table' && object.settings === undefined);
  const isObject = (code: string) => library.objects.has(code);
  it('lints over every shipped object and sub-table', () => {
    const made = objects.flatMap((object, n) => [
      {
        path: `reports/own/x-r${n}.json`,
        doc: reportText({ code: `xR${n}`, title: object.title }, object, undefined, isObject),
      },
      ...Object.values(object.fields)
        .filter((field) => field.sub !== undefined)
        .map((field, m) => ({
          path: `reports/own/x-r${n}-${m}.json`,
          doc: reportText({ code: `xR${n}n${m}`, title: field.title }, object, field.code, isObject),
        })),
    ]);
    expect(made.length).toBeGreaterThan(15);
    const own = new Set(made.map((item) => item.path));
    const problems = lintAll([...files, ...made]).filter(
      (problem) => own.has(problem.path) && problem.problem.level !== 'warn',
    );
    expect(problems).toEqual([]);
  });
  it('and an empty board stand as they are', () => {
    const store = openStore('board:demoBoard', documents);
    expect(
      checkCommand(store, commands.createDocument, { doc: boardText({ code: 'xWall', title: '墙' }) }),
    ).toBeUndefined();
    expect(store.chartPanel).toEqual({ rows: 3, columns: 2, gap: 10, searchConfig: [] });
    expect(checkCommand(store, commands.addChart, { report: 'demoStat', field: 'day' })).toBeUndefined();
    expect(valueAt(store.openDocument?.text ?? {}, 'cells.cell1')).toMatchObject({
      at: [1, 1],
      chart: 'line',
      x: 'day:month',
    });
    expect(checkCommand(store, commands.duplicateChart, { address: 'cells.cell1' }, false)).toBeUndefined();
    expect(valueAt(store.openDocument?.text ?? {}, 'cells.cell2')).toMatchObject({ at: [1, 2] });
  });
});

describe('dims and measures', () => {
  it('come from the source, and go with what shows them', () => {
    const store = openStore('report:demoStat', documents);
    const text = () => store.openDocument?.text ?? {};
    const known = new Set(errorsOf(store));
    const run = <A>(command: Parameters<typeof checkCommand<A>>[1], args: A) =>
      checkCommand(store, command, args, false);
    expect(run(commands.addDim, { path: 'state', title: '重要程度' })).toBe('「重要程度」已是维度');
    expect(run(commands.addDim, { path: 'createdBy', title: '创建人' })).toBeUndefined();
    expect(run(commands.addMeasure, { path: 'done', title: '最大完成', total: 'max' })).toBeUndefined();
    expect(run(commands.addMeasure, { path: 'qty', title: '数量', total: 'sum' })).toBe('已有这个指标');
    expect(entriesAt(text(), 'list.columns')).toContain('doneMax');
    expect(run(commands.addChart, { field: 'doneMax' })).toBeUndefined();
    expect(run(commands.removeDataset, { address: 'measures.doneMax' })).toBeUndefined();
    expect(JSON.stringify(text())).not.toContain('doneMax');
    expect(run(commands.removeDataset, { address: 'measures.qty' })).toBe('看板「示例看板」还在用它');
    expect(run(commands.removeDataset, { address: 'dims.day' })).toBe('「day」是时间维度，请先改那里');
    expect(run(commands.addCard, { measure: 'late', title: '逾期' })).toBeUndefined();
    expect(run(commands.addCard, { measure: 'late', title: '逾期' })).toBe('「逾期」已在首页');
    expect(run(commands.removeDataset, { address: 'measures.late' })).toMatch(/^首页指标「逾期」还在用它$/);
    expect(errorsOf(store).filter((error) => !known.has(error))).toEqual([]);
  });
});
