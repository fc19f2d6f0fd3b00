/** What may be said about one cell: its title, how often it asks, and the pages of its shortcuts. */
import { Input, Select } from 'antd';
import { HOME_SHORTCUTS, type HomeCell } from '../../../schemas/language/home/layout';
import type { HomeCardInfo } from '../../../schemas/language/home/wire';
import type { SessionStore } from '../../session/session';
import styles from './CellPanel.module.css';
import { shortcutsOf } from './Shortcuts';

interface Props {
  readonly cell: HomeCell | undefined;
  readonly info: HomeCardInfo | undefined;
  readonly session: SessionStore;
  readonly onChange: (cell: HomeCell) => void;
}
const EVERY = [10, 30, 60, 300, 900];
const seconds = (every: number): string => (every < 60 ? `${every}秒` : `${every / 60}分钟`);

export const CellPanel = ({ cell, info, session, onChange }: Props) => {
  if (cell === undefined || info === undefined)
    return (
      <p className={styles.none}>
        点选一张卡片可改标题和刷新间隔；拖动移动，拖右下角改大小；方向键移动，Shift+方向键改大小，Delete 移除。
      </p>
    );
  const with_ = (change: Partial<HomeCell>): void => {
    const { title, refresh, menus, ...rest } = { ...cell, ...change };
    onChange({
      ...rest,
      ...(title ? { title } : {}),
      ...(refresh === undefined ? {} : { refresh }),
      ...(menus === undefined || menus.length === 0 ? {} : { menus }),
    });
  };
  return (
    <section className={styles.panel} aria-label="卡片属性">
      <label>
        标题
        <Input
          value={cell.title ?? ''}
          maxLength={30}
          placeholder={info.title}
          onChange={(event) => with_({ title: event.target.value })}
        />
      </label>
      {info.card === 'shortcut' ? (
        <label>
          功能（最多{HOME_SHORTCUTS}个，不选则按使用次数）
          <Select
            mode="multiple"
            value={[...(cell.menus ?? [])]}
            maxCount={HOME_SHORTCUTS}
            placeholder="选择功能"
            optionFilterProp="label"
            options={shortcutsOf(session.menus).map(({ url, name }) => ({ value: url, label: name }))}
            onChange={(menus: readonly string[]) => with_({ menus })}
          />
        </label>
      ) : (
        info.kind !== 30 && (
          <label>
            刷新间隔
            <Select
              value={cell.refresh ?? 60}
              options={EVERY.map((every) => ({ value: every, label: seconds(every) }))}
              onChange={(refresh: number) => with_({ refresh })}
            />
          </label>
        )
      )}
    </section>
  );
};
