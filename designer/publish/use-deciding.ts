/** The deed of a publish: what has to be agreed to, why it may not be yet, and what became of it. */
import { useRef, useState } from 'react';
import { HttpError } from '../../runtime/data/http';
import { newToken } from '../../runtime/data/ids';
import { isNode } from '../../schemas/language/resolve/merge';
import type { Answers, PublishPlan } from '../../schemas/language/wire-design';
import type { ChangeWord } from '../../schemas/language/words/index';
import { isAnswered, openText } from './answers';
import { publishClient } from './client';

export interface DecidingProps {
  readonly draft: string;
  readonly seq: number | undefined;
  readonly next: number;
  readonly several: boolean;
  readonly plan: PublishPlan | undefined;
  readonly answers: Answers;
  /** the plan is that of these answers */
  readonly settled: boolean;
  readonly added: readonly ChangeWord[];
  readonly mayPublish: boolean;
  readonly onPublished: (text: string) => void;
  /** what the plan says may stand differently by now */
  readonly onRefused: () => void;
}

export function useDeciding(props: DecidingProps) {
  const { draft, seq, next, several, plan, answers, settled, mayPublish, onPublished, onRefused } = props;
  const [note, setNote] = useState('');
  const [agreed, setAgreed] = useState<readonly string[]>([]);
  const [failure, setFailure] = useState<{ readonly text: string; readonly lines: readonly string[] }>();
  const [busy, setBusy] = useState(false);
  const token = useRef(newToken());
  const hidden = plan?.hidden ?? [];
  const open = (plan?.questions ?? []).filter((question) => !isAnswered(question, answers));
  const agreements = [
    ...hidden.map((notice) => notice.text),
    ...(plan?.impact ?? []).filter((impact) => !impact.blocks).map((impact) => `${impact.title}：${impact.text}`),
  ];
  const waiting = agreements.filter((text) => !agreed.includes(text));
  const reason = !mayPublish
    ? '没有发布的权限'
    : plan === undefined || !settled
      ? '正在核对…'
      : plan.empty
        ? '没有要发布的改动'
        : open.length > 0
          ? `还有 ${openText(open, answers)}`
          : plan.refusal !== ''
            ? plan.refusal
            : waiting.length > 0
              ? '请先确认影响'
              : '';
  const run = async (): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    try {
      const { versions } = await publishClient.publish(
        { draft, ...(seq === undefined ? {} : { seq }), note: note.trim(), answers },
        token.current,
      );
      onPublished(several ? `已发布 ${versions.length} 个文档` : `已发布 v${versions[0]?.version ?? next}`);
    } catch (cause) {
      setFailure({ text: cause instanceof Error ? cause.message : '发布失败', lines: linesOf(cause) });
      // a refusal is answered for good; another attempt is another intention
      token.current = newToken();
      onRefused();
    } finally {
      setBusy(false);
    }
  };
  const errors = plan?.problems.filter((problem) => problem.level !== 'warn').length ?? 0;
  return {
    note,
    setNote,
    /** what is to be agreed to, what was, and how much of it was not */
    agreements,
    agreed,
    agree: (text: string, on: boolean): void =>
      setAgreed(on ? [...agreed, text] : agreed.filter((eachText) => eachText !== text)),
    waiting: waiting.length,
    /** questions without an answer */
    unanswered: open.length,
    errors,
    /** why it may not be; '' = it may */
    reason,
    busy,
    failure,
    run,
  };
}

/** What a refusal says beside its sentence: problems, failed examples. */
function linesOf(cause: unknown): readonly string[] {
  const data: unknown = cause instanceof HttpError ? cause.data : undefined;
  const problems = isNode(data) && Array.isArray(data.problems) ? (data.problems as readonly unknown[]) : [];
  return problems
    .flatMap((problem) => (isNode(problem) && typeof problem.text === 'string' ? [problem.text] : []))
    .slice(0, 8);
}
