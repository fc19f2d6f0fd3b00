/** The bar of the designer: where one is, which side of the object is on the sheet, how wide, as whom; undo, problems, saved, publish. */
import { Button, Tooltip } from 'antd';
import type { ReactNode } from 'react';
import { Glyph } from '../Glyph';
import type { DeskProblem, DeskView, Saved } from './desk';
import styles from './topbar.module.css';

export interface Role {
  readonly id: string;
  readonly name: string;
}
export interface TopBarProps {
  readonly view: DeskView;
  /** what the open document belongs to, before its title */
  readonly of?: string | undefined;
  /** what this sort of document offers between its title and undo */
  readonly children?: ReactNode;
  readonly onHome: () => void;
  readonly onTree: () => void;
  readonly onUndo: () => void;
  readonly onRedo: () => void;
  readonly onProblems: () => void;
  /** absent until something can be published */
  readonly onPublish?: (() => void) | undefined;
  readonly onRetry: () => void;
}
export const TopBar = (props: TopBarProps) => {
  const { view, of } = props;
  const { open } = view;
  const app = view.apps.find((app) => app.code === open?.app);
  return (
    <header className={styles.top}>
      <button type="button" className={styles.mark} aria-label="离开设计器" title="离开设计器" onClick={props.onHome}>
        <i data-letter="工" />
      </button>
      {open === undefined ? (
        <button type="button" className={styles.crumb} onClick={props.onTree} title="打开其他对象">
          <b>应用与对象</b>
          <Glyph name="down" />
        </button>
      ) : (
        <h1 className={styles.place}>
          <button type="button" className={styles.crumb} onClick={props.onTree} title="打开其他对象">
            <span>{app?.title ?? '应用'}</span>
            <i>›</i>
            {of !== undefined && (
              <>
                <span>{of}</span>
                <i>›</i>
              </>
            )}
            <b>{open.title}</b>
            <Glyph name="down" />
          </button>
        </h1>
      )}
      {open !== undefined && (
        <>
          {view.readonly !== undefined && (
            <span className={styles.tag} title={view.readonly}>
              只读
            </span>
          )}
          <span className={styles.tag}>
            {open.fresh ? (open.sort === 'object' ? '新对象' : '未发布') : open.changed ? '草稿' : '已发布'}
          </span>
          {props.children}
          <i className={styles.rule} />
          <Tooltip title="撤销 Ctrl+Z">
            <button
              type="button"
              className={styles.icon}
              aria-label="撤销"
              disabled={!view.canUndo}
              onClick={props.onUndo}
            >
              <Glyph name="undo" />
            </button>
          </Tooltip>
          <Tooltip title="重做 Ctrl+Y">
            <button
              type="button"
              className={styles.icon}
              aria-label="重做"
              disabled={!view.canRedo}
              onClick={props.onRedo}
            >
              <Glyph name="redo" />
            </button>
          </Tooltip>
          <ProblemCount problems={view.problems} onShow={props.onProblems} />
          <i className={styles.rule} />
          <Others names={view.others} />
          <SavedLine view={view} onRetry={props.onRetry} />
          {props.onPublish !== undefined && (
            <Button type="primary" disabled={view.gone !== undefined} title={view.gone} onClick={props.onPublish}>
              {view.readonly === undefined ? '发布' : '版本'}
            </Button>
          )}
        </>
      )}
    </header>
  );
};

interface CountProps {
  readonly problems: readonly DeskProblem[];
  readonly onShow: () => void;
}
const ProblemCount = ({ problems, onShow }: CountProps) => {
  const errors = problems.filter((problem) => problem.level === 'error').length;
  const level = errors > 0 ? 'bad' : problems.length > 0 ? 'warn' : 'ok';
  return (
    <button type="button" className={styles.problems} data-level={level} onClick={onShow}>
      <Glyph name={level === 'bad' ? 'error' : level === 'warn' ? 'warning' : 'check'} />
      {level === 'bad' ? `${errors} 个问题` : level === 'warn' ? `${problems.length} 个提醒` : '没有问题'}
    </button>
  );
};

/** Who works in the same draft. */
const Others = ({ names }: { readonly names: readonly string[] }) =>
  names.length === 0 ? null : (
    <span className={styles.others} role="status" title={`${names.join('、')} 也在编辑`}>
      <b>{names.length > 2 ? `${names.slice(0, 2).join('、')}等 ${names.length} 人` : names.join('、')}</b> 也在编辑
    </span>
  );

/** Whether what was done is safe. */
const SavedLine = ({ view: { saved, gone }, onRetry }: { readonly view: DeskView; readonly onRetry: () => void }) => {
  if (saved.state === 'saving')
    return (
      <span className={styles.saved} role="status">
        正在保存…
      </span>
    );
  if (saved.state === 'saved' && gone !== undefined)
    return (
      <span className={styles.unsaved} role="status" title={gone}>
        <Glyph name="warning" />
        连不上服务器
      </span>
    );
  if (saved.state === 'saved')
    return (
      <span className={styles.saved} role="status">
        {saved.at === null ? '' : `已保存 ${new Date(saved.at).toTimeString().slice(0, 5)}`}
      </span>
    );
  return (
    <button type="button" className={styles.unsaved} onClick={onRetry} title={saved.text}>
      <Glyph name="warning" />
      {unsavedText(saved)}
    </button>
  );
};
const unsavedText = ({ state, kept }: Extract<Saved, { readonly kept: boolean }>): string => {
  if (!kept) return state === 'offline' ? '已离线，浏览器存储已满，请勿关闭页面' : '保存失败，请勿关闭页面，重试';
  return state === 'offline' ? '已离线，修改保存在本机' : '保存失败，重试';
};
