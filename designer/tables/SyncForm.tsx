/** How a table is brought in: into which object, which column fills which field, what tells rows apart, how often. */
import { Checkbox, Input, InputNumber, Select, Switch } from 'antd';
import type { SyncListed } from '../../schemas/language/wire-design';
import type { DeskView } from '../desk/desk';
import { Choices } from '../parts/Choices';
import { FormDialog, FormLine } from '../parts/FormDialog';
import styles from './tables.module.css';
import { ALL, type SyncWish, useSyncForm } from './use-sync-form';

interface Props {
  readonly table: SyncListed;
  readonly view: DeskView;
  readonly onCancel: () => void;
  readonly onSaved: () => void;
}
const GONE = [
  { code: '1', title: '停用' },
  { code: '0', title: '不管' },
] as const;
const [LEAST, MOST] = [5, 10_080] as const;

export const SyncForm = ({ table, view, onCancel, onSaved }: Props) => {
  const wish = useSyncForm(table, view, onSaved);
  return (
    <FormDialog
      title={`同步「${table.tableName}」`}
      width={52}
      agree="保存"
      ready={wish.ready}
      onDone={wish.save}
      onCancel={onCancel}
    >
      <FormLine label="名称" wrong={wish.fault}>
        <Input
          value={wish.name}
          maxLength={50}
          aria-label="名称"
          onChange={(event) => wish.setName(event.target.value)}
        />
      </FormLine>
      <FormLine label="同步到">
        <Select
          showSearch
          optionFilterProp="label"
          placeholder="选择已发布的对象"
          aria-label="同步到"
          value={wish.target ?? null}
          options={wish.targets}
          onChange={wish.aim}
        />
      </FormLine>
      {wish.object !== undefined && wish.detail !== undefined && (
        <>
          <FormLine label="列与字段" wrong={wish.wrong}>
            <ColumnMap wish={wish} />
          </FormLine>
          <Timing wish={wish} />
        </>
      )}
    </FormDialog>
  );
};

/** Each column: the field it fills, and whether it tells rows apart. */
const ColumnMap = ({ wish }: { readonly wish: SyncWish }) => (
  <div className={styles.map}>
    {wish.columns.map((column) => (
      <div key={column.name} data-column-of={column.name}>
        <span title={column.type}>
          {column.name}
          {column.comment !== null && <small>{column.comment}</small>}
        </span>
        <Select
          allowClear
          showSearch
          optionFilterProp="label"
          placeholder="不同步"
          aria-label={`${column.name}的字段`}
          value={wish.fieldOf(column.name)}
          options={wish.fields.map((field) => ({ value: field.code, label: field.title }))}
          onChange={(field: string | null | undefined) => wish.fill(column.name, field)}
        />
        <Checkbox
          checked={wish.isKey(column.name)}
          onChange={(event) => wish.tellBy(column.name, event.target.checked)}
        >
          认行
        </Checkbox>
      </div>
    ))}
  </div>
);

/** Which rows are read, how often, and what becomes of those that are gone. */
const Timing = ({ wish }: { readonly wish: SyncWish }) => (
  <>
    <FormLine label="每次读">
      <Select
        aria-label="每次读"
        value={wish.watermark}
        options={[
          { value: ALL, label: '全部行' },
          ...wish.columns.map(({ name: text }) => ({ value: text, label: `${text} 比上次大的行` })),
        ]}
        onChange={(to: string) => wish.setWatermark(to)}
      />
    </FormLine>
    {wish.watermark === ALL && (
      <FormLine label="没有了的">
        <Choices role="radio" look="bar" label="没有了的" choices={GONE} value={wish.gone} onChoose={wish.setGone} />
      </FormLine>
    )}
    <FormLine label="间隔">
      <InputNumber
        aria-label="间隔"
        value={wish.every}
        min={LEAST}
        max={MOST}
        precision={0}
        addonAfter="分钟"
        onChange={wish.setEvery}
      />
    </FormLine>
    <FormLine label="停用">
      <span>
        <Switch aria-label="停用" checked={wish.isOff} onChange={wish.setOff} />
      </span>
    </FormLine>
  </>
);
