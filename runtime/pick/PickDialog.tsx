/**
 * The selection window (specification: windowSelect). Search has the focus, Enter takes the only hit or the exact one, a double click
 * picks; of several the chosen ones stand at the right, over all pages. What cannot be taken is grey and says why.
 */
import { SearchOutlined } from '@ant-design/icons';
import { Button, Input, type InputRef, Pagination } from 'antd';
import { useRef } from 'react';
import type { PickRow } from '../data/types';
import { useFirstFocus } from '../page/use-first-focus';
import { DataTable, type TableContext } from '../table/index';
import { PickChosen } from './PickChosen';
import styles from './PickDialog.module.css';
import { PickFrame } from './PickFrame';
import { PickTree } from './PickTree';
import type { PickRequest } from './request';
import { usePick } from './use-pick';
import { PICK_PAGE } from './use-pick-rows';

export interface PickDialogProps {
  readonly request: PickRequest;
  readonly onClose: (rows: readonly PickRow[] | null) => void;
}
const CONTEXT: TableContext = { now: () => '' };

export function PickDialog({ request, onClose }: PickDialogProps) {
  const frame = useRef<HTMLDivElement>(null);
  const search = useRef<InputRef>(null);
  useFirstFocus(search);
  const pick = usePick(request, onClose, frame);
  const { chosen, finish } = pick;
  return (
    <PickFrame
      title={request.title}
      onClose={() => onClose(null)}
      footer={<PickFoot request={request} chosen={chosen} onFinish={finish} onCancel={() => onClose(null)} />}
    >
      <div className={styles.search}>
        <Input
          ref={search}
          allowClear
          size="large"
          prefix={<SearchOutlined />}
          placeholder="输入编码、名称查找"
          aria-label="查找"
          value={pick.text}
          onChange={(event) => pick.setText(event.target.value)}
          onKeyDown={pick.handleSearchKey}
        />
      </div>
      <div className={styles.body} ref={frame}>
        {request.tree !== undefined && (
          <PickTree object={request.tree} load={request.loadTree} chosen={pick.node} onChoose={pick.setNode} />
        )}
        <div className={styles.middle}>
          <DataTable
            label={request.title}
            {...pick.table}
            context={CONTEXT}
            rowHeight={32}
            onDoubleClick={pick.pick}
            onEnter={pick.handleEnter}
            empty={pick.text === '' ? undefined : '没有符合条件的数据'}
          />
          {pick.total > pick.table.rows.length && (
            <div className={styles.pages}>
              <span>共 {pick.total} 条</span>
              <Pagination
                size="small"
                simple
                current={pick.page}
                pageSize={PICK_PAGE}
                total={pick.total}
                onChange={pick.setPage}
              />
            </div>
          )}
        </div>
        {request.many && (
          <PickChosen chosen={chosen} columns={request.columns} onClear={pick.clear} onDrop={pick.drop} />
        )}
      </div>
    </PickFrame>
  );
}

interface FootProps {
  readonly request: PickRequest;
  readonly chosen: readonly PickRow[];
  readonly onFinish: (rows: readonly PickRow[]) => void;
  readonly onCancel: () => void;
}
/** The keys that work here, and the two ways out. */
function PickFoot({ request: { many, whole }, chosen, onFinish, onCancel }: FootProps) {
  return (
    <div className={styles.foot}>
      <span className={styles.hint}>
        <kbd>↑</kbd>
        <kbd>↓</kbd>移动
      </span>
      {many && (
        <span className={styles.hint}>
          <kbd>空格</kbd>选择
        </span>
      )}
      <span className={styles.hint}>
        <kbd>Enter</kbd>
        {many ? '加入' : '选定'}
      </span>
      <span className={styles.grow} />
      <Button onClick={onCancel}>取消</Button>
      <Button type="primary" disabled={chosen.length === 0 && whole !== true} onClick={() => onFinish(chosen)}>
        {many && whole !== true && chosen.length > 0 ? `加入 ${chosen.length} 行` : '确定'}
      </Button>
    </div>
  );
}
