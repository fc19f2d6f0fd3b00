/** Commands of the chart designer keep the laws over every shipped report and board; what may not be says why. */
import { describe, expect, it } from 'vitest';
import * as commands from '../../designer/commands/index';
import { cellsOf, freeArea } from '../../designer/rules/charts';
import { MARKS } from '../../schemas/language/charts';
import type { ChartMark } from '../../schemas/language/document-report';
import { entriesAt, valueAt } from '../../schemas/language/steps/index';
import { pick, seeded } from '../language/random-steps';
import { checkCommand, errorsOf, openStore, shippedDocuments } from '../support/check-command';

const documents = shippedDocuments();
const charted = documents.filter((doc) => /^(report|board):/.test(doc.id));
const reports = charted.filter((doc) => doc.id.startsWith('report:')).map((doc) => doc.id.slice('report:'.length));
const marks = Object.keys(MARKS) as ChartMark[];

const chartsOf = (text: { readonly [key: string]: unknown }): readonly string[] => {
  const list = text.$schema === 'board/1' ? 'cells' : 'list.charts';
  return (entriesAt(text, list) ?? []).map((code) => `${list}.${code}`);
};

describe('random gestures on charts', () => {
  it.each(charted.map((doc) => [doc.id]))(
    '%s keeps the laws and gets no new error',
    (id) => {
      const random = seeded(id.length * 31 + 7);
      const store = openStore(id, documents);
      const before = JSON.stringify(store.openDocument?.text);
      const known = new Set(errorsOf(store));
      let done = 0;
      for (let n = 0; n < 40; n++) {
        const text = store.openDocument?.text ?? {};
        const address = pick(random, chartsOf(text)) ?? '';
        const named = String(
          (valueAt(text, address) as { readonly report?: string } | undefined)?.report ?? text.report,
        );
        const dataset = documents.find((doc) => doc.id === `report:${named}`)?.text ?? {};
        const fields = [...(entriesAt(dataset, 'dims') ?? []), ...(entriesAt(dataset, 'measures') ?? [])];
        const field = pick(random, fields) ?? '';
        const area = {
          row: 1 + Math.floor(random() * 4),
          column: 1 + Math.floor(random() * 4),
          rows: 1 + Math.floor(random() * 2),
          columns: 1 + Math.floor(random() * 3),
        };
        const run = [
          () => checkCommand(store, commands.setMark, { address, mark: pick(random, marks) ?? 'bar' }, false),
          () => checkCommand(store, commands.takeField, { address, field }, false),
          () => checkCommand(store, commands.dropField, { address, field }, false),
          () => checkCommand(store, commands.moveField, { address, field, by: random() < 0.5 ? 1 : -1 }, false),
          () => checkCommand(store, commands.addChart, { report: pick(random, reports) ?? '', area, field }, false),
          () => checkCommand(store, commands.addChart, { report: pick(random, reports) ?? '' }, false),
          () => checkCommand(store, commands.placeCell, { code: address.replace('cells.', ''), area }, false),
          () =>
            checkCommand(
              store,
              commands.setPanel,
              { key: pick(random, ['rows', 'columns', 'gap'] as const) ?? 'rows', to: Math.floor(random() * 15) },
              false,
            ),
          () => checkCommand(store, commands.setAxis, { address, measure: field, right: random() < 0.5 }, false),
        ];
        if (pick(random, run)?.() === undefined) done++;
      }
      expect(done).toBeGreaterThan(10);
      expect(errorsOf(store).filter((error) => !known.has(error))).toEqual([]);
      while (store.canUndo) expect(store.undo()).toBeUndefined();
      expect(JSON.stringify(store.openDocument?.text)).toBe(before);
    },
    60_000,
  );
});

describe('cells of a board', () => {
  it('of a public board show public reports only', () => {
    const store = openStore('board:demoScreen', documents);
    expect(commands.addChart(store.state, { report: 'bomStructure' })).toEqual({
      reason: '公开看板只能使用公开数据集：产品结构',
    });
  });
  const opened = () => openStore('board:demoBoard', documents);
  it('are moved, merged over free cells, swapped with one of their size, and never overlap', () => {
    const store = opened();
    const board = () => store.openDocument?.text ?? {};
    expect(freeArea(board())).toBeUndefined();
    expect(checkCommand(store, commands.addChart, { report: 'demoStat' })).toBe('没有空格子，先加一行，或移走一个图表');
    expect(checkCommand(store, commands.setPanel, { key: 'rows', to: 8 })).toBeUndefined();
    expect(checkCommand(store, commands.addChart, { report: 'demoStat', field: 'docStatus' })).toBeUndefined();
    const [{ code, area } = { code: '', area: undefined }] = cellsOf(board()).filter((cell) => cell.area.row === 7);
    expect(area).toEqual({ row: 7, column: 1, rows: 1, columns: 1 });
    expect(valueAt(board(), `cells.${code}`)).toMatchObject({
      report: 'demoStat',
      chart: 'bar',
      x: 'docStatus',
      y: ['number'],
    });
    const to = (row: number, column: number, rows = 1, columns = 1) =>
      checkCommand(store, commands.placeCell, { code, area: { row, column, rows, columns } });
    expect(to(7, 1, 2, 3)).toBeUndefined();
    expect(valueAt(board(), `cells.${code}.at`)).toEqual([7, 1, 2, 3]);
    expect(to(6, 1, 2, 3)).toMatch(/^和「物料排行」重叠$/);
    expect(to(8, 1, 2, 3)).toBe('超出网格，可先加行或加列');
    expect(to(5, 1, 2, 3)).toBeUndefined();
    expect(valueAt(board(), 'cells.materials.at')).toEqual([7, 1, 2, 3]);
    expect(checkCommand(store, commands.setPanel, { key: 'rows', to: 6 })).toBe('第8行还有「物料排行」，先移走它');
    expect(checkCommand(store, commands.setPanel, { key: 'columns', to: 13 })).toBe('请填写1到12的整数');
  });
  it('keep what fits when the mark changes, and say what a mark has no room for', () => {
    const store = opened();
    const cell = () => valueAt(store.openDocument?.text ?? {}, 'cells.trend');
    const mark = (to: ChartMark) => checkCommand(store, commands.setMark, { address: 'cells.trend', mark: to });
    expect(mark('pie')).toBeUndefined();
    expect(cell()).toMatchObject({ chart: 'pie', x: 'day:month', y: ['qty'], target: 90 });
    expect(cell()).not.toHaveProperty('right');
    const take = (field: string) => checkCommand(store, commands.takeField, { address: 'cells.trend', field });
    expect(take('progress')).toBe('指标「完成率」不可累加，不能用于饼图');
    expect(take('docStatus')).toBeUndefined();
    expect(cell()).toMatchObject({ x: 'docStatus' });
    expect(checkCommand(store, commands.dropField, { address: 'cells.trend', field: 'docStatus' })).toMatch(
      /^饼图至少要1个维度/,
    );
    expect(mark('heat')).toBeUndefined();
    expect(cell()).toMatchObject({ chart: 'heat', x: 'docStatus', series: 'state', y: ['qty'] });
    expect(mark('gauge')).toBeUndefined();
    expect(take('docStatus')).toBe('仪表盘不放维度');
    expect(mark('barLine')).toBeUndefined();
    expect(cell()).toMatchObject({ x: 'state', y: ['qty', 'number'], right: ['number'] });
    expect(checkCommand(store, commands.setAxis, { address: 'cells.trend', measure: 'qty', right: true })).toBe(
      '左轴至少留一个指标',
    );
  });
  it('take their filters from the datasets', () => {
    const store = opened();
    expect(checkCommand(store, commands.addSearch, { field: 'docStatus', form: 'dict' })).toBeUndefined();
    expect(checkCommand(store, commands.addSearch, { field: 'docStatus' })).toBe('查询里已有它');
    expect(valueAt(store.openDocument?.text ?? {}, 'search.docStatus')).toBeDefined();
  });
});
