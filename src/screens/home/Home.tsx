/**
 * /home: greets with name and date, then the cards of the plan (10 §3) or the user's own layout. 自定义首页 changes it in place; where the
 * window is too narrow for 24 columns the cards flow and stay as they are.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { observer } from 'mobx-react-lite';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { factoryTime } from '../../../runtime/page/factory-time';
import { useHost } from '../../../runtime/page/host';
import { HOME_COLUMNS, type HomeCell } from '../../../schemas/language/home/layout';
import type { HomeAnswer, HomeCardInfo } from '../../../schemas/language/home/wire';
import type { SessionStore } from '../../session/session';
import { CardGrid } from './CardGrid';
import { homeClient, homeKeys } from './client';
import styles from './Home.module.css';
import { HomeCard } from './HomeCard';
import { UndoRedo } from './UndoRedo';
import { useCards } from './use-cards';
import { useColumns } from './use-columns';
import { useLayoutEdit } from './use-layout-edit';

const LayoutDesk = lazy(() => import('./LayoutDesk').then((module) => ({ default: module.LayoutDesk })));

interface Props {
  readonly session: SessionStore;
  /** the tab of this page is in front */
  readonly active: boolean;
  readonly onOpen: (url: string) => void;
}
const DAYS = ['星期日', '星期一', '星期二', '星期三', '星期四', '星期五', '星期六'] as const;

export const Home = observer(({ session, active, onOpen }: Props) => {
  const plan = useQuery({ queryKey: homeKeys.plan, queryFn: homeClient.plan, enabled: active, staleTime: 0 });
  const [date = '', time = ''] = factoryTime(session.now()).split(' ');
  const weekday = DAYS[new Date(`${date}T12:00:00Z`).getUTCDay()];
  const hello = (
    <>
      <h1>
        {greeting(Number(time.slice(0, 2)))}，{session.nickName}
      </h1>
      <span>
        {date} {weekday}
      </span>
      {plan.data?.shift !== undefined && (
        <span>
          {plan.data.shift.name} {plan.data.shift.from}–{plan.data.shift.to}
        </span>
      )}
    </>
  );
  if (plan.data !== undefined)
    return <Laid home={plan.data} hello={hello} session={session} active={active} onOpen={onOpen} />;
  return (
    <div className={styles.home}>
      <header className={styles.hello}>{hello}</header>
      {plan.error === null ? (
        <p className={styles.none}>加载中…</p>
      ) : (
        <p className={styles.none} role="alert">
          首页打开失败：{plan.error.message} <Button onClick={() => void plan.refetch()}>重试</Button>
        </p>
      )}
    </div>
  );
});

interface LaidProps extends Props {
  readonly home: HomeAnswer;
  readonly hello: ReactNode;
}
const Laid = ({ home, hello, session, active, onOpen }: LaidProps) => {
  const host = useHost();
  const client = useQueryClient();
  const columns = useColumns();
  const [isEdited, setEdited] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const edit = useLayoutEdit(home.cells);
  const cells = isEdited ? edit.cells : home.cells;
  const { answers, asOf, onRetry } = useCards(cells, home.cards, active);
  const isDirty = isEdited && edit.isChanged;
  useEffect(() => host.setDirty(isDirty), [host, isDirty]);
  const card = (cell: HomeCell, info: HomeCardInfo | undefined) => (
    <HomeCard cell={cell} info={info} session={session} onOpen={onOpen} answers={answers} onRetry={onRetry} />
  );
  const save = async (wanted: readonly HomeCell[], said: string): Promise<void> => {
    setSaving(true);
    try {
      await homeClient.save(wanted, home.version);
      await client.refetchQueries({ queryKey: homeKeys.plan });
      setEdited(false);
      host.feedback.success(said);
    } catch (cause) {
      host.feedback.error(cause instanceof Error ? cause.message : '保存失败');
    } finally {
      setSaving(false);
    }
  };
  const handleCancel = async (): Promise<void> => {
    if (!isDirty || (await host.feedback.confirm('布局还没有保存，确定放弃吗？', { danger: true }))) setEdited(false);
  };
  const handleReset = async (): Promise<void> => {
    if (
      await host.feedback.confirm(`将回到方案「${home.plan.name}」，自己的布局不再保留，是否继续？`, { danger: true })
    )
      await save([], '已恢复默认首页');
  };
  return (
    <div className={styles.home} data-edited={isEdited || undefined}>
      <header className={styles.hello}>
        {hello}
        <span className={styles.grow} />
        {isEdited ? (
          <>
            <UndoRedo edit={edit} />
            {home.isPersonal && <Button onClick={() => void handleReset()}>恢复默认</Button>}
            <Button onClick={() => void handleCancel()}>取消</Button>
            <Button
              type="primary"
              loading={isSaving}
              disabled={!edit.isChanged}
              onClick={() => void save(edit.cells, '首页布局已保存')}
            >
              保存
            </Button>
          </>
        ) : (
          <>
            {asOf !== undefined && <small>数据时间 {asOf.slice(11, 16)}</small>}
            {home.plan.allowPersonal && columns === HOME_COLUMNS && (
              <Button
                onClick={() => {
                  edit.start(home.cells);
                  setEdited(true);
                }}
              >
                自定义首页
              </Button>
            )}
          </>
        )}
      </header>
      {isEdited ? (
        <Suspense fallback={<p className={styles.none}>加载中…</p>}>
          <LayoutDesk edit={edit} cards={home.cards} columns={columns} session={session} active={active}>
            {card}
          </LayoutDesk>
        </Suspense>
      ) : (
        <CardGrid cells={cells} cards={new Map(home.cards.map((card) => [card.card, card]))} columns={columns}>
          {card}
        </CardGrid>
      )}
      {!isEdited && cells.length === 0 && <p className={styles.none}>首页还没有卡片，点「自定义首页」添加</p>}
    </div>
  );
};

const greeting = (hour: number): string => {
  if (hour < 6) return '夜里好';
  if (hour < 11) return '早上好';
  if (hour < 13) return '中午好';
  return hour < 18 ? '下午好' : '晚上好';
};
