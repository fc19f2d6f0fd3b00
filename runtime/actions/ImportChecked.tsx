/** What the trial of an import found: how much would be kept, or what has to be mended first. */
import { Alert, Button } from 'antd';
import type { ImportAnswer, ImportProblem } from '../../schemas/language/wire';
import { saveContent } from '../data/download';
import { useHost } from '../page/host';
import { Icon } from '../page/index';
import styles from './ImportDialog.module.css';

export function ImportChecked({ data }: { readonly data: ImportAnswer }) {
  const { feedback } = useHost();
  const saveFile = (given: ImportAnswer['file']): void => {
    if (given === undefined) return;
    saveContent(given);
    feedback.success('已下载错误文件，红色单元格需要修改');
  };
  return (
    <>
      <Alert
        type={data.failed > 0 ? 'error' : data.warnings.length > 0 ? 'warning' : 'success'}
        showIcon
        message={checkedText(data)}
      />
      {data.failed > 0 && (
        <div className={styles.line}>
          <span className={styles.hint}>全部正确后才能导入，请修改后重新选择文件</span>
          {data.file !== undefined && (
            <Button type="link" icon={<Icon name="download" />} onClick={() => saveFile(data.file)}>
              下载错误文件
            </Button>
          )}
        </div>
      )}
      <Problems rows={data.failed > 0 ? data.errors : data.warnings} all={data.failed} />
    </>
  );
}

const checkedText = ({ rows, passed, failed, added, changed, warnings }: ImportAnswer): string =>
  failed > 0
    ? `共${rows}行，通过${passed}行，错误${rows - passed}行`
    : `共${rows}行，全部通过，将新增 ${added} 条、更新 ${changed} 条${warnings.length > 0 ? `，${warnings.length} 处提醒` : ''}`;

function Problems({ rows, all }: { readonly rows: readonly ImportProblem[]; readonly all: number }) {
  if (rows.length === 0) return null;
  return (
    <div className={styles.problems}>
      <table>
        <thead>
          <tr>
            <th>行</th>
            <th>列</th>
            <th>原因</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.row} ${row.column} ${row.text}`}>
              <td>{row.row}</td>
              <td>{row.column}</td>
              <td>{row.text}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {all > rows.length && <p className={styles.hint}>仅显示前{rows.length}处，全部见错误文件</p>}
    </div>
  );
}
