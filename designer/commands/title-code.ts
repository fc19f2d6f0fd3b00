/** The code of what was drawn before it had a title is made of the title, until somebody writes another or it is published. */
import { isNode } from '../../schemas/language/resolve/merge';
import { entriesAt, splitAddress, valueAt } from '../../schemas/language/steps/index';
import type { Command, DesignState, Transaction } from '../document/state';
import { isRefusal } from '../document/state';
import { renameEntry } from './rename';
import { Sketch } from './sketch';

export interface Titled {
  readonly address: string;
  readonly title: string;
}
/** What a picture calls an action nobody has named: `action2`, `xAction2` in a shipped document. */
const DRAWN = /^(?:xA|a)ction\d+$/;

/** The drawn action of the open document that a transaction gave its title. */
export function titledIn(state: DesignState, { steps }: Transaction): Titled | undefined {
  for (const { document, step } of steps) {
    if (document !== state.open || !('set' in step) || typeof step.to !== 'string') continue;
    const { parent: address, key } = splitAddress(step.set);
    if (key === 'title' && isDrawn(state, address)) return { address, title: step.to };
  }
  return undefined;
}
function isDrawn(state: DesignState, address: string): boolean {
  const { parent, key } = splitAddress(address);
  const document = state.documents[state.open ?? ''];
  if (document === undefined || !/^(views\.[^.]+\.)?actions$/.test(parent) || !DRAWN.test(key)) return false;
  return isNode(valueAt(document.text, address)) && valueAt(document.base, address) === undefined;
}
/** Codes beside it. */
export const besideIn = (state: DesignState, address: string): readonly string[] =>
  entriesAt(new Sketch(state).whole, splitAddress(address).parent) ?? [];

/** The drawn action gets the code of its title, in one undo with the title; not when either is another by now. */
export const codeOfTitle: Command<Titled & { readonly code: string }> = (state, { address, title, code }) => {
  const node = valueAt(state.documents[state.open ?? '']?.text ?? {}, address);
  if (!isDrawn(state, address) || !isNode(node) || node.title !== title)
    return { reason: '标题已不是这个', code: 'same' };
  const renamed = renameEntry(state, { address, to: code });
  if (isRefusal(renamed)) return renamed;
  const { selection: _selection, ...rest } = renamed;
  return { ...rest, follows: true };
};
