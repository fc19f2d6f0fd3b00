/** 点选条件: the condition builder of lists over a condition of the document, both ways; the text stays what is stored. */
import { ConfigProvider } from 'antd';
import { useMemo } from 'react';
import { ConditionDrawer } from '../../runtime/list/condition/ConditionDrawer';
import type { Page } from '../../runtime/page/index';
import { type Condition, conditionText, conditionTree } from '../../schemas/language/condition/index';
import type { Place } from './judge';

export interface ConditionDialogProps {
  readonly page: Page;
  readonly place: Place;
  readonly title: string;
  readonly text: string;
  /** '' = no condition */
  readonly onApply: (text: string) => void;
  readonly onClose: () => void;
}

export const ConditionDialog = ({ page, place, title, text, onApply, onClose }: ConditionDialogProps) => {
  const { lib, object } = place.env;
  // a text that does not read stays one expression, so nothing is lost
  const tree = useMemo<Condition | undefined>(
    () => (text === '' ? undefined : (conditionTree(text, { lib, object }).tree ?? { expr: text })),
    [text, lib, object],
  );
  const handleApply = (next: Condition | undefined): void =>
    onApply(next === undefined ? '' : conditionText(next, { lib, object }));
  // a drawer of its own is not as dense as the panel that opened it
  return (
    <ConfigProvider componentSize="middle">
      <ConditionDrawer page={page} title={title} tree={tree} verb="确定" onApply={handleApply} onClose={onClose} />
    </ConfigProvider>
  );
};
