/** What of a sub-table one gesture needs together: picking and pasting make rows, write into them, judge them and go there. */
import type { GridControl } from '../grid/control';
import type { SubJudging } from './sub-judging';
import type { SubRows } from './sub-rows';
import type { SubSeat } from './sub-seat';
import type { SubStates } from './sub-states';
import type { SubWriting } from './sub-writing';

export interface SubParts {
  readonly seat: SubSeat;
  readonly states: SubStates;
  readonly judging: SubJudging;
  readonly rows: SubRows;
  readonly writing: SubWriting;
  readonly control: GridControl;
}
