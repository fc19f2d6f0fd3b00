/** What of the organisation's changes a new shipped version did not take: the shipped value holds until somebody decides. */
import { Button } from 'antd';
import { useState } from 'react';
import { useHost } from '../../runtime/page/index';
import { keepMine } from '../../schemas/language/steps/index';
import { upgradeWords } from '../../schemas/language/words/index';
import { Choices } from '../parts/Choices';
import { namesOf } from '../publish/names';
import { BothValues } from './BothValues';
import styles from './conflicts.module.css';
import type { DeskView } from './desk';

interface Props {
  readonly view: DeskView;
  /** places of the changes to keep; the others are given up */
  readonly onDecide: (mine: readonly number[]) => Promise<void>;
}
type Choice = 'mine' | 'theirs';

export const Upgrade = ({ view, onDecide }: Props) => {
  const { feedback, session } = useHost();
  const [chosen, setChosen] = useState<Readonly<Record<number, Choice>>>({});
  const [busy, setBusy] = useState(false);
  const { upgrade } = view;
  if (upgrade.length === 0) return null;
  const may = view.readonly === undefined && session.can('dataModel:publish');
  const open = upgrade.filter((conflict, n) => keepMine(conflict) !== undefined && chosen[n] === undefined).length;
  const decide = (): void => {
    const mine = upgrade.flatMap((_, n) => (chosen[n] === 'mine' ? [n] : []));
    setBusy(true);
    onDecide(mine)
      .catch((cause: unknown) => feedback.warning(cause instanceof Error ? cause.message : '没有保存'))
      .finally(() => setBusy(false));
  };
  return (
    <section className={styles.conflicts} aria-label="与新版本冲突">
      <h3>
        {upgrade.length} 处修改与新版本冲突，现在按新版本显示
        {may && (
          <Button size="small" type="primary" disabled={open > 0} loading={busy} onClick={decide}>
            {open > 0 ? `还有 ${open} 处没选` : '保存并发布'}
          </Button>
        )}
      </h3>
      {upgrade.map((conflict, n) => {
        const { text, mine, theirs } = upgradeWords(conflict, view.doc, namesOf(view.doc, view.library));
        const keeps = keepMine(conflict) !== undefined;
        return (
          <div key={`${conflict.address} ${conflict.why}`} role="group" aria-label={text}>
            <span>{text}</span>
            <BothValues mine={mine} theirs={theirs} other="新版" />
            {keeps && may ? (
              <Choices<Choice>
                role="radio"
                look="bar"
                label={text}
                choices={[
                  { code: 'mine', title: '保留我的' },
                  { code: 'theirs', title: '用新版' },
                ]}
                value={chosen[n]}
                onChoose={(code) => setChosen({ ...chosen, [n]: code })}
              />
            ) : (
              <em>{keeps ? '没有发布的权限' : '我的修改不再适用'}</em>
            )}
          </div>
        );
      })}
    </section>
  );
};
