import styles from './Splash.module.css';

/** Shown while the shell arrives; quiet for 300 ms, so a fast start flashes nothing. */
export const Splash = () => (
  <div className={styles.splash} role="status">
    加载中…
  </div>
);
