/** Conflicts of drafts and of upgrades in words, with the three values to choose from. */
import { type StepConflict, type StepDoc, splitAddress } from '../steps/index';
import { type TextCode, text } from '../texts';
import type { Problem } from '../value';
import type { Names } from './fields';
import { nameAt, phraseAt } from './names';
import { valueWord } from './values';

export interface ConflictWord {
  readonly text: string;
  /** before, mine, theirs as people say them */
  readonly was?: string;
  readonly mine?: string;
  readonly theirs?: string;
}

/** Another editor's change came first: 「备注」已被李四修改，请选择保留哪一个. `doc` is the text the step was made on. */
export function conflictWords(conflict: StepConflict, doc: StepDoc, user: string, names: Names = {}): ConflictWord {
  const named = phraseAt(doc, conflict.address, names);
  const done = { gone: '删除', taken: '新增了同样的编码', changed: '修改' }[conflict.why];
  const text =
    conflict.why === 'taken'
      ? `${named}：${user}已${done}，请换一个编码`
      : `${named}已被${user}${done}，请选择保留哪一个`;
  return { text, ...values(conflict, doc, names) };
}

/** A new shipped version does not take the step: 「采购订单」的列「到货进度」在新版本中已删除. */
export function upgradeWords(conflict: StepConflict, doc: StepDoc, names: Names = {}): ConflictWord {
  const title = typeof doc.title === 'string' ? `「${doc.title}」的` : '';
  const { what } = nameAt(doc, owner(conflict), names);
  const says = { gone: '在新版本中已删除', taken: '在新版本中已有同样的编码', changed: '在新版本中已改变' }[
    conflict.why
  ];
  return { text: `${title}${what}${phraseAt(doc, conflict.address, names)}${says}`, ...values(conflict, doc, names) };
}

/** The entry a conflict is about: a key belongs to its node. */
function owner(conflict: StepConflict): string {
  return 'set' in conflict.step ? splitAddress(conflict.address).parent : conflict.address;
}
function values(conflict: StepConflict, doc: StepDoc, names: Names): Omit<ConflictWord, 'text'> {
  const said = (value: unknown): string => valueWord(doc, conflict.address, value, names);
  return {
    ...('was' in conflict ? { was: said(conflict.was) } : {}),
    ...('mine' in conflict ? { mine: said(conflict.mine) } : {}),
    theirs: said(conflict.theirs),
  };
}

/** Why a step does not fit, with the thing by its title: 「备注的标题」已被修改，请选择保留哪一个 */
export function misfitWords(problem: Problem, doc: StepDoc, names: Names = {}): string {
  return text(problem.code as TextCode, { a: phraseAt(doc, problem.path, names).replace(/[「」]/g, '') });
}
