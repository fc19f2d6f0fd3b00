/** Labels of the archive that are printed (again). */
import { Button } from 'antd';
import { Icon } from '../../../runtime/page/Icon';
import styles from './CodePrint.module.css';
import type { Label } from './calls';

interface Props {
  readonly labels: readonly Label[];
  readonly locked: boolean;
  readonly onRemove: (id: string) => void;
}

export const LabelTable = ({ labels, locked, onRemove }: Props) => (
  <table className={styles.table}>
    <thead>
      <tr>
        <th scope="col">标签号</th>
        <th scope="col">编码</th>
        <th scope="col">名称</th>
        <th scope="col">批次</th>
        <th scope="col" data-num>
          数量
        </th>
        <th scope="col" data-num>
          已打印
        </th>
        <th scope="col" data-num>
          已补打
        </th>
        <th scope="col" aria-label="操作" />
      </tr>
    </thead>
    <tbody>
      {labels.map((label) => (
        <tr key={label.id}>
          <td data-title="标签号">{label.labelNo}</td>
          <td data-title="编码">{label.refCode}</td>
          <td data-title="名称" title={label.name}>
            {label.name}
          </td>
          <td data-title="批次">{label.batchNbr}</td>
          <td data-num data-title="数量">
            {label.qty === null ? '' : `${label.qty} ${label.unitName}`}
          </td>
          <td data-num data-title="已打印">
            {label.printCount}
          </td>
          <td data-num data-title="已补打">
            {label.reprintCount}
          </td>
          <td>
            <Button
              type="text"
              aria-label={`移除 ${label.labelNo}`}
              icon={<Icon name="close" />}
              disabled={locked}
              onClick={() => onRemove(label.id)}
            />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);
