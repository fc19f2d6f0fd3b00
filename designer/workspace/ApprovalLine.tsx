/** Above the actions of an object: whether a flow approves it, one gesture that makes it so, and the way to its flow. */
import { Button } from 'antd';
import type { HostSession } from '../../runtime/page/index';
import { auditWayOf } from '../../schemas/language/offered';
import { approvalOf, enableApproval } from '../commands/index';
import type { DeskView } from '../desk/desk';
import type { Writing } from '../desk/writing';
import { Glyph } from '../Glyph';
import styles from './approval.module.css';

interface Props {
  readonly view: DeskView;
  readonly writing: Writing;
  readonly session: Pick<HostSession, 'sys'>;
  readonly onOpen: (id: string) => void;
}
export const ApprovalLine = ({ view, writing, session, onOpen }: Props) => {
  const id = view.open?.id;
  if (id === undefined || view.object === undefined) return null;
  const { on, flow } = approvalOf(writing.state(), id, auditWayOf(view.object, (key) => session.sys(key)) === 'flow');
  // a shipped object without audit cannot be given one
  if (!on && !view.object.audited && view.open?.own === false) return null;
  return (
    <section className={styles.line} aria-label="审批">
      <b>审批</b>
      {on && flow !== undefined ? (
        <>
          <span>提交后走「{flow.title}」，通过即审核</span>
          <Button size="small" onClick={() => onOpen(flow.id)}>
            <Glyph name="branch" /> 打开流程
          </Button>
        </>
      ) : (
        <>
          <span>
            {flow === undefined
              ? '未启用：启用后有一个由部门负责人审批的流程，发布后生效'
              : `未启用：启用后提交的单据走「${flow.title}」，发布后生效`}
          </span>
          {view.readonly === undefined && (
            <Button size="small" type="primary" onClick={() => void writing.run(enableApproval, undefined)}>
              启用审批
            </Button>
          )}
        </>
      )}
    </section>
  );
};
