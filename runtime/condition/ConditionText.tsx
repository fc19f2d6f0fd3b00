/** 点选条件 over a text: the builder both ways; the text stays what is stored, '' = no condition. */
import { useMemo } from 'react';
import {
  type Condition,
  type ConditionPlace,
  conditionText,
  conditionTree,
} from '../../schemas/language/condition/index';
import type { Page } from '../page/index';
import { ConditionDrawer } from './ConditionDrawer';

export interface ConditionTextProps {
  readonly page: Page;
  readonly place: ConditionPlace;
  readonly title: string;
  readonly text: string;
  readonly onApply: (text: string) => void;
  readonly onClose: () => void;
}

export const ConditionText = ({ page, place, title, text, onApply, onClose }: ConditionTextProps) => {
  // a text that does not read stays one expression, so nothing is lost
  const tree = useMemo<Condition | undefined>(
    () => (text === '' ? undefined : (conditionTree(text, place).tree ?? { expr: text })),
    [text, place],
  );
  const handleApply = (next: Condition | undefined): void =>
    onApply(next === undefined ? '' : conditionText(next, place));
  return <ConditionDrawer page={page} title={title} tree={tree} verb="确定" onApply={handleApply} onClose={onClose} />;
};
