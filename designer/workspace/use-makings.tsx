/** New objects, reports, boards, flows and synced tables: the question of each, and what is made of its answer. */
import { type ReactNode, useState } from 'react';
import type { FlowDoc } from '../../schemas/language/flow/document';
import { isDefaultFlow } from '../../schemas/language/flow/document';
import { type MadeChart, NewChart } from '../chart/NewChart';
import { createDocument } from '../commands/index';
import type { DeskView, Outcome } from '../desk/desk';
import type { StoreDesk } from '../desk/store-desk';
import { SyncTables } from '../tables/SyncTables';
import type { Acts } from './acts';
import { NewFlow } from './NewFlow';
import { NewObject } from './NewObject';
import type { Made, Making } from './use-new-object';

interface Options {
  readonly desk: StoreDesk;
  readonly view: DeskView;
  readonly acts: Acts;
  readonly tell: (outcome: Outcome) => boolean;
  /** begins with the question for a new flow */
  readonly flow: boolean;
  /** it was made and is open now */
  readonly onMade: () => void;
}
type Question =
  | { readonly sort: 'object'; readonly making: Making }
  | { readonly sort: 'report' | 'board'; readonly app: string }
  | { readonly sort: 'flow' }
  | { readonly sort: 'tables' };

export interface Makings {
  readonly ask: (question: Question) => void;
  readonly outlet: ReactNode;
}

export function useMakings({ desk, view, acts, tell, flow, onMade }: Options): Makings {
  const [question, setQuestion] = useState<Question | undefined>(flow ? { sort: 'flow' } : undefined);
  const close = (): void => setQuestion(undefined);
  const ask = (next: Question): void => {
    setQuestion(next);
    const app = 'app' in next ? next.app : 'making' in next ? next.making.app : '';
    // nothing of its draft is here yet: what others began in it may be chosen as well
    if (view.open === undefined && app !== '') void desk.prepare(app);
  };
  const make = async ({ app, newApp, doc, ...more }: Made | MadeChart): Promise<boolean> => {
    const dicts = 'dicts' in more ? more.dicts : [];
    const owner = newApp === undefined ? { code: app } : await desk.makeApp(newApp);
    const named = newApp ?? view.apps.find((eachApp) => eachApp.code === app)?.title ?? app;
    if ('refused' in owner) return tell(owner);
    const ready = await desk.prepare(owner.code);
    const made =
      'refused' in ready
        ? ready
        : acts.make({
            app: { code: owner.code, title: named },
            doc,
            ...more,
            dicts: dicts.map((dict) => ({ ...dict, app: owner.code })),
          });
    if ('done' in made) onMade();
    return tell(made);
  };
  const makeFlow: Parameters<typeof NewFlow>[0]['onMake'] = async (doc) => {
    close();
    // it belongs to the app of what it decides
    const app = view.documents.find(({ id }) => id === `object:${doc.object}`)?.app ?? '';
    const ready = await desk.prepare(app);
    const isFirst = ![...view.library.flows.values()].some((flow) => flow.object === doc.object && isDefaultFlow(flow));
    const whole: FlowDoc = isFirst ? { ...doc, binds: [{ default: true }] } : doc;
    const refusal = 'refused' in ready ? undefined : desk.store.run(createDocument, { doc: whole });
    if ('refused' in ready) tell(ready);
    else if (tell(refusal === undefined ? { done: true } : { refused: refusal.reason })) onMade();
  };
  const outlet = (asked: Question): ReactNode => {
    switch (asked.sort) {
      case 'object':
        return <NewObject making={asked.making} view={view} onClose={close} onMake={make} textOf={desk.textOf} />;
      case 'flow':
        return <NewFlow view={view} onClose={close} onMake={makeFlow} />;
      case 'tables':
        return (
          <SyncTables
            view={view}
            onClose={close}
            onNew={(table) => ask({ sort: 'object', making: { app: view.open?.app ?? '', from: 'table', table } })}
          />
        );
      default:
        return <NewChart sort={asked.sort} app={asked.app} view={view} onClose={close} onMake={make} />;
    }
  };
  return { ask, outlet: question === undefined ? null : outlet(question) };
}
