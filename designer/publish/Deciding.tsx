/** The right side of a publish: what is checked, the note, what is to be agreed to, and the deed. */
import { Button, Checkbox, Input } from 'antd';
import { Icon } from '../../runtime/page/index';
import type { PublishPlan } from '../../schemas/language/wire-design';
import styles from './publish.module.css';
import { type DecidingProps, useDeciding } from './use-deciding';

type Deed = ReturnType<typeof useDeciding>;

export const Deciding = (props: DecidingProps) => {
  const { next, several, plan, added } = props;
  const deciding = useDeciding(props);
  const { note, setNote, agreements, agreed, reason, busy, failure, run } = deciding;
  return (
    <aside className={styles.right}>
      <header>
        <h2>{several ? '发布' : `发布 v${next}`}</h2>
        {!several && next > 1 && <span>替换 v{next - 1}</span>}
      </header>
      <Checks plan={plan} deciding={deciding} />
      <label className={styles.note}>
        版本说明
        <Input.TextArea
          autoFocus
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
            onChange={(event) => deciding.agree(text, event.target.checked)}
          >
            {text}，我已知道
          </Checkbox>
        ))}
        {failure !== undefined && <Failed failure={failure} />}
        {reason !== '' && <p className={styles.reason}>{reason}</p>}
        <Button type="primary" block size="large" disabled={reason !== ''} loading={busy} onClick={() => void run()}>
          {several ? '发布' : `发布 v${next}`}
        </Button>
        <small>任何一步失败，全部回退{next > 1 ? `，v${next - 1} 不受影响` : ''}</small>
      </div>
    </aside>
  );
};

/** What the server found: mistakes, tables to change, things to agree to. */
const Checks = ({ plan, deciding }: { readonly plan: PublishPlan | undefined; readonly deciding: Deed }) => (
  <dl className={styles.checks}>
    <Check
      title="检查"
      ok={plan === undefined ? undefined : deciding.errors === 0}
      text={plan === undefined ? '…' : deciding.errors === 0 ? '没有错误' : `${deciding.errors} 个错误`}
    />
    <Check
      title="数据表"
      ok={plan === undefined ? undefined : plan.refused.length === 0 && deciding.unanswered === 0}
      text={plan === undefined ? '…' : `${plan.steps.length} 项，可全部回退`}
    />
    <Check
      title="影响"
      ok={plan === undefined ? undefined : deciding.waiting === 0}
      text={plan === undefined ? '…' : deciding.waiting === 0 ? '没有要确认的' : `${deciding.waiting} 处要确认`}
    />
  </dl>
);

const Failed = ({ failure }: { readonly failure: NonNullable<Deed['failure']> }) => (
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
);

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
