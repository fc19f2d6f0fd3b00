/** How a table is brought in: into which object, which column fills which field, what tells rows apart, how often. */
import { Checkbox, Input, InputNumber, Select, Switch } from 'antd';
import { useEffect, useState } from 'react';
import { useHost } from '../../runtime/page/index';
import type { SyncDetail, SyncListed, SyncMap } from '../../schemas/language/wire-design';
import { designClient } from '../data/client';
import type { DeskView } from '../desk/desk';
import { Choices } from '../parts/Choices';
import { FormDialog, FormLine } from '../parts/FormDialog';
import { objectsOf } from '../workspace/objects';
import { fillable, proposeMap } from './columns';
import styles from './tables.module.css';

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
const ALL = '';
const [LEAST, MOST] = [5, 10_080] as const;

export const SyncForm = ({ table, view, onCancel, onSaved }: Props) => {
  const { session } = useHost();
  const [detail, setDetail] = useState<SyncDetail>();
  const [fault, setFault] = useState('');
  const [busy, setBusy] = useState(false);
  const [name, setName] = useState(table.name);
  const [target, setTarget] = useState(table.target);
  const [map, setMap] = useState<readonly SyncMap[]>([]);
  const [keys, setKeys] = useState<readonly string[]>(table.keyColumns ?? []);
  const [watermark, setWatermark] = useState(table.watermark ?? ALL);
  const [every, setEvery] = useState<number | null>(table.every ?? 60);
  const [gone, setGone] = useState<'0' | '1'>(table.deleteRule ?? '1');
  const [isOff, setOff] = useState(table.isDisabled === true);
  useEffect(() => {
    designClient.table(table).then(
      (found) => {
        setDetail(found);
        setMap(found.map);
        if (found.sync === undefined)
          setKeys(found.columns.filter((column) => column.key).map((column) => column.name));
      },
      (cause: unknown) => setFault(cause instanceof Error ? cause.message : '读不到这个表'),
    );
  }, [table]);
  // only what is published has a table to bring rows into
  const unpublished = new Set(
    view.documents.filter((doc) => doc.sort === 'object' && doc.fresh).map((doc) => doc.code),
  );
  const objects = objectsOf(view);
  const targets = [...objects.values()].flatMap((object) =>
    object.storage === 'table' &&
    object.settings === undefined &&
    object.area !== 'system' &&
    !unpublished.has(object.object) &&
    session.can(`${object.object}:add`) &&
    session.can(`${object.object}:edit`)
      ? [{ value: object.object, label: object.title }]
      : [],
  );
  const object = objects.get(target ?? '');
  const fields = fillable(object);
  const missing = fields.filter(
    (eachField) => eachField.required && !map.some(({ field }) => field === eachField.code),
  );
  const wrong =
    object === undefined || detail === undefined
      ? ''
      : keys.length === 0 || keys.some((key) => !map.some(({ column }) => column === key))
        ? '勾选能认出一行的列，并为它选好字段'
        : missing.length > 0
          ? `必填的${missing.map((field) => `「${field.title}」`).join('')}还没有列`
          : '';
  const ready =
    !busy && detail !== undefined && object !== undefined && name.trim() !== '' && every !== null && wrong === '';
  const save = (): void => {
    if (!ready || object === undefined || every === null) return;
    setBusy(true);
    designClient
      .saveTable({
        ...(detail?.sync === undefined ? {} : { id: detail.sync.id, version: detail.sync.version }),
        name: name.trim(),
        connection: table.connection,
        tableName: table.tableName,
        target: object.object,
        keyColumns: keys,
        watermark: watermark === ALL ? null : watermark,
        map,
        every,
        deleteRule: gone,
        isDisabled: isOff,
      })
      .then(onSaved, (cause: unknown) => {
        setBusy(false);
        setFault(cause instanceof Error ? cause.message : '没有保存');
      });
  };
  const columns = detail?.columns ?? [];
  return (
    <FormDialog
      title={`同步「${table.tableName}」`}
      width={52}
      agree="保存"
      ready={ready}
      onDone={save}
      onCancel={onCancel}
    >
      <FormLine label="名称" wrong={fault}>
        <Input value={name} maxLength={50} aria-label="名称" onChange={(event) => setName(event.target.value)} />
      </FormLine>
      <FormLine label="同步到">
        <Select
          showSearch
          optionFilterProp="label"
          placeholder="选择已发布的对象"
          aria-label="同步到"
          value={target ?? null}
          options={targets}
          onChange={(value: string) => {
            setTarget(value);
            setMap(proposeMap(columns, objects.get(value)));
          }}
        />
      </FormLine>
      {object !== undefined && detail !== undefined && (
        <>
          <FormLine label="列与字段" wrong={wrong}>
            <div className={styles.map}>
              {columns.map((column) => (
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
                    value={map.find((map) => map.column === column.name)?.field ?? null}
                    options={fields.map((field) => ({ value: field.code, label: field.title }))}
                    onChange={(field: string | null | undefined) =>
                      setMap([
                        ...map.filter((map) => map.column !== column.name && map.field !== field),
                        ...(field == null ? [] : [{ column: column.name, field }]),
                      ])
                    }
                  />
                  <Checkbox
                    checked={keys.includes(column.name)}
                    onChange={(event) =>
                      setKeys(event.target.checked ? [...keys, column.name] : keys.filter((key) => key !== column.name))
                    }
                  >
                    认行
                  </Checkbox>
                </div>
              ))}
            </div>
          </FormLine>
          <FormLine label="每次读">
            <Select
              aria-label="每次读"
              value={watermark}
              options={[
                { value: ALL, label: '全部行' },
                ...columns.map(({ name: text }) => ({ value: text, label: `${text} 比上次大的行` })),
              ]}
              onChange={(to: string) => setWatermark(to)}
            />
          </FormLine>
          {watermark === ALL && (
            <FormLine label="没有了的">
              <Choices role="radio" look="bar" label="没有了的" choices={GONE} value={gone} onChoose={setGone} />
            </FormLine>
          )}
          <FormLine label="间隔">
            <InputNumber
              aria-label="间隔"
              value={every}
              min={LEAST}
              max={MOST}
              precision={0}
              addonAfter="分钟"
              onChange={setEvery}
            />
          </FormLine>
          <FormLine label="停用">
            <span>
              <Switch aria-label="停用" checked={isOff} onChange={setOff} />
            </span>
          </FormLine>
        </>
      )}
    </FormDialog>
  );
};
