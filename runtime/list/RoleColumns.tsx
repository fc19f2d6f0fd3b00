/** 设为角色默认: the columns as they stand here for everybody of a role who set none himself. */
import { useQuery } from '@tanstack/react-query';
import { Button, Modal, Select } from 'antd';
import { useState } from 'react';
import { HttpError } from '../data/http';
import { recordClient } from '../data/record-client';
import { rem, useHost } from '../page/index';
import styles from './SaveScheme.module.css';

interface Props {
  /** null = the role has none any more */
  readonly onSave: (role: string, kept: boolean) => Promise<unknown>;
  readonly onClose: () => void;
}

export const RoleColumns = ({ onSave, onClose }: Props) => {
  const { feedback } = useHost();
  const [role, setRole] = useState<string>();
  const [busy, setBusy] = useState(false);
  const roles = useQuery({
    queryKey: ['object', 'role', 'list', 'schemes'],
    queryFn: () => recordClient.list('role', { current: 1, size: 200, columns: ['code', 'name'] }, { quiet: true }),
  });
  const save = async (kept: boolean): Promise<void> => {
    if (role === undefined) return;
    setBusy(true);
    try {
      await onSave(role, kept);
      feedback.success(kept ? '已设为角色默认' : '已取消角色默认');
      onClose();
    } catch (error) {
      feedback.error(error instanceof HttpError ? error.msg : '保存失败，请重试');
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      centered
      title="设为角色默认"
      width={rem(440)}
      maskClosable={false}
      onCancel={onClose}
      footer={[
        <Button key="drop" disabled={role === undefined || busy} onClick={() => void save(false)}>
          取消该角色的默认
        </Button>,
        <Button key="save" type="primary" disabled={role === undefined} loading={busy} onClick={() => void save(true)}>
          确定
        </Button>,
      ]}
    >
      <div className={styles.form}>
        <label className={styles.field}>
          <span>角色</span>
          <Select
            value={role ?? null}
            placeholder="请选择"
            loading={roles.isPending}
            aria-label="角色"
            options={(roles.data?.records ?? []).map((row) => ({ value: String(row.code), label: String(row.name) }))}
            onChange={(code) => setRole(code ?? undefined)}
          />
        </label>
        <p>该角色中没有自己设置过列的人，将看到现在的列、顺序和列宽。</p>
      </div>
    </Modal>
  );
};
