/** Greets with name and date; what waits for the user first, with a way to those rows; then the granted pages as shortcuts. */
import { observer } from 'mobx-react-lite';
import { factoryTime } from '../../../runtime/page/factory-time';
import { Icon } from '../../../runtime/page/Icon';
import type { MenuNode } from '../../session/menus';
import type { SessionStore } from '../../session/session';
import styles from './Home.module.css';
import { KpiCards } from './KpiCards';
import { WaitingCards } from './WaitingCards';

interface Props {
  readonly session: SessionStore;
  /** the tab of this page is in front */
  readonly active: boolean;
  readonly onOpen: (url: string) => void;
}
const DAYS = ['星期日', '星期一', '星期二', '星期三', '星期四', '星期五', '星期六'] as const;

export const Home = observer(({ session, active, onOpen }: Props) => {
  const [date = '', time = ''] = factoryTime(session.now()).split(' ');
  const weekday = DAYS[new Date(`${date}T12:00:00Z`).getUTCDay()];
  const groups = session.menus.filter((menu) => leaves(menu).length > 0);
  return (
    <div className={styles.home}>
      <header className={styles.hello}>
        <h1>
          {greeting(Number(time.slice(0, 2)))}，{session.nickName}
        </h1>
        <span>
          {date} {weekday}
        </span>
      </header>
      <WaitingCards session={session} active={active} onOpen={onOpen} />
      <KpiCards session={session} active={active} onOpen={onOpen} />
      <div className={styles.groups}>
        {groups.map((menu) => (
          <section key={menu.id} className={styles.panel} aria-label={menu.name}>
            <h2>
              <Icon name={menu.icon || 'folder'} />
              {menu.name}
            </h2>
            <div className={styles.tiles}>
              {leaves(menu).map((leaf) => (
                <button
                  key={leaf.id}
                  type="button"
                  className={styles.tile}
                  onClick={() => leaf.url && onOpen(leaf.url)}
                >
                  {leaf.name}
                </button>
              ))}
            </div>
          </section>
        ))}
      </div>
      {groups.length === 0 && (
        <section className={styles.panel}>
          <p className={styles.none}>还没有可用的功能，请联系管理员分配角色。</p>
        </section>
      )}
    </div>
  );
});

const leaves = (node: MenuNode): readonly MenuNode[] => [
  ...(node.url === null ? [] : [node]),
  ...node.children.flatMap(leaves),
];

const greeting = (hour: number): string => {
  if (hour < 6) return '夜里好';
  if (hour < 11) return '早上好';
  if (hour < 13) return '中午好';
  return hour < 18 ? '下午好' : '晚上好';
};
