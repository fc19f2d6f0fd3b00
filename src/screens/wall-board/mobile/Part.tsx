import type { ReactNode } from 'react';
import type { WallAnswer } from '../../../../schemas/language/wire-wall';
import styles from './mobile.module.css';

interface PartProps {
  readonly code: string;
  readonly answer: WallAnswer;
  readonly children: Readonly<Record<string, (rows: unknown) => ReactNode>>;
}
/** One block alone: what fails is said in its place. */
export const Part = ({ code, answer, children }: PartProps) => {
  const rows = answer.data[code];
  if (rows === null || rows === undefined) return <p className={styles.none}>加载失败，重试中</p>;
  if (Array.isArray(rows) && rows.length === 0) return <p className={styles.none}>暂无数据</p>;
  return children[code]?.(rows);
};
