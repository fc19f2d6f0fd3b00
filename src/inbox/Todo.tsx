/** How many approvals wait for the user; a click leads to them. Drawn for those who have such a page. */
import { useQuery } from '@tanstack/react-query';
import { Badge } from 'antd';
import { useEffect } from 'react';
import { live } from '../../runtime/data/live';
import { Icon } from '../../runtime/page/Icon';
import { homeClient } from '../screens/home/client';
import styles from './Bell.module.css';

interface Props {
  /** where they are done */
  readonly url: string;
  readonly onOpen: (url: string) => void;
}
const CARD = 'waiting:flowTask.todo';
const TASKS = 'object:flowTask';

export const Todo = ({ url, onOpen }: Props) => {
  const { data, refetch } = useQuery({
    queryKey: ['todo'],
    queryFn: async () => {
      const [answer] = await homeClient.cards([CARD]);
      return answer !== undefined && 'data' in answer && 'total' in answer.data ? answer.data.total : 0;
    },
    retry: false,
  });
  useEffect(() => {
    const renew = (): void => void refetch();
    return live.watch([TASKS], { onChange: renew, onGap: renew });
  }, [refetch]);
  const count = data ?? 0;
  return (
    <button
      type="button"
      className={`${styles.bell} ${styles.roomy}`}
      title="待办审批"
      aria-label={count > 0 ? `待办审批，${count}件` : '待办审批'}
      onClick={() => onOpen(url)}
    >
      <Badge count={count} size="small" overflowCount={99}>
        <Icon name="todo" />
      </Badge>
    </button>
  );
};
