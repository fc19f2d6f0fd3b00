/** The shell: top bar, side menu, page tabs, and the open pages, of which one is in front. */
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { live } from '../../runtime/data/live';
import { ViewerOutlet } from '../../runtime/files/index';
import { isWall as isBoardWall } from '../routes/public';
import { useStores } from '../session/context';
import { isMessenger } from '../session/host';
import { readValue, writeValue } from '../session/storage';
import styles from './Layout.module.css';
import { PageTabs } from './PageTabs';
import { Palette } from './Palette';
import { SideMenu } from './SideMenu';
import { TopBar } from './TopBar';
import { useFeedback } from './use-feedback';
import { useNavigation } from './use-navigation';
import { WaterMark } from './WaterMark';
import { Workspace } from './Workspace';

const FOLDED = 'menuFolded';
/** px; on a narrower window the menu begins folded */
const ROOMY = 1200;
const embedded = isMessenger();
/** they bring a bar of their own and need the room */
const RENEW_MS = 1_000;
const DESIGNERS: ReadonlySet<string> = new Set(['modelDesigner', 'flowDesigner']);

export const Layout = observer(() => {
  const { session, tabs } = useStores();
  const feedback = useFeedback();
  const navigation = useNavigation(feedback);
  const [folded, setFolded] = useState(() => readValue<boolean>(FOLDED) ?? window.innerWidth < ROOMY);
  const [sliding, setSliding] = useState(false);
  const [searching, setSearching] = useState<'search' | 'scan' | null>(null);

  useEffect(() => {
    const handle = (event: KeyboardEvent): void => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        setSearching('search');
      }
    };
    window.addEventListener('keydown', handle);
    return () => window.removeEventListener('keydown', handle);
  }, []);

  useEffect(() => {
    // rights, menus or settings of the organisation changed; not every browser asks in the same moment
    let soon: ReturnType<typeof setTimeout> | undefined;
    const renew = (): void => {
      clearTimeout(soon);
      soon = setTimeout(() => void session.refresh(), Math.random() * RENEW_MS);
    };
    const leave = live.watch(['user'], { onChange: renew, onGap: renew });
    return () => {
      clearTimeout(soon);
      leave();
    };
  }, [session]);

  const handleFold = (): void => {
    writeValue(FOLDED, !folded);
    setFolded(!folded);
  };
  const handleOpen = (url: string, newWindow = false): void => {
    setSliding(false);
    setSearching(null);
    // large boards stand outside the shell
    if (newWindow || isBoardWall(url)) window.open(`/v2${url}`, '_blank', 'noopener');
    else navigation.open(url);
  };
  const bare = isFloor(tabs.active) || isWall(tabs.active?.url) || DESIGNERS.has(tabs.active?.page ?? '');
  return (
    <div
      className={styles.app}
      data-folded={folded || undefined}
      data-floor={bare || undefined}
      data-embedded={embedded || undefined}
    >
      {!bare && (
        <>
          <TopBar
            session={session}
            tab={tabs.active}
            onSearch={() => setSearching('search')}
            onScan={() => setSearching('scan')}
            onMenu={() => setSliding(!sliding)}
            onOpen={handleOpen}
            onBack={(id) => void navigation.back(id)}
            embedded={embedded}
          />
          {!embedded && (
            <SideMenu
              menus={session.menus}
              path={tabs.active?.url ?? ''}
              menuId={tabs.active?.menuId ?? ''}
              folded={folded}
              open={sliding}
              onFold={handleFold}
              onOpen={handleOpen}
              onDismiss={() => setSliding(false)}
            />
          )}
        </>
      )}
      <main className={styles.main}>
        {!bare && !embedded && (
          <PageTabs tabs={tabs} onShow={navigation.open} onClose={(ids) => void navigation.close(ids)} />
        )}
        <Workspace navigation={navigation} feedback={feedback} />
      </main>
      <WaterMark session={session} page={tabs.active?.page} />
      <ViewerOutlet />
      {searching !== null && (
        <Palette
          session={session}
          scans={searching === 'scan'}
          onOpen={handleOpen}
          onClose={() => setSearching(null)}
        />
      )}
    </div>
  );
});

/** A terminal on the floor shows its tasks or one of them and nothing around; what has none takes the wish off its address (NoFloor). */
const isFloor = (tab?: { readonly page?: string; readonly url: string }): boolean =>
  !/#detail$/.test(tab?.page ?? '') && /\?(.*&)?floor=1(&|$)/.test(tab?.url ?? '');
/** 排产 on the wall: no controls at all. */
const isWall = (url = ''): boolean => /\/taskScheduling\?(.*&)?screen=1(&|$)/.test(url);
