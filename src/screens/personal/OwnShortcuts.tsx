/** 我的快捷: the pages of 常用功能 on the own home page. They stand in the own layout; chosen none, those used most are shown. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Select } from 'antd';
import { useState } from 'react';
import type { Feedback } from '../../../runtime/page/host';
import { PageFault, PageLoading } from '../../../runtime/page/PageStates';
import { HOME_SHORTCUTS, type HomeCell, putCell, roomFor } from '../../../schemas/language/home/layout';
import type { HomeAnswer } from '../../../schemas/language/home/wire';
import type { SessionStore } from '../../session/session';
import { homeClient, homeKeys } from '../home/client';
import { shortcutsOf } from '../home/Shortcuts';
import styles from './Personal.module.css';

const CARD = 'shortcut';

interface Props {
  readonly session: SessionStore;
  readonly feedback: Feedback;
}
export const OwnShortcuts = ({ session, feedback }: Props) => {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery({ queryKey: homeKeys.plan, queryFn: homeClient.plan, staleTime: 0 });
  const [chosen, setChosen] = useState<readonly string[] | null>(null);
  const [busy, setBusy] = useState(false);
  if (data === undefined)
    return error === null ? <PageLoading /> : <PageFault error={error} onRetry={() => void refetch()} />;
  const stored = data.cells.find(({ card }) => card === CARD)?.menus ?? [];
  const shown = chosen ?? stored;
  const handleSave = async (): Promise<void> => {
    setBusy(true);
    try {
      await homeClient.save(withShortcuts(data, shown), data.version);
      await client.invalidateQueries({ queryKey: homeKeys.plan });
      setChosen(null);
      feedback.success('已保存，首页的常用功能按此显示');
    } catch (cause) {
      feedback.error(cause instanceof Error ? cause.message : '保存失败');
      void refetch();
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className={styles.panel}>
      <h2>我的快捷</h2>
      {data.plan.allowPersonal ? (
        <>
          <p className={styles.hint}>首页「常用功能」里显示的页面，最多{HOME_SHORTCUTS}个；不选则显示最常打开的。</p>
          <Select
            mode="multiple"
            className={styles.select ?? ''}
            aria-label="快捷页面"
            placeholder="选择页面"
            optionFilterProp="label"
            maxCount={HOME_SHORTCUTS}
            value={[...shown]}
            options={shortcutsOf(session.menus).map(({ url, name }) => ({ value: url, label: name }))}
            onChange={(next: string[]) => setChosen(next)}
          />
          <div className={styles.buttons}>
            <Button type="primary" loading={busy} disabled={chosen === null} onClick={() => void handleSave()}>
              保存
            </Button>
          </div>
        </>
      ) : (
        <p className={styles.none}>首页由管理员统一设置，不能个人调整。</p>
      )}
    </section>
  );
};

/** The layout as it is with the pages in its card; one without the card gets it where there is room. */
const withShortcuts = ({ cells, cards }: HomeAnswer, menus: readonly string[]): readonly HomeCell[] => {
  const put = ({ menus: _old, ...cell }: HomeCell): HomeCell => (menus.length === 0 ? cell : { ...cell, menus });
  if (cells.some(({ card }) => card === CARD)) return cells.map((cell) => (cell.card === CARD ? put(cell) : cell));
  const { w = 8, h = 4 } = cards.find(({ card }) => card === CARD) ?? {};
  return putCell(cells, put({ card: CARD, w, h, ...roomFor(cells, { w, h }) }));
};
