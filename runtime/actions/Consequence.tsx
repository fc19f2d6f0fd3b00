/** What an action will do, over the answers it asks for: who agrees has read it. */
import { Alert } from 'antd';
import styles from './Consequence.module.css';

interface Props {
  /** the action's `confirm`; null = it says nothing */
  readonly text: string | null;
  readonly danger: boolean;
}

export const Consequence = ({ text, danger }: Props) =>
  text === null ? null : (
    <Alert className={styles.box ?? ''} type={danger ? 'warning' : 'info'} showIcon message={text} />
  );
