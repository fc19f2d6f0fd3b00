/** What the tasks lead to opens without network, too, looked at or not: its document, and what its scans and tiles offer, stay on the device (30 §7). */
import { useEffect, useMemo, useState } from 'react';
import type { WireRecord } from '../data/types';
import { FormModel } from '../form/form-model';
import { useHost } from '../page/host';
import type { Page } from '../page/types';
import { documentOf, usePage } from '../page/use-page';
import { createPickDesk } from '../pick/desk';
import { floorPlan } from './floor-form';
import { useKeptScans, useKeptTiles } from './kept-picks';

export function WarmPages({ page: { object } }: { readonly page: Page }) {
  const codes = useMemo(() => {
    const opened = Object.values(object.actions).flatMap(({ open }) =>
      open?.page?.endsWith('#edit') ? open.page : [],
    );
    return object.floor?.offline === true ? [...new Set([object.object, ...opened.map(documentOf)])] : [];
  }, [object]);
  return codes.map((code) => <WarmPage key={code} code={code} />);
}

/** Who may not see it has none. */
function WarmPage({ code }: { readonly code: string }) {
  const state = usePage(code);
  return state.status === 'ready' && state.page.object.floor?.offline === true ? <Offers page={state.page} /> : null;
}

function Offers({ page }: { readonly page: Page }) {
  const { feedback } = useHost();
  const plan = useMemo(() => floorPlan(page.object), [page]);
  const [model] = useState(
    () => new FormModel({ page, wire: {} as WireRecord, fresh: true, feedback, desk: createPickDesk() }),
  );
  useEffect(() => () => model.dispose(), [model]);
  useKeptScans(model, plan.scan, true);
  useKeptTiles(model, plan.tiles);
  return null;
}
