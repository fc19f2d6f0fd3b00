/**
 * 排产 (30 §3, board): where work stands on the machines of a workshop and why. Moved by hand with the server's word on each place, counted
 * anew by a run, tried in scenarios. A phone gets a list per resource, `?screen=1` the next eight hours for the wall.
 */
import { Button, Input, Modal } from 'antd';
import { useState } from 'react';
import { PageTitle, useHost, useNarrow } from '../../../runtime/page/index';
import { PageFault, PageLoading } from '../../../runtime/page/PageStates';
import { BoardDesk } from './BoardDesk';
import { LargeScreen } from './LargeScreen';
import { PhoneBoard } from './PhoneBoard';
import styles from './scheduling.module.css';
import { useBoard } from './use-board';

export const TaskScheduling = () => {
  const override = useOverride();
  const board = useBoard(override.ask);
  const narrow = useNarrow();
  const { workshops, desk, address } = board;
  if (workshops.error !== null && workshops.data === undefined)
    return <PageFault error={workshops.error} onRetry={() => void workshops.refetch()} />;
  if (workshops.data === undefined) return <PageLoading />;
  if (workshops.data.length === 0)
    return (
      <div className={styles.none}>
        <PageTitle title="排产" />
        <p role="status">没有您能看到的车间：车间在工厂建模中建立，能看到哪些由角色的数据范围决定</p>
      </div>
    );
  if (desk.plan === undefined)
    return desk.error === null ? <PageLoading /> : <PageFault error={desk.error} onRetry={() => void desk.refresh()} />;
  return (
    <>
      {address.screen ? (
        <LargeScreen board={board} plan={desk.plan} />
      ) : narrow ? (
        <PhoneBoard board={board} plan={desk.plan} />
      ) : (
        <BoardDesk board={board} plan={desk.plan} />
      )}
      {override.outlet}
    </>
  );
};

/** Confirming beyond the capacity of a resource: with the right to it and a reason that is kept. */
const useOverride = () => {
  const { session } = useHost();
  const [asked, setAsked] = useState<{ readonly text: string; readonly answer: (reason: string | null) => void }>();
  const [reason, setReason] = useState('');
  const ask = (text: string): Promise<string | null | undefined> =>
    session.can('scheduleTask:override')
      ? new Promise((resolve) => {
          setReason('');
          setAsked({ text, answer: resolve });
        })
      : Promise.resolve(undefined);
  const close = (answer: string | null): void => {
    asked?.answer(answer);
    setAsked(undefined);
  };
  const outlet = (
    <Modal
      open={asked !== undefined}
      title="提示"
      centered
      maskClosable={false}
      onCancel={() => close(null)}
      footer={[
        <Button key="no" onClick={() => close(null)}>
          取消
        </Button>,
        <Button key="yes" danger type="primary" disabled={reason.trim() === ''} onClick={() => close(reason.trim())}>
          超载确认
        </Button>,
      ]}
    >
      <p>{asked?.text}</p>
      <label className={styles.field}>
        超载原因
        <Input value={reason} maxLength={200} autoFocus onChange={(event) => setReason(event.target.value)} />
      </label>
    </Modal>
  );
  return { ask, outlet };
};
