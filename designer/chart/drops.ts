/** What letting a dataset, a dim or a measure go at a point would do, and why it may not. */
import { valueAt } from '../../schemas/language/steps/index';
import { setDataset, takeField } from '../commands/index';
import type { Command } from '../document/state';
import { type Area, areaRefusal, cellsIn } from '../rules/charts';
import { cellAt, chartAt, rectOf } from './grid';
import type { Aim } from './stage';
import type { Charting } from './use-charting';

export interface Drop extends Aim {
  readonly run: () => void;
}

export function dropAt(charting: Charting, id: string, x: number, y: number): Drop | undefined {
  const { seat, isBoard, own, slot, stage, put } = charting;
  const { desk, view } = seat;
  const { doc, library } = view;
  const point = stage.at(x, y);
  if (point === undefined) return undefined;
  const [sort, dataset = '', field] = id.split(':');
  const box = chartAt(stage.geometry, point.x, point.y);
  const { tracks } = stage.geometry;
  if (box !== undefined) {
    const target = valueAt(doc, box.address) as { readonly report?: string } | undefined;
    const over = isBoard ? target?.report : own?.report;
    const make = <A>(command: Command<A>, args: A, words: string) => ({
      rect: box,
      words,
      refused: seat.asked(command, args),
      run: () => {
        if (seat.run(command, args)) desk.select([box.address]);
      },
    });
    if (sort === 'dataset') return make(setDataset, { address: box.address, report: dataset }, '换成这个数据集');
    if (over !== dataset)
      return {
        rect: box,
        words: '',
        refused: `这格的数据集是「${library.reports.get(over ?? '')?.report.title ?? '文字'}」`,
        run: () => undefined,
      };
    return make(takeField, { address: box.address, field: field ?? '' }, '放到这个图表');
  }
  if (tracks === undefined) {
    if (isBoard) return undefined;
    const { cover } = stage;
    const width = (cover?.clientWidth ?? 0) / stage.scale;
    return {
      rect: { x: 8, y: 8, w: width - 16, h: 64 },
      words: '新增图表',
      run: () => void put(dataset, field, undefined),
    };
  }
  const cell = { ...cellAt(tracks, point.x, point.y), rows: 1, columns: 1 };
  const area = slot !== undefined && cellsIn(doc, cell).length === 0 && isIn(slot, cell) ? slot : cell;
  const rect = rectOf(tracks, area);
  return (
    rect && {
      rect,
      words: '在这里新增图表',
      refused: areaRefusal(doc, area),
      run: () => void put(dataset, field, area),
    }
  );
}

const isIn = (slot: Area, cell: Area): boolean =>
  cell.row >= slot.row &&
  cell.row < slot.row + slot.rows &&
  cell.column >= slot.column &&
  cell.column < slot.column + slot.columns;
