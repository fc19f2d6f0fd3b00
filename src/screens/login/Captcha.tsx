/** The picture and its answer. The drawing is shown as an image: nothing of it becomes part of the page. */
import { useCallback, useEffect, useState } from 'react';
import { http } from '../../../runtime/data/http';
import styles from './login.module.css';

export interface CaptchaAnswer {
  readonly captchaId: string;
  readonly captcha: string;
}
interface Props {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onPicture: (captchaId: string) => void;
  /** another number fetches another picture: each is good for one try */
  readonly turn: number;
}

export const Captcha = ({ value, onChange, onPicture, turn }: Props) => {
  const [src, setSrc] = useState('');
  const load = useCallback(() => {
    http.get<{ captchaId: string; svg: string }>('/sys/captcha', { open: true, quiet: true }).then(
      ({ captchaId, svg }) => {
        onPicture(captchaId);
        // an image has no colour of the page around it
        setSrc(`data:image/svg+xml,${encodeURIComponent(svg.replace('currentColor', '#5b6675'))}`);
      },
      () => setSrc(''),
    );
  }, [onPicture]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the turn is what asks for another one
  useEffect(load, [load, turn]);
  return (
    <>
      <label className={styles.label} htmlFor="captcha">
        图形验证码
      </label>
      <div className={styles.captcha}>
        <input
          id="captcha"
          className={styles.input}
          value={value}
          maxLength={4}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          onChange={(event) => onChange(event.target.value)}
        />
        <button type="button" title="看不清，换一张" aria-label="看不清，换一张" onClick={load}>
          {src === '' ? <span>重新获取</span> : <img src={src} alt="图形验证码" />}
        </button>
      </div>
    </>
  );
};
