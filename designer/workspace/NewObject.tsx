/**
 * A new object: what sort it is, what it is called, how it is numbered, and what it starts from: nothing, an Excel sheet, a table of
 * another system, another object. What is made is a text like any other; nothing of it is used before it is published.
 */
import { Button, Checkbox, Input, type InputRef, Select, Upload } from 'antd';
import { useRef } from 'react';
import type { DeskView } from '../desk/desk';
import { Choices } from '../parts/Choices';
import { FormDialog, FormLine } from '../parts/FormDialog';
import { TablePick } from '../tables/TablePick';
import { AppLine } from './AppLine';
import { SORTS } from './new-object';
import styles from './new-object.module.css';
import { type From, type Making, type NewObjectForm, type NewObjectProps, useNewObject } from './use-new-object';
import { objectChoices } from './use-new-thing';

const FROM: readonly { readonly code: From; readonly title: string; readonly say: string }[] = [
  { code: 'empty', title: '空白', say: '自己一个个加字段' },
  { code: 'excel', title: 'Excel', say: '首行当标题，类型按内容猜' },
  { code: 'table', title: '数据库表', say: '列成为字段，行定时同步' },
  { code: 'copy', title: '已有对象', say: '照着另一个对象开始' },
];

export const NewObject = (props: NewObjectProps) => {
  const form = useNewObject(props);
  const { from, sort } = form;
  const { making, view, onClose } = props;
  const title = useRef<InputRef>(null);
  return (
    <FormDialog title="新建对象" width={54} ready={form.ready} onDone={form.done} onCancel={onClose}>
      <StartsFrom form={form} making={making} view={view} />
      <FormLine label="标题">
        <Input
          ref={title}
          autoFocus
          value={form.title}
          maxLength={40}
          aria-label="标题"
          placeholder="如 工装借用"
          onChange={(event) => form.setTitle(event.target.value)}
          onPressEnter={form.done}
        />
      </FormLine>
      <AppLine choice={form.choice} onEnter={form.done} />
      {from !== 'copy' && (
        <FormLine label="类别">
          <Choices
            role="radio"
            look="cards"
            label="类别"
            choices={SORTS}
            value={sort}
            onChoose={(to) => {
              form.setSort(to);
              // without a title nothing can be made: it is typed next
              if (form.title === '') title.current?.focus();
            }}
          />
        </FormLine>
      )}
      {from !== 'copy' && sort !== 'plain' && (
        <FormLine label="编号前缀">
          <Input
            value={form.prefix}
            maxLength={10}
            aria-label="编号前缀"
            onChange={(event) => form.setPrefix(event.target.value)}
            onPressEnter={form.done}
          />
        </FormLine>
      )}
      {from !== 'copy' && sort === 'master' && (
        <FormLine label="">
          <Checkbox checked={form.isTree} onChange={(event) => form.setTree(event.target.checked)}>
            有上下级（树）
          </Checkbox>
        </FormLine>
      )}
      <FormLine label="编码" wrong={form.wrong}>
        <Input
          value={form.code}
          aria-label="编码"
          status={form.wrong !== '' ? 'error' : ''}
          onChange={(event) => form.setCode(event.target.value)}
          onPressEnter={form.done}
        />
      </FormLine>
    </FormDialog>
  );
};

interface StartProps {
  readonly form: NewObjectForm;
  readonly making: Making;
  readonly view: DeskView;
}
/** Where it begins, and the sheet, table or object that is needed for it. */
const StartsFrom = ({ form, making, view }: StartProps) => {
  const { from } = form;
  return (
    <>
      <FormLine label="从">
        <Choices role="radio" look="cards" label="从哪里开始" choices={FROM} value={from} onChoose={form.setFrom} />
      </FormLine>
      {from === 'excel' && (
        <FormLine label="文件" wrong={form.fault}>
          <Upload
            accept=".xlsx"
            showUploadList={false}
            beforeUpload={(file) => {
              void form.read(file);
              return false;
            }}
          >
            <Button>{form.sheet === undefined ? '选择 .xlsx 文件' : form.sheet.name}</Button>
          </Upload>
          <SheetColumns form={form} />
        </FormLine>
      )}
      {from === 'table' && <TablePick first={making.table} onPick={form.pick} />}
      {from === 'copy' && (
        <FormLine label="照着">
          <Select
            showSearch
            optionFilterProp="label"
            placeholder="选择对象"
            aria-label="照着"
            value={form.source ?? null}
            options={[...objectChoices(view)]}
            onChange={(value: string) => form.setSource(value)}
          />
        </FormLine>
      )}
    </>
  );
};

/** What each column becomes; a choice can be typed instead. */
const SheetColumns = ({ form: { sheet, guessed, choose, rows } }: { readonly form: NewObjectForm }) => {
  if (sheet === undefined || guessed === undefined) return null;
  return (
    <>
      <ul className={styles.columns} aria-label="列成为的字段">
        {guessed.map(({ at, title, kind, isBrought }) => {
          const choice = isBrought
            ? undefined
            : sheet.columns.find((column) => column.at === at && column.items.length > 0);
          return (
            <li key={at} title={choice?.items.join('、')}>
              <span>{title}</span>
              {choice === undefined ? (
                <em>{kind}</em>
              ) : (
                <Choices
                  role="radio"
                  look="bar"
                  label={`${title}的类型`}
                  choices={[
                    { code: 'chosen', title: choice.kind },
                    { code: 'typed', title: '单行文字' },
                  ]}
                  value={sheet.typed.has(at) ? 'typed' : 'chosen'}
                  onChoose={(to) => choose(at, to === 'chosen')}
                />
              )}
            </li>
          );
        })}
      </ul>
      {rows.count > 0 && (
        <Checkbox
          checked={rows.wanted}
          disabled={rows.refused !== ''}
          onChange={(event) => rows.setWanted(event.target.checked)}
        >
          同时导入 {rows.count} 行数据{rows.refused === '' ? '，发布后进行' : `：${rows.refused}`}
        </Checkbox>
      )}
    </>
  );
};
