/** The wish to bring in a table: its columns, into which object and field each goes, how often; what is missing to save it. */
import { useEffect, useState } from 'react';
import { useHost } from '../../runtime/page/index';
import type { SyncDetail, SyncListed, SyncMap } from '../../schemas/language/wire-design';
import { designClient } from '../data/client';
import type { DeskView } from '../desk/desk';
import { objectsOf } from '../workspace/objects';
import { fillable, proposeMap } from './columns';

export const ALL = '';

export type SyncWish = ReturnType<typeof useSyncForm>;

export function useSyncForm(table: SyncListed, view: DeskView, onSaved: () => void) {
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
  const objects = objectsOf(view);
  const targets = useTargets(view, objects);
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
  return {
    detail,
    object,
    fault,
    wrong,
    ready,
    save,
    name,
    setName,
    target,
    targets,
    /** another object: each column goes to the field that is called like it */
    aim: (value: string): void => {
      setTarget(value);
      setMap(proposeMap(columns, objects.get(value)));
    },
    columns,
    fields,
    fieldOf: (column: string): string | null => map.find((item) => item.column === column)?.field ?? null,
    fill: (column: string, field: string | null | undefined): void =>
      setMap([
        ...map.filter((item) => item.column !== column && item.field !== field),
        ...(field == null ? [] : [{ column, field }]),
      ]),
    isKey: (column: string): boolean => keys.includes(column),
    tellBy: (column: string, on: boolean): void =>
      setKeys(on ? [...keys, column] : keys.filter((key) => key !== column)),
    watermark,
    setWatermark,
    every,
    setEvery,
    gone,
    setGone,
    isOff,
    setOff,
  };
}

/** Objects whose tables take rows: only what is published has one, and only what one may add to and change. */
function useTargets(view: DeskView, objects: ReturnType<typeof objectsOf>) {
  const { session } = useHost();
  const unpublished = new Set(
    view.documents.filter((doc) => doc.sort === 'object' && doc.fresh).map((doc) => doc.code),
  );
  return [...objects.values()].flatMap((object) =>
    object.storage === 'table' &&
    object.settings === undefined &&
    object.area !== 'system' &&
    !unpublished.has(object.object) &&
    session.can(`${object.object}:add`) &&
    session.can(`${object.object}:edit`)
      ? [{ value: object.object, label: object.title }]
      : [],
  );
}
