/** The right side of a publish: what is checked, the note, what is to be agreed to, and the deed. */
import { Button, Checkbox, Input } from 'antd';
import { useRef, useState } from 'react';
import { HttpError } from '../../runtime/data/http';
import { newToken } from '../../runtime/data/ids';
import { Icon } from '../../runtime/page/index';
import { isNode } from '../../schemas/language/resolve/merge';
import type { Answers, PublishPlan } from '../../schemas/language/wire-design';
import type { ChangeWord } from '../../schemas/language/words/index';
import { publishClient } from './client';
import { isAnswered } from './PlanCards';
import styles from './publish.module.css';

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
}
export const Deciding = (props: DecidingProps) => {
  const { draft, seq, next, several, plan, answers, settled, added, mayPublish, onPublished } = props;
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
          ? `还有 ${open.length} 项要补值`
          : plan.refusal !== ''
            ? plan.refusal
            : waiting.length > 0
              ? '请先确认下面的影响'
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
    } finally {
      setBusy(false);
    }
  };
  const errors = plan?.problems.filter((problem) => problem.level !== 'warn').length ?? 0;
  return (
    <aside className={styles.right}>
      <header>
        <h2>{several ? '发布' : `发布 v${next}`}</h2>
        {!several && next > 1 && <span>替换 v{next - 1}</span>}
      </header>
      <dl className={styles.checks}>
        <Check
          title="检查"
          ok={plan === undefined ? undefined : errors === 0}
          text={plan === undefined ? '…' : errors === 0 ? '没有错误' : `${errors} 个错误`}
        />
        <Check
          title="数据表"
          ok={plan === undefined ? undefined : plan.refused.length === 0 && open.length === 0}
          text={plan === undefined ? '…' : `${plan.steps.length} 项，可全部回退`}
        />
        <Check
          title="影响"
          ok={plan === undefined ? undefined : waiting.length === 0}
          text={plan === undefined ? '…' : waiting.length === 0 ? '没有要确认的' : `${waiting.length} 处要确认`}
        />
      </dl>
      <label className={styles.note}>
        版本说明
        <Input.TextArea
          value={note}
          maxLength={500}
          autoSize={{ minRows: 3, maxRows: 8 }}
          placeholder="这次改了什么，为什么改"
          onChange={(event) => setNote(event.target.value)}
        />
      </label>
      {added.length > 0 && (
        <section className={styles.hintBox}>
          <h3>新权限</h3>
          <p>多了{added.map((word) => word.text.split('，')[0]).join('、')}，还没有角色拥有，发布后在角色里授权。</p>
        </section>
      )}
      <section className={styles.hintBox}>
        <h3>正在使用</h3>
        <p>打开着的表单可以继续填：改了名的字段自动对应，不再有的字段保存时会点名，填好的内容保留。</p>
      </section>
      <div className={styles.foot}>
        {agreements.map((text) => (
          <Checkbox
            key={text}
            checked={agreed.includes(text)}
            onChange={(event) =>
              setAgreed(event.target.checked ? [...agreed, text] : agreed.filter((eachText) => eachText !== text))
            }
          >
            {text}，我已知道
          </Checkbox>
        ))}
        {failure !== undefined && (
          <div className={styles.bad} role="alert">
            {failure.text}
            {failure.lines.length > 0 && (
              <ul>
                {failure.lines.map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
            )}
          </div>
        )}
        {reason !== '' && <p className={styles.reason}>{reason}</p>}
        <Button type="primary" block size="large" disabled={reason !== ''} loading={busy} onClick={() => void run()}>
          {several ? '发布' : `发布 v${next}`}
        </Button>
        <small>任何一步失败，全部回退{next > 1 ? `，v${next - 1} 不受影响` : ''}</small>
      </div>
    </aside>
  );
};
/** `ok` undefined = nobody knows yet. */
const Check = ({
  title,
  ok,
  text,
}: {
  readonly title: string;
  readonly ok: boolean | undefined;
  readonly text: string;
}) => (
  <div data-ok={ok}>
    <dt>
      <Icon name={ok === undefined ? 'more' : ok ? 'check' : 'warn'} /> {title}
    </dt>
    <dd>{text}</dd>
  </div>
);

/** What a refusal says beside its sentence: problems, failed examples. */
function linesOf(cause: unknown): readonly string[] {
  const data: unknown = cause instanceof HttpError ? cause.data : undefined;
  const problems = isNode(data) && Array.isArray(data.problems) ? (data.problems as readonly unknown[]) : [];
  return problems
    .flatMap((problem) => (isNode(problem) && typeof problem.text === 'string' ? [problem.text] : []))
    .slice(0, 8);
}
