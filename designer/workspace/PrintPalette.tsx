/** Left of the paper: fields and elements to carry onto it, and what stands on it. */
import { type PointerEvent, type RefObject, useMemo, useState } from 'react';
import type { Strip } from '../../schemas/language/print/index';
import { LeftPanel, type LeftTabOf } from '../desk/LeftPanel';
import {
  Contents,
  ElementList,
  elementOffers,
  type Fault,
  FieldTree,
  fieldOffers,
  type Layout,
  type Offer,
} from '../print/index';

type Tab = 'fields' | 'elements' | 'contents';
const TABS: readonly LeftTabOf<Tab>[] = [
  { code: 'fields', title: '字段', hint: '搜索字段' },
  { code: 'elements', title: '元素', hint: '搜索元素' },
  { code: 'contents', title: '大纲', hint: '搜索版面内容' },
];
interface Props {
  readonly layout: Layout;
  readonly strip: Strip;
  readonly search: RefObject<HTMLInputElement | null>;
  readonly selection: readonly string[];
  readonly faults: ReadonlyMap<string, Fault>;
  /** fields bring their titles along */
  readonly labelled: boolean;
  readonly onLabelled: (on: boolean) => void;
  readonly onCarry: (event: PointerEvent, offer: Offer) => void;
  readonly onUse: (offer: Offer) => void;
  readonly onSelect: (addresses: readonly string[]) => void;
}

export const PrintPalette = ({
  layout,
  strip,
  search,
  selection,
  faults,
  onSelect,
  onCarry,
  onUse,
  ...more
}: Props) => {
  const [tab, setTab] = useState<Tab>('fields');
  const groups = useMemo(() => fieldOffers(layout), [layout]);
  const elements = useMemo(() => elementOffers(layout), [layout]);
  return (
    <LeftPanel tab={tab} onTab={setTab} tabs={TABS} search={search}>
      {(query) => {
        if (tab === 'fields')
          return (
            <FieldTree
              groups={groups}
              query={query}
              labelled={more.labelled}
              onLabelled={more.onLabelled}
              onCarry={onCarry}
              onUse={onUse}
            />
          );
        if (tab === 'elements') return <ElementList offers={elements} query={query} onCarry={onCarry} onUse={onUse} />;
        return (
          <Contents
            layout={layout}
            strip={strip}
            query={query}
            selection={selection}
            faults={faults}
            onSelect={onSelect}
          />
        );
      }}
    </LeftPanel>
  );
};
