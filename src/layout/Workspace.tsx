/** The open pages. Those behind are hidden, not unmounted: they keep scroll, filter, selection and what was typed. */
import { observer } from 'mobx-react-lite';
import { lazy, Suspense, useMemo } from 'react';
import { type Feedback, type Host, HostContext } from '../../runtime/page/host';
import { PageBoundary } from '../../runtime/page/PageBoundary';
import { PageLoading } from '../../runtime/page/PageStates';
import { NoFloor, PageHost } from '../../runtime/pages/index';
import { CodePrint } from '../screens/code-print/lazy';
import { DeviceWall } from '../screens/device-wall/lazy';
import { EnergyMonitor, isEnergy } from '../screens/energy-monitor/lazy';
import { Home } from '../screens/home/Home';
import { IndexPrint } from '../screens/index-print/lazy';
import { ChangePassword } from '../screens/password/lazy';
import { TaskScheduling } from '../screens/scheduling/lazy';
import { StartProcess } from '../screens/start-process/lazy';
import { isTrace, TraceWorkbench } from '../screens/trace/lazy';
import { useStores } from '../session/context';
import type { Tab } from '../session/tabs';
import type { Navigation } from './use-navigation';
import styles from './Workspace.module.css';

/** Their own chunks, seen by few. */
const Designer = lazy(() => import('../../designer/index').then((module) => ({ default: module.Designer })));

const Personal = lazy(() => import('../screens/personal/Personal').then((module) => ({ default: module.Personal })));

const HomeDesigner = lazy(() =>
  import('../screens/home/HomeDesigner').then((module) => ({ default: module.HomeDesigner })),
);

interface Props {
  readonly navigation: Navigation;
  readonly feedback: Feedback;
}

export const Workspace = observer(({ navigation, feedback }: Props) => {
  const { tabs } = useStores();
  return (
    <div className={styles.pages}>
      {tabs.tabs.map((tab) =>
        tab.visited ? (
          <OpenPage
            key={tab.id}
            tab={tab}
            active={tab.id === tabs.activeId}
            navigation={navigation}
            feedback={feedback}
          />
        ) : null,
      )}
    </div>
  );
});

interface OpenProps extends Props {
  readonly tab: Tab;
  readonly active: boolean;
}

const OpenPage = observer(({ tab, active, navigation, feedback }: OpenProps) => {
  const { session, tabs } = useStores();
  const { id, url, page } = tab;
  const host = useMemo<Host>(
    () => ({
      openPage: (to) => navigation.open(to),
      closePage: ({ toOpener = false } = {}) => void (toOpener ? navigation.back(id) : navigation.close([id])),
      setDirty: (dirty) => tabs.setDirty(id, dirty),
      setTitle: (title) => tabs.setTitle(id, title),
      params: new URLSearchParams(url.split('?')[1] ?? ''),
      setParams: (params, options = {}) => {
        const query = params.toString();
        const path = url.split('?')[0] ?? url;
        navigation.readdress(id, query === '' ? path : `${path}?${query}`, options.replace !== false);
      },
      active,
      urlOf: (code) => session.urlOf(code),
      feedback,
      session: session.host,
    }),
    [navigation, feedback, tabs, session, id, url, active],
  );
  // screens made by hand: none of them has a floor mode
  const coded =
    page === 'home' ? (
      <Home session={session} active={active} onOpen={navigation.open} />
    ) : page === 'personal' ? (
      <Personal session={session} />
    ) : page === 'changePwd' ? (
      <ChangePassword feedback={feedback} />
    ) : page === 'homeDesigner' ? (
      <HomeDesigner session={session} active={active} onOpen={navigation.open} />
    ) : page === 'modelDesigner' ? (
      <Designer onLeave={() => void navigation.back(id)} onPublished={() => void session.refresh()} />
    ) : page === 'startProcess' ? (
      <StartProcess active={active} />
    ) : page === 'codePrint' ? (
      <CodePrint />
    ) : page === 'indexPrint' ? (
      <IndexPrint />
    ) : page === 'taskScheduling' ? (
      <TaskScheduling />
    ) : page === 'dvcwatch' ? (
      <DeviceWall />
    ) : isEnergy(page) ? (
      <EnergyMonitor screen={page} />
    ) : isTrace(page) ? (
      <TraceWorkbench screen={page} />
    ) : page === 'flowDesigner' ? (
      <Designer app="flow" onLeave={() => void navigation.back(id)} onPublished={() => void session.refresh()} />
    ) : undefined;
  return (
    <section className={styles.page} hidden={!active} aria-label={tab.title} data-path={url.split('?')[0]}>
      <HostContext value={host}>
        <PageBoundary>
          {coded === undefined ? (
            <PageHost page={page} />
          ) : (
            <>
              <NoFloor />
              <Suspense fallback={<PageLoading />}>{coded}</Suspense>
            </>
          )}
        </PageBoundary>
      </HostContext>
    </section>
  );
});
