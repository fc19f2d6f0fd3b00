/**
 * Answers of a publish: to new required fields over data a value to fill, or 仅新单据必填 in the text itself; to a new type what becomes of
 * the values it cannot hold.
 */

import type { AnyDoc } from '../../schemas/language/document';
import { applyStep, type StepDoc, valueAt } from '../../schemas/language/steps';
import type { Answer, Answers, Question } from '../../schemas/language/wire-design';
import { badRequest, refuse } from '../errors';
import type { Wish } from './publish';

/** The texts with `required: "new"` where it was answered. */
export function answered(wishes: readonly Wish[], answers: Answers): readonly Wish[] {
  return wishes.map((wish) => {
    let { doc } = wish;
    for (const [address, answer] of Object.entries(answers[wish.id] ?? {}))
      if ('required' in answer && doc !== undefined) doc = requiredOfNew(doc, address);
    return doc === wish.doc ? wish : { ...wish, doc };
  });
}

function requiredOfNew(doc: AnyDoc, address: string): AnyDoc {
  const text = doc as unknown as StepDoc;
  const was = valueAt(text, `${address}.required`);
  const own = valueAt(text, address);
  const applied =
    own === undefined
      ? applyStep(text, { insert: address, value: { required: 'new' } })
      : applyStep(text, {
          set: `${address}.required`,
          to: 'new',
          ...(was === undefined ? {} : { was: was as boolean }),
        });
  if (applied.problem) throw refuse(applied.problem.text);
  return applied.doc as unknown as AnyDoc;
}

/** Asked, and not answered in one of the ways it offers, about the values that stand there now. */
export const isOpen = ({ document, address, ways, mark }: Question, answers: Answers): boolean => {
  const answer = answers[document]?.[address];
  if (answer === undefined) return true;
  if ('lost' in answer && isOfOthers(answer, mark)) return true;
  return !ways.includes('fill' in answer ? 'fill' : 'required' in answer ? 'new' : answer.lost);
};

/** The answers to these questions; what nobody asked has none. */
export function whatWasAsked(questions: readonly Question[], answers: Answers): Answers {
  const asked: Record<string, Record<string, Answer>> = {};
  for (const { document, address } of questions) {
    const answer = answers[document]?.[address];
    if (answer !== undefined) asked[document] = { ...asked[document], [address]: answer };
  }
  return asked;
}
/** Values that are kept may be any; what is emptied was seen. */
const isOfOthers = ({ lost, mark }: Extract<Answer, { readonly lost: unknown }>, now: string | undefined): boolean =>
  mark === undefined ? lost === 'empty' : mark !== now;

/** What a publish may ask at once; more was never asked. */
const MOST = 500;

/** Answers as they came over the wire; anything of another shape is left out. */
export function readAnswers(given: unknown): Answers {
  const answers: Record<string, Record<string, Answer>> = {};
  let count = 0;
  for (const [document, byAddress] of entriesOf(given))
    for (const [address, said] of entriesOf(byAddress)) {
      const answer = answerOf(said);
      if (answer === undefined) continue;
      count += 1;
      if (count > MOST) throw badRequest(`一次最多回答${MOST}个问题`);
      answers[document] ??= {};
      answers[document][address] = answer;
    }
  return answers;
}
const entriesOf = (given: unknown): readonly (readonly [string, unknown])[] =>
  typeof given === 'object' && given !== null ? Object.entries(given) : [];

function answerOf(given: unknown): Answer | undefined {
  const { fill, required, lost, mark } = (given ?? {}) as Readonly<
    Record<'fill' | 'required' | 'lost' | 'mark', unknown>
  >;
  if (required === 'new') return { required };
  if (lost === 'keep' || lost === 'empty') return typeof mark === 'string' ? { lost, mark } : { lost };
  return typeof fill === 'string' || typeof fill === 'number' || typeof fill === 'boolean' ? { fill } : undefined;
}
