/**
 * A new object: what sort it is, what it is called, how it is numbered, and what it starts from: nothing, an Excel sheet, a table of
 * another system, another object. What is made is a text like any other; nothing of it is used before it is published.
 */
import { Button, Checkbox, Input, Select, Upload } from 'antd';
import { useState } from 'react';
import { readWorkbook } from '../../runtime/grid/sheet-file';
import type { ObjectDoc } from '../../schemas/language/document';
import type { DeskView } from '../desk/desk';
import { Choices } from '../parts/Choices';
import { FormDialog, FormLine } from '../parts/FormDialog';
import { type TableBasis, TablePick } from '../tables/TablePick';
import { AppLine, ownCodeProblem, useAppChoice } from './AppLine';
import { type Guessed, guessColumns } from './guess';
import { type Basis, type ObjectWish, objectText, SORTS, type Sort } from './new-object';
import styles from './new-object.module.css';
import { objectChoices } from './use-new-thing';
import { useProposed } from './use-proposed';

type From = 'empty' | 'excel' | 'table' | 'copy';
export interface Making {
  readonly app: string;
  readonly from?: From;
  /** the table it starts from */
  readonly table?: TableBasis;
}
export interface Made {
  readonly app: string;
  /** title of an app to be made for it */
  readonly newApp: string | undefined;
  readonly doc: ObjectDoc;
}
interface Props {
  readonly making: Making;
  readonly view: DeskView;
  readonly onClose: () => void;
  /** true = it was made */
  readonly onMake: (made: Made) => Promise<boolean>;
  /** text of a document to copy */
  readonly textOf: (code: string) => ObjectDoc | undefined;
}
const FROM: readonly { readonly code: From; readonly title: string; readonly say: string }[] = [
  { code: 'empty', title: '空白', say: '自己一个个加字段' },
  { code: 'excel', title: 'Excel', say: '首行当标题，类型按内容猜' },
  { code: 'table', title: '数据库表', say: '列成为字段，行定时同步' },
  { code: 'copy', title: '已有对象', say: '照着另一个对象开始' },
];

export const NewObject = ({ making, view, onClose, onMake, textOf }: Props) => {
  const [from, setFrom] = useState<From>(making.from ?? 'empty');
  const [sort, setSort] = useState<Sort>('document');
  const [title, setTitle] = useState(making.table === undefined ? '' : nameOf(making.table));
  const [typed, setTyped] = useState<string>();
  const [numbers, setNumbers] = useState<string>();
  const [isTree, setTree] = useState(false);
  const [source, setSource] = useState<string>();
  const [sheet, setSheet] = useState<{ readonly name: string; readonly columns: readonly Guessed[] }>();
  const [columns, setColumns] = useState(making.table?.columns);
  const [fault, setFault] = useState('');
  const [busy, setBusy] = useState(false);
  const choice = useAppChoice(view, making.app);
  const taken = new Set(view.documents.filter((doc) => doc.sort === 'object').map((doc) => doc.code));
  const proposed = useProposed(title.trim(), taken, 'x');
  const initials = useProposed(title.trim(), NONE, undefined, 'initials');
  const code = typed ?? proposed;
  const prefix = numbers ?? initials;
  const wrong = ownCodeProblem(code, taken, 'xToolLoan');
  const basis: Basis | undefined =
    from === 'empty'
      ? { from }
      : from === 'excel'
        ? sheet && { from, columns: sheet.columns }
        : from === 'table'
          ? columns && { from, columns }
          : source === undefined
            ? undefined
            : textOf(source) && { from, doc: textOf(source) as ObjectDoc };
  const ready = !busy && title.trim() !== '' && wrong === '' && basis !== undefined && choice.ready;
  const done = (): void => {
    if (!ready || basis === undefined) return;
    const wish: ObjectWish = { code, title: title.trim(), sort, prefix, tree: isTree };
    setBusy(true);
    void onMake({ ...choice.wish, doc: objectText(wish, basis) }).then((done) => {
      setBusy(false);
      if (done) onClose();
    });
  };
  const read = async (file: File): Promise<void> => {
    const cells = await readWorkbook(file);
    if (typeof cells === 'string') return setFault(cells);
    setFault('');
    setSheet({ name: file.name, columns: await guessColumns(cells) });
    if (title === '') setTitle(file.name.replace(/\.xlsx$/i, '').slice(0, 20));
  };
  return (
    <FormDialog title="新建对象" width={54} ready={ready} onDone={done} onCancel={onClose}>
      <FormLine label="从">
        <Choices role="radio" look="cards" label="从哪里开始" choices={FROM} value={from} onChoose={setFrom} />
      </FormLine>
      {from === 'excel' && (
        <FormLine label="文件" wrong={fault}>
          <Upload
            accept=".xlsx"
            showUploadList={false}
            beforeUpload={(file) => {
              void read(file);
              return false;
            }}
          >
            <Button>{sheet === undefined ? '选择 .xlsx 文件' : sheet.name}</Button>
          </Upload>
          {sheet !== undefined && (
            <p className={styles.guessed}>
              {sheet.columns.map((column) => `${column.title}（${column.kind}）`).join('、')}
            </p>
          )}
        </FormLine>
      )}
      {from === 'table' && (
        <TablePick
          first={making.table}
          onPick={(picked) => {
            setColumns(picked.columns);
            if (title === '') setTitle(nameOf(picked));
          }}
        />
      )}
      {from === 'copy' && (
        <FormLine label="照着">
          <Select
            showSearch
            optionFilterProp="label"
            placeholder="选择对象"
            aria-label="照着"
            value={source ?? null}
            options={[...objectChoices(view)]}
            onChange={(value: string) => setSource(value)}
          />
        </FormLine>
      )}
      <FormLine label="标题">
        <Input
          autoFocus
          value={title}
          maxLength={40}
          aria-label="标题"
          placeholder="如 工装借用"
          onChange={(event) => setTitle(event.target.value)}
          onPressEnter={done}
        />
      </FormLine>
      <AppLine choice={choice} onEnter={done} />
      {from !== 'copy' && (
        <FormLine label="类别">
          <Choices role="radio" look="cards" label="类别" choices={SORTS} value={sort} onChoose={setSort} />
        </FormLine>
      )}
      {from !== 'copy' && sort !== 'plain' && (
        <FormLine label="编号前缀">
          <Input
            value={prefix}
            maxLength={10}
            aria-label="编号前缀"
            onChange={(event) => setNumbers(event.target.value.toUpperCase())}
            onPressEnter={done}
          />
        </FormLine>
      )}
      {from !== 'copy' && sort === 'master' && (
        <FormLine label="">
          <Checkbox checked={isTree} onChange={(event) => setTree(event.target.checked)}>
            有上下级（树）
          </Checkbox>
        </FormLine>
      )}
      <FormLine label="编码" wrong={title === '' ? '' : wrong}>
        <Input
          value={code}
          aria-label="编码"
          status={title !== '' && wrong !== '' ? 'error' : ''}
          onChange={(event) => setTyped(event.target.value.trim())}
          onPressEnter={done}
        />
      </FormLine>
    </FormDialog>
  );
};
const nameOf = ({ table: { tableName } }: TableBasis): string =>
  tableName.slice(tableName.indexOf('.') + 1).slice(0, 40);
const NONE: ReadonlySet<string> = new Set();
