/** What of a sub-table one gesture needs together: picking and pasting make rows, write into them, judge them and go there. */
import type { GridControl } from '../grid/control';
import type { SubJudging } from './sub-judging';
import type { SubRows } from './sub-rows';
import type { SubStates } from './sub-states';
import type { SubTable } from './sub-table';
import type { SubWriting } from './sub-writing';

export interface SubParts {
  readonly table: SubTable;
  readonly states: SubStates;
  readonly judging: SubJudging;
  readonly rows: SubRows;
  readonly writing: SubWriting;
  readonly control: GridControl;
}
