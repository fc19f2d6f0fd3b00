/**
 * /systemset/mange/homeconfig/layout?id=…: the layout of a home plan (10 §3). Cards that a role of the plan may not see are marked; the
 * page can be looked at as one of its roles sees it.
 */
import { useQuery } from '@tanstack/react-query';
import { Button, Select } from 'antd';
import { observer } from 'mobx-react-lite';
import { type ReactNode, useEffect, useState } from 'react';
import { newToken } from '../../../runtime/data/ids';
import { recordClient } from '../../../runtime/data/record-client';
import type { WireRecord } from '../../../runtime/data/types';
import { useHost } from '../../../runtime/page/host';
import { cellsIn, closeUp, type HomeCell } from '../../../schemas/language/home/layout';
import type { HomeCardInfo } from '../../../schemas/language/home/wire';
import type { SessionStore } from '../../session/session';
import { CardGrid } from './CardGrid';
import { homeClient, homeKeys } from './client';
import { HomeCard } from './HomeCard';
import styles from './HomeDesigner.module.css';
import { LayoutDesk } from './LayoutDesk';
import { UndoRedo } from './UndoRedo';
import { useCards } from './use-cards';
import { useColumns } from './use-columns';
import { useLayoutEdit } from './use-layout-edit';

interface Props {
  readonly session: SessionStore;
  readonly active: boolean;
  readonly onOpen: (url: string) => void;
}
const PAGE = 'homePlan';
const LIST = '/systemset/mange/homeconfig';

export const HomeDesigner = observer((props: Props) => {
  const host = useHost();
  const id = host.params.get('id');
  const plans = useQuery({
    queryKey: ['homePlan', 'choice'],
    queryFn: () => recordClient.list(PAGE, { current: 1, size: 100, scheme: 'all' }, { quiet: true }),
  });
  const plan = useQuery({
    queryKey: ['homePlan', id],
    queryFn: () => recordClient.getOne(PAGE, { id: id ?? '' }, { quiet: true }),
    enabled: id !== null,
    staleTime: 0,
    gcTime: 0,
  });
  const home = useQuery({ queryKey: homeKeys.plan, queryFn: homeClient.plan });
  const choose = (
    <Select
      className={styles.plan}
      aria-label="首页方案"
      placeholder="选择方案"
      value={id}
      options={(plans.data?.records ?? []).map((record) => ({ value: record.id, label: String(record.name ?? '') }))}
      onChange={(next: string) => host.openPage(`${LIST}/layout?id=${next}`)}
    />
  );
  const failed = plan.error ?? home.error;
  if (plan.data !== undefined && home.data !== undefined)
    return (
      <Desk
        key={id}
        {...props}
        record={plan.data}
        cards={home.data.cards}
        choose={choose}
        onSaved={() => void plan.refetch()}
      />
    );
  return (
    <div className={styles.screen}>
      <header className={styles.bar}>{choose}</header>
      <p className={styles.none} role={failed === null ? undefined : 'alert'}>
        {failed !== null ? `方案打开失败：${failed.message}` : id === null ? '请选择要布局的方案' : '加载中…'}
      </p>
    </div>
  );
});

interface DeskProps extends Props {
  readonly record: WireRecord;
  readonly cards: readonly HomeCardInfo[];
  readonly choose: ReactNode;
  readonly onSaved: () => void;
}
const Desk = ({ record, cards, choose, session, active, onOpen, onSaved }: DeskProps) => {
  const host = useHost();
  const columns = useColumns();
  const [isSaving, setSaving] = useState(false);
  const [as, setAs] = useState<string>();
  const edit = useLayoutEdit(cellsIn(record.layout) ?? []);
  const roles = useRoles(record);
  const { answers, onRetry } = useCards(edit.cells, cards, active);
  useEffect(() => host.setDirty(edit.isChanged), [host, edit.isChanged]);
  useEffect(() => host.setTitle(`首页布局 ${String(record.name ?? '')}`), [host, record.name]);
  const byCode = new Map(cards.map((card) => [card.card, card]));
  const sees = (role: Role, cell: HomeCell): boolean => {
    const right = byCode.get(cell.card)?.right;
    return right === undefined || role.isSuper || role.functions.has(right);
  };
  const card = (cell: HomeCell, info: HomeCardInfo | undefined) => (
    <HomeCard cell={cell} info={info} session={session} onOpen={onOpen} answers={answers} onRetry={onRetry} />
  );
  const handleSave = async (): Promise<void> => {
    setSaving(true);
    try {
      const layout = { cells: edit.cells.map((cell) => ({ ...cell })) };
      const changed: WireRecord = { id: record.id, version: record.version, layout };
      await recordClient.save(PAGE, { record: changed, token: newToken() }, { quiet: true });
      edit.start(edit.cells);
      onSaved();
      host.feedback.success('布局已保存');
    } catch (cause) {
      host.feedback.error(cause instanceof Error ? cause.message : '保存失败');
    } finally {
      setSaving(false);
    }
  };
  const role = roles.find((role) => role.id === as);
  return (
    <div className={styles.screen}>
      <header className={styles.bar}>
        {choose}
        <span className={styles.grow} />
        <UndoRedo edit={edit} />
        <Select
          className={styles.as}
          aria-label="预览"
          allowClear
          placeholder="按角色预览"
          value={as ?? null}
          notFoundContent="方案没有适用角色"
          options={roles.map(({ id, name }) => ({ value: id, label: `预览：${name}` }))}
          onChange={(next: string | null | undefined) => setAs(next ?? undefined)}
        />
        <Button type="primary" loading={isSaving} disabled={!edit.isChanged} onClick={() => void handleSave()}>
          保存
        </Button>
      </header>
      {role === undefined ? (
        <LayoutDesk
          edit={edit}
          cards={cards}
          columns={columns}
          session={session}
          active={active}
          remark={(cell) => {
            const blind = roles.find((role) => !sees(role, cell));
            return blind && `角色${blind.name}无权查看该卡片`;
          }}
        >
          {card}
        </LayoutDesk>
      ) : (
        <div className={styles.preview}>
          <CardGrid cells={closeUp(edit.cells.filter((cell) => sees(role, cell)))} cards={byCode} columns={columns}>
            {card}
          </CardGrid>
        </div>
      )}
    </div>
  );
};

interface Role {
  readonly id: string;
  readonly name: string;
  readonly isSuper: boolean;
  readonly functions: ReadonlySet<string>;
}
/** Roles of the plan with what they may do; without the right to roles nothing is marked. */
const useRoles = (record: WireRecord): readonly Role[] => {
  // references come with their labels
  const ids = (Array.isArray(record.roles) ? record.roles : []).map((role) =>
    String((role as { id?: unknown }).id ?? role),
  );
  const query = useQuery({
    queryKey: ['homePlan', 'roles', ids],
    queryFn: async () =>
      Promise.all(
        ids.map(async (id): Promise<Role> => {
          const role = await recordClient.getOne('role', { id }, { quiet: true });
          const functions = Array.isArray(role.functions) ? role.functions.map(String) : [];
          return { id, name: String(role.name), isSuper: role.isSuper === true, functions: new Set(functions) };
        }),
      ),
    enabled: ids.length > 0,
    retry: false,
  });
  return query.data ?? [];
};
