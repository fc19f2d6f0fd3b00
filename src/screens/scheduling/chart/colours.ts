/** Which hue a bar has: by priority, by state, by product, by lateness. Hues are names of tokens; what they look like says the theme. */
import type { PlanTask } from '../../../../schemas/language/wire-schedule';

export type ColourBy = 'state' | 'priority' | 'product' | 'late';
export const COLOUR_WAYS: readonly { readonly value: ColourBy; readonly label: string }[] = [
  { value: 'state', label: '按状态着色' },
  { value: 'priority', label: '按优先级着色' },
  { value: 'product', label: '按产品着色' },
  { value: 'late', label: '按延误着色' },
];
/** names of tokens in src/theme/tokens.ts */
export type Hue =
  | 'chart-1'
  | 'chart-2'
  | 'chart-3'
  | 'chart-4'
  | 'chart-5'
  | 'chart-6'
  | 'chart-7'
  | 'chart-8'
  | 'chart-rest'
  | 'bad-fill'
  | 'warn-fill'
  | 'ok-fill';
const PRODUCTS: readonly Hue[] = [
  'chart-1',
  'chart-2',
  'chart-3',
  'chart-4',
  'chart-5',
  'chart-6',
  'chart-7',
  'chart-8',
];
const PRIORITIES: Readonly<Record<string, Hue>> = {
  '1': 'bad-fill',
  '2': 'warn-fill',
  '3': 'chart-1',
  '4': 'chart-rest',
};
const STATES: Readonly<Record<string, Hue>> = {
  '10': 'chart-1',
  '20': 'chart-1',
  '30': 'chart-3',
  '40': 'warn-fill',
  // what is over is quiet
  '60': 'chart-rest',
  '80': 'chart-rest',
};
export interface Legend {
  readonly hue: Hue;
  readonly text: string;
}
export const LEGENDS: Readonly<Record<ColourBy, readonly Legend[]>> = {
  state: [
    { hue: 'chart-1', text: '待开工' },
    { hue: 'chart-3', text: '加工中' },
    { hue: 'warn-fill', text: '已暂停' },
    { hue: 'chart-rest', text: '已完成' },
  ],
  priority: [
    { hue: 'bad-fill', text: '特急' },
    { hue: 'warn-fill', text: '加急' },
    { hue: 'chart-1', text: '正常' },
    { hue: 'chart-rest', text: '暂缓' },
  ],
  product: [],
  late: [
    { hue: 'bad-fill', text: '延误' },
    { hue: 'warn-fill', text: '松弛不足一天' },
    { hue: 'ok-fill', text: '按期' },
  ],
};
/** of the days of 负荷, as toneOfLoad says */
export const LOAD_LEGEND: readonly Legend[] = [
  { hue: 'chart-1', text: '有余' },
  { hue: 'warn-fill', text: '超过 90 %' },
  { hue: 'bad-fill', text: '超过 100 %' },
];
/** slack of less is worth a look */
const TIGHT_MIN = 1440;

export const hueOf = (task: PlanTask, by: ColourBy, products: ReadonlyMap<string, Hue>): Hue => {
  if (by === 'priority') return PRIORITIES[task.priority] ?? 'chart-rest';
  if (by === 'product') return products.get(task.materialCode) ?? 'chart-rest';
  if (by === 'late') return task.lateMin > 0 ? 'bad-fill' : task.slackMin < TIGHT_MIN ? 'warn-fill' : 'ok-fill';
  return STATES[task.docStatus] ?? 'chart-rest';
};
/** A product keeps its hue whatever else is shown: by code, the eight in turn. */
export const productHues = (tasks: readonly PlanTask[]): ReadonlyMap<string, Hue> =>
  new Map(
    [...new Set(tasks.map(({ materialCode }) => materialCode))]
      .toSorted()
      .map((code, at) => [code, PRODUCTS[at % PRODUCTS.length]!]),
  );
