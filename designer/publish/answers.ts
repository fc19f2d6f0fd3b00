/** Answers to what a publish or a way back asks. */
import { useEffect, useState } from 'react';
import type { Answer, Answers, Question } from '../../schemas/language/wire-design';

export type Way = Question['ways'][number];
export const wayOf = (answer: Answer | undefined): Way | undefined =>
  answer === undefined ? undefined : 'fill' in answer ? 'fill' : 'required' in answer ? 'new' : answer.lost;

/** What was said of values that stand differently by now is no answer. */
export const isOfNow = ({ mark }: Question, answer: Answer | undefined): boolean =>
  answer === undefined || !('lost' in answer) || answer.mark === mark;
export const isAnswered = (question: Question, answers: Answers): boolean => {
  const answer = answers[question.document]?.[question.address];
  return answer !== undefined && isOfNow(question, answer) && !('fill' in answer && answer.fill === '');
};
/** What is still to be said: values to fill, or what becomes of those that are there. */
export const openText = (questions: readonly Question[], answers: Answers): string => {
  const open = questions.filter((question) => !isAnswered(question, answers));
  return `${open.length} 项要${open.every(({ ways }) => ways.includes('fill')) ? '补值' : '决定'}`;
};

/** The answers with one more, or without it. */
export const answered = (answers: Answers, { document, address }: Question, answer: Answer | undefined): Answers => {
  const { [address]: _old, ...rest } = answers[document] ?? {};
  return { ...answers, [document]: answer === undefined ? rest : { ...rest, [address]: answer } };
};

const NONE: Answers = {};
/** `asked` follows a moment later: a value is typed in several keys, and each plan is work. */
export function useAnswers() {
  const [answers, setAnswers] = useState<Answers>(NONE);
  const [asked, setAsked] = useState<Answers>(NONE);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(answers), 400);
    return () => clearTimeout(timer);
  }, [answers]);
  return {
    answers,
    asked,
    answer: (question: Question, given: Answer | undefined): void => setAnswers(answered(answers, question, given)),
  };
}
