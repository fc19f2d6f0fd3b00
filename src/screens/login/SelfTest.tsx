/** 环境自检: what this browser and its way to the server can do. It tells no secrets, counts or names. */
import { useCallback, useEffect, useState } from 'react';
import { fetchInit } from './calls';
import styles from './login.module.css';

type Result = '正常' | '提示' | '失败';
interface Line {
  readonly title: string;
  readonly result: Result;
  readonly text: string;
}
const LONGEST_DRIFT_S = 60;
const NARROW = 1280;
const OLDEST_CHROMIUM = 110;

const line = (title: string, result: Result, text: string): Line => ({ title, result, text });

const serverLines = async (): Promise<readonly Line[]> => {
  const began = performance.now();
  try {
    const { version, serverTime } = await fetchInit();
    const took = Math.round(performance.now() - began);
    // half of the way there and back
    const drift = Math.round(Math.abs(Date.now() - took / 2 - serverTime) / 1_000);
    return [
      line('接口连通', '正常', `${took} 毫秒`),
      line('版本', '正常', version),
      line(
        '服务器时间差',
        drift > LONGEST_DRIFT_S ? '失败' : '正常',
        `${drift} 秒${drift > LONGEST_DRIFT_S ? '，请校准本机时间' : ''}`,
      ),
    ];
  } catch {
    return [line('接口连通', '失败', '连接不上服务器，请检查网络，或联系管理员确认服务已启动')];
  }
};
const databaseLine = async (): Promise<Line> => {
  try {
    const answer = await fetch('/ready', { cache: 'no-store' });
    return answer.ok ? line('数据库', '正常', '可用') : line('数据库', '失败', '服务器还没有准备好，请联系管理员');
  } catch {
    return line('数据库', '失败', '连接不上服务器');
  }
};
const hasStorage = (): boolean => {
  try {
    localStorage.setItem('millwright.test', '1');
    localStorage.removeItem('millwright.test');
    return true;
  } catch {
    return false;
  }
};
const browserLine = (): Line => {
  const [, chromium] = /Chrom(?:e|ium)\/(\d+)/.exec(navigator.userAgent) ?? [];
  const [, firefox] = /Firefox\/(\d+)/.exec(navigator.userAgent) ?? [];
  const [, safari] = /Version\/(\d+)[\d.]* .*Safari/.exec(navigator.userAgent) ?? [];
  if (chromium !== undefined && Number(chromium) < OLDEST_CHROMIUM)
    return line('浏览器内核', '失败', `Chromium ${chromium}，请升级到 ${OLDEST_CHROMIUM} 以上`);
  const name = chromium
    ? `Chromium ${chromium}`
    : firefox
      ? `Firefox ${firefox}`
      : safari
        ? `Safari ${safari}`
        : undefined;
  return name === undefined
    ? line('浏览器内核', '提示', '未识别，建议使用 Chrome 或 Edge')
    : line('浏览器内核', '正常', name);
};
const ownLines = (): readonly Line[] => {
  const { width, height } = window.screen;
  const hasStream = typeof ReadableStream === 'function' && 'body' in Response.prototype;
  const hasCamera = window.isSecureContext && navigator.mediaDevices !== undefined;
  return [
    hasStream
      ? line('实时通道', '正常', '浏览器支持，登录后建立')
      : line('实时通道', '提示', '浏览器不支持，数据按间隔刷新'),
    browserLine(),
    hasStorage()
      ? line('本地存储', '正常', '可用')
      : line('本地存储', '失败', '被浏览器禁用，无法登录，请允许本站存储数据'),
    hasCamera
      ? line('摄像头扫码', '正常', '可用，首次使用时需允许')
      : line(
          '摄像头扫码',
          '提示',
          window.isSecureContext ? '没有摄像头，可用扫码枪' : '须用https地址打开才能使用，扫码枪不受影响',
        ),
    typeof window.print === 'function' ? line('打印', '正常', '可用') : line('打印', '失败', '浏览器不支持打印'),
    width < NARROW
      ? line('屏幕分辨率', '提示', `${width} × ${height}，建议宽度不小于 ${NARROW}`)
      : line('屏幕分辨率', '正常', `${width} × ${height}`),
  ];
};

export const SelfTest = () => {
  const [lines, setLines] = useState<readonly Line[] | null>(null);
  const [said, setSaid] = useState('');
  const run = useCallback((): void => {
    setLines(null);
    setSaid('');
    void Promise.all([serverLines(), databaseLine()]).then(([server, database]) =>
      setLines([...server.slice(0, 1), database, ...server.slice(1), ...ownLines()]),
    );
  }, []);
  useEffect(run, [run]);
  const handleCopy = (): void => {
    const text = (lines ?? []).map(({ title, result, text: more }) => `${title}\t${result}\t${more}`).join('\n');
    const failed = (): void => setSaid('浏览器不允许复制，请手工选取');
    // only where the page came over https
    if (navigator.clipboard === undefined) failed();
    else navigator.clipboard.writeText(text).then(() => setSaid('已复制'), failed);
  };
  return (
    <main className={styles.test}>
      <h1>环境自检</h1>
      <table aria-busy={lines === null}>
        <thead>
          <tr>
            <th>项目</th>
            <th>结果</th>
            <th>说明</th>
          </tr>
        </thead>
        <tbody>
          {(lines ?? []).map(({ title, result, text }) => (
            <tr key={title}>
              <td>{title}</td>
              <td data-result={result}>{result}</td>
              <td>{text}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        <button type="button" className={styles.plainButton} disabled={lines === null} onClick={handleCopy}>
          复制结果
        </button>
        <button type="button" className={styles.plainButton} disabled={lines === null} onClick={run}>
          重新检查
        </button>
        <a href="/v2/login">返回登录</a>
        <span role="status">{lines === null ? '正在检查…' : said}</span>
      </p>
    </main>
  );
};
