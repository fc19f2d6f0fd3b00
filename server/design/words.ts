/** What a changeset changes, in words. */
import type { AnyDoc } from '../../schemas/language/document';
import { diffSteps, type Step, type StepDoc, splitAddress, valueAt } from '../../schemas/language/steps';
import type { DocumentChange } from './candidate';
import { SORTS, titleOf } from './sorts';

export interface DocumentWords {
  readonly document: string;
  readonly title: string;
  readonly words: readonly string[];
}

export const wordsOf = (changes: readonly DocumentChange[]): readonly DocumentWords[] =>
  changes.map(({ id, sort, before, after }) => {
    const title = titleOf(sort, after ?? before ?? {});
    if (after === undefined) return { document: id, title, words: [`移除${SORTS[sort].title}「${title}」`] };
    if (before === undefined) return { document: id, title, words: [`新增${SORTS[sort].title}「${title}」`] };
    return { document: id, title, words: stepsInWords(before, after) };
  });

/** The way from one text to another, step by step. */
export function stepsInWords(before: AnyDoc, after: AnyDoc): readonly string[] {
  const from = before as unknown as StepDoc;
  const to = after as unknown as StepDoc;
  return diffSteps(from, to).map((step) => wordOf(step, from, to));
}

function wordOf(step: Step, from: StepDoc, to: StepDoc): string {
  if ('insert' in step) return `新增 ${named(to, step.insert)}`;
  if ('remove' in step) return `删除 ${named(from, step.remove)}`;
  if ('move' in step) return `移动 ${named(from, step.move)}`;
  if ('rename' in step) return `改编码 ${named(from, step.rename)} → ${step.to}`;
  return `修改 ${named(to, splitAddress(step.set).parent)} ${splitAddress(step.set).key}：${shown(step.was)} → ${shown(step.to)}`;
}
const named = (doc: StepDoc, address: string): string => {
  const value = address === '' ? doc : valueAt(doc, address);
  const title = typeof value === 'object' && value !== null ? (value as { readonly title?: unknown }).title : undefined;
  return typeof title === 'string' ? `「${title}」（${address === '' ? '本文档' : address}）` : address;
};
const shown = (value: unknown): string =>
  value === undefined ? '无' : JSON.stringify(value).length > 60 ? '…' : JSON.stringify(value);
