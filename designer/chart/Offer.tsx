/** What may stand in the chosen free cells of a board. */
import { Button, Dropdown } from 'antd';
import styles from './chart.module.css';

interface OfferProps {
  readonly datasets: readonly { readonly key: string; readonly label: string }[];
  readonly onChart: (dataset: string) => void;
  readonly onWords: () => void;
}
export const Offer = ({ datasets, onChart, onWords }: OfferProps) => (
  <div className={styles.offer}>
    <Dropdown
      trigger={['click']}
      disabled={datasets.length === 0}
      menu={{
        items: [...datasets],
        onClick: ({ key }) => onChart(key),
        style: { maxHeight: '24rem', overflow: 'auto' },
      }}
    >
      <Button size="small" type="primary">
        放图表
      </Button>
    </Dropdown>
    <Button size="small" onClick={onWords}>
      放文字
    </Button>
  </div>
);
