/** What the wall shows, in which order and how; and whether it is live. */
import { Checkbox, Input, Segmented, Select } from 'antd';
import { factoryTime, Icon, useNarrow } from '../../../runtime/page/index';
import type { LiveUnit } from '../../../schemas/language/wire-device';
import { categoriesOf, type Filters, type Sort } from './choose';
import styles from './head.module.css';
import { inOrder } from './UnitTree';
import type { Wall } from './use-devices';
import { useNow } from './use-now';

export type View = 'cards' | 'list';
const SORTS = [
  { value: 'code', label: '按编号' },
  { value: 'since', label: '按状态时长' },
  { value: 'alarm', label: '按报警' },
] as const;
interface Props {
  readonly filters: Filters;
  readonly onFilter: (part: Partial<Filters>) => void;
  readonly sort: Sort;
  readonly onSort: (sort: Sort) => void;
  readonly view: View;
  readonly onView: (view: View) => void;
  readonly wall: Wall;
  readonly onEnter: () => void;
}
export const WallHead = ({ filters, onFilter, sort, onSort, view, onView, wall, onEnter }: Props) => {
  const narrow = useNarrow();
  return (
    <header className={styles.head}>
      <Input
        className={styles.find}
        allowClear
        aria-label="搜索设备"
        placeholder="设备编号、名称 / 扫码"
        maxLength={100}
        autoComplete="off"
        value={filters.text}
        suffix={<Icon name="scan" />}
        onChange={(event) => onFilter({ text: event.target.value })}
        onPressEnter={onEnter}
      />
      <Select
        className={styles.pick}
        allowClear
        aria-label="设备分类"
        placeholder="设备分类"
        value={filters.category ?? undefined}
        options={categoriesOf(wall.devices).map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(category: string | undefined) => onFilter({ category: category ?? null })}
      />
      {narrow && <UnitPick units={wall.units} value={filters.unit} onChoose={(unit) => onFilter({ unit })} />}
      <Select className={styles.pick} aria-label="排序" value={sort} options={[...SORTS]} onChange={onSort} />
      <Checkbox checked={filters.alarmed} onChange={(event) => onFilter({ alarmed: event.target.checked })}>
        仅报警
      </Checkbox>
      <span className={styles.grow} />
      <Line isLost={wall.isLost} updatedAt={wall.updatedAt} />
      <Segmented<View>
        aria-label="显示方式"
        value={view}
        options={[
          { value: 'cards', label: '卡片' },
          { value: 'list', label: '列表' },
        ]}
        onChange={onView}
      />
    </header>
  );
};

/** Is what stands here live, and since when not. */
const Line = ({ isLost, updatedAt }: { readonly isLost: boolean; readonly updatedAt: number }) => {
  const now = useNow();
  return (
    <span className={styles.line} data-lost={isLost || undefined}>
      <i aria-hidden="true" />
      {isLost ? `数据更新于 ${factoryTime(updatedAt).slice(11)}` : `实时 ${factoryTime(now).slice(11)}`}
    </span>
  );
};

interface UnitPickProps {
  readonly units: readonly LiveUnit[];
  readonly value: string | null;
  readonly onChoose: (unit: string | null) => void;
}
const UnitPick = ({ units, value, onChoose }: UnitPickProps) => (
  <Select
    className={styles.pick}
    allowClear
    aria-label="所属单元"
    placeholder="所属单元"
    value={value ?? undefined}
    options={inOrder(units).map(({ unit, depth }) => ({ value: unit.id, label: `${'　'.repeat(depth)}${unit.name}` }))}
    onChange={(unit: string | undefined) => onChoose(unit ?? null)}
  />
);
