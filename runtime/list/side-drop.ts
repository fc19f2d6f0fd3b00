/**
 * What is dragged onto the side tree: a node of it, or chosen rows of the list. Rows are taken by the bulk action that asks for the
 * field of the tree (batchEdit with it among its answers), so that a drop does what its dialog does, by the same right and the same
 * checks; without such an action nothing can be dropped.
 */
import type { TreeSideDoc } from '../../schemas/language/document';
import type { ResolvedAction } from '../../schemas/language/resolved';
import { labelOf, type RunOptions } from '../actions/index';
import type { WireRow } from '../data/types';
import type { Host, Page } from '../page/index';
import { actionsAt, allows } from './row-actions';

export interface RowsDrop {
  /** of the field that changes */
  readonly title: string;
  /** rows chosen now */
  readonly count: number;
  readonly drop: (id: string, label: string) => void;
}
const NODE = 'application/x-mw-node';
const ROWS = 'application/x-mw-rows';

export const liftNode = ({ dataTransfer }: { readonly dataTransfer: DataTransfer }): void => {
  dataTransfer.setData(NODE, '');
  dataTransfer.effectAllowed = 'move';
};
export const liftRows = ({ dataTransfer }: { readonly dataTransfer: DataTransfer }): void => {
  dataTransfer.setData(ROWS, '');
  dataTransfer.effectAllowed = 'move';
};
export const carriesNode = ({ types }: DataTransfer): boolean => types.includes(NODE);
export const carriesRows = ({ types }: DataTransfer): boolean => types.includes(ROWS);

/** Where over a line something is let go: in its middle it goes into it, at its edges beside it. */
export type DropAt = 'before' | 'into' | 'behind';
export const dropAt = (line: Element, y: number, hasEdges: boolean): DropAt => {
  const { top, height } = line.getBoundingClientRect();
  const part = height === 0 ? 0.5 : (y - top) / height;
  return !hasEdges || (part >= 0.25 && part <= 0.75) ? 'into' : part < 0.25 ? 'before' : 'behind';
};
/** 将「a」排到「b」之前 */
export const besideText = (name: string, beside: string, at: 'before' | 'behind'): string =>
  `将「${name}」排到「${beside}」之${at === 'before' ? '前' : '后'}`;

type Run = (action: ResolvedAction, rows: readonly WireRow[], options?: RunOptions) => void;

/** the field a node narrows: named, else the first reference to the tree's object */
export const fieldOf = (page: Page, side: TreeSideDoc): string => {
  if (side.field !== undefined) return typeof side.field === 'string' ? side.field : (side.field[0] ?? '');
  const of = typeof side.of === 'string' ? side.of : side.of?.[0];
  return Object.values(page.object.fields).find((field) => field.ref === of || field.dict === side.dict)?.code ?? '';
};

/** The action that rows dropped on a node of this field's tree are handed to. */
export const dropAction = (page: Page, field: string): ResolvedAction | undefined =>
  actionsAt(page, 'bulk').find((action) => {
    const ask = action.ask ?? {};
    return Object.hasOwn(ask, field) && (action.code === 'batchEdit' || Object.keys(ask).length === 1);
  });

export function rowsDrop(host: Host, page: Page, chosen: readonly WireRow[], field: string, run: Run) {
  const action = dropAction(page, field);
  const asked = action?.ask?.[field];
  if (action === undefined || asked === undefined) return undefined;
  const drop = async (id: string, label: string): Promise<void> => {
    const [first] = chosen;
    if (first === undefined) return;
    const refused = chosen.find((row) => !allows(row, action));
    if (refused !== undefined) {
      host.feedback.warning(`「${labelOf(page.object, refused)}」现在不能${action.title}`);
      return;
    }
    const whom = chosen.length === 1 ? `「${labelOf(page.object, first)}」` : `选中的${chosen.length}条`;
    if (!(await host.feedback.confirm(`将${whom}的${asked.title}改为「${label}」，是否继续？`))) return;
    run(action, chosen, { answers: { [asked.type === 'ref' ? `${field}Id` : field]: id } });
  };
  return { title: asked.title, count: chosen.length, drop: (id, label) => void drop(id, label) } satisfies RowsDrop;
}
