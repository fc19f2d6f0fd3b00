/**
 * A session that ends when nobody does anything (terminals of the floor, 无操作退出): it says so half a minute before, and what was being
 * written stays its author's draft. Calls of the page itself keep no session alive here: only hands do.
 */
import { useEffect, useState } from 'react';
import { http } from '../../runtime/data/http';
import { useStores } from '../session/context';
import { lastActive, markActive, secondsLeft } from '../session/idle';
import type { SessionStore } from '../session/session';
import { hasSession, idleSeconds } from '../session/tokens';
import styles from './SlowBar.module.css';

const WARN_SECONDS = 30;
const HANDS = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const;

export const IdleGuard = ({ session }: { readonly session: SessionStore }) => {
  const [idle] = useState(idleSeconds);
  return idle === null ? null : <Guard idle={idle} session={session} />;
};

const Guard = ({ idle, session }: { readonly idle: number; readonly session: SessionStore }) => {
  const { tabs } = useStores();
  const [left, setLeft] = useState(idle);
  useEffect(() => {
    markActive();
    const handle = (): void => markActive();
    for (const name of HANDS) window.addEventListener(name, handle, { capture: true, passive: true });
    let told = Date.now();
    let leaving = false;
    const timer = setInterval(() => {
      const [now, last] = [Date.now(), lastActive()];
      const seconds = secondsLeft(idle, last, now);
      setLeft(seconds);
      if (seconds <= 0 && !leaving) {
        leaving = true;
        for (const tab of tabs.tabs) tabs.setDirty(tab.id, false);
        void session.leave().then(() => location.assign('/v2/login'));
      } else if (last > told && now - told > (idle * 1_000) / 4 && hasSession()) {
        // somebody writes for long without a call: the server hears that he is there
        told = now;
        http.get('/sys/role/getRoleId', { quiet: true }).catch(() => undefined);
      }
    }, 1_000);
    return () => {
      clearInterval(timer);
      for (const name of HANDS) window.removeEventListener(name, handle, { capture: true });
    };
  }, [idle, session, tabs]);
  if (left > WARN_SECONDS) return null;
  return (
    <div className={styles.bar} role="alert">
      <span>长时间没有操作，即将自动退出，点击任意处继续</span>
      <span aria-hidden>{Math.max(0, left)} 秒</span>
    </div>
  );
};
