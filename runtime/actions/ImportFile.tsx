/** The first step of an import: which sheet, how, and the file. */
import { Alert, Button, Radio, Select, Upload } from 'antd';
import type { ImportMode } from '../../schemas/language/import-modes';
import { Icon } from '../page/index';
import type { Page } from '../page/types';
import styles from './ImportDialog.module.css';
import { MAX_MB, type useImport } from './use-import';

interface Props {
  readonly page: Page;
  readonly given: ReturnType<typeof useImport>;
  /** why the last file was not taken */
  readonly text: string | undefined;
}
const MODES: readonly { readonly value: ImportMode; readonly label: string }[] = [
  { value: 'add', label: '新增' },
  { value: 'update', label: '更新已有' },
  { value: 'upsert', label: '新增并更新' },
];
const TYPES = '.xlsx,.csv';

export function ImportFile({ page, given, text }: Props) {
  const { sheets, code, chooseSheet, keys, modes, mode, setMode, file, note, choose, template } = given;
  return (
    <>
      <div className={styles.line}>
        {sheets.length > 1 && (
          <Select
            aria-label="模板"
            value={code ?? ''}
            onChange={chooseSheet}
            options={sheets.map(([value, sheet]) => ({ value, label: sheet.title ?? page.object.title }))}
          />
        )}
        {modes.length > 1 && (
          <Radio.Group
            aria-label="导入方式"
            value={mode}
            onChange={(event) => setMode(event.target.value as ImportMode)}
            options={MODES.filter(({ value }) => modes.includes(value))}
          />
        )}
        <Button type="link" icon={<Icon name="download" />} onClick={template}>
          下载模板
        </Button>
      </div>
      {mode !== 'add' && (
        <p className={styles.hint}>
          按{keys.map((key) => page.object.fields[key]?.title ?? key).join('、')}
          查找已有数据；空单元格不改变原值，填写 - 表示清空
        </p>
      )}
      <Upload.Dragger
        accept={TYPES}
        maxCount={1}
        showUploadList={false}
        beforeUpload={(next) => {
          choose(next);
          return false;
        }}
      >
        <p className={styles.drop}>{file === undefined ? '点击选择文件，或把文件拖到这里' : file.name}</p>
        <p className={styles.hint}>
          {file === undefined ? `.xlsx 或 .csv，不超过${MAX_MB}MB，第一行为列名` : '点击可重新选择'}
        </p>
      </Upload.Dragger>
      {note !== '' && <Alert type="info" showIcon message={note} className={styles.alert ?? ''} />}
      {text !== undefined && <Alert type="error" showIcon message={text} className={styles.alert ?? ''} />}
    </>
  );
}
