/**
 * Answers of a publish: to new required fields over data a value to fill, or 仅新单据必填 in the text itself; to a new type what becomes of
 * the values it cannot hold.
 */

import type { AnyDoc } from '../../schemas/language/document';
import { applyStep, type StepDoc, valueAt } from '../../schemas/language/steps';
import type { Answer, Answers, Question } from '../../schemas/language/wire-design';
import { refuse } from '../errors';
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

/** Asked, and not answered in one of the ways it offers. */
export const isOpen = ({ document, address, ways }: Question, answers: Answers): boolean => {
  const answer = answers[document]?.[address];
  if (answer === undefined) return true;
  return !ways.includes('fill' in answer ? 'fill' : 'required' in answer ? 'new' : answer.lost);
};

/** Answers as they came over the wire; anything of another shape is left out. */
export function readAnswers(given: unknown): Answers {
  const answers: Record<string, Record<string, Answer>> = {};
  if (typeof given !== 'object' || given === null) return answers;
  for (const [document, byAddress] of Object.entries(given)) {
    if (typeof byAddress !== 'object' || byAddress === null) continue;
    for (const [address, answer] of Object.entries(byAddress as object)) {
      const { fill, required, lost } = (answer ?? {}) as Readonly<Record<'fill' | 'required' | 'lost', unknown>>;
      const eachAnswer: Answer | undefined =
        required === 'new'
          ? { required }
          : lost === 'keep' || lost === 'empty'
            ? { lost }
            : typeof fill === 'string' || typeof fill === 'number' || typeof fill === 'boolean'
              ? { fill }
              : undefined;
      if (eachAnswer) answers[document] = { ...answers[document], [address]: eachAnswer };
    }
  }
  return answers;
}
