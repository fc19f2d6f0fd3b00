/**
 * Why the device stands: first a card or the code of a badge, its PIN where terminals ask it, then one of the reasons; what was scanned is
 * good for this once.
 */
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { HttpError, http } from '../../../../runtime/data/http';
import type { CardTaken, PinWanted } from '../../../../schemas/language/wire-station';
import { fetchInit } from '../../login/calls';
import { sealPassword } from '../../login/envelope';
import { Pad } from '../../terminal/Pad';
import styles from '../wall.module.css';

interface Props {
  readonly device: string;
  readonly onClose: () => void;
}
const QUIET = { quiet: true } as const;
const DONE_MS = 1_500;
const PIN_MS = 60_000;

export const StopReason = ({ device, onClose }: Props) => {
  const [card, setCard] = useState<CardTaken>();
  /** what was scanned, while its PIN is asked */
  const [badge, setBadge] = useState<string>();
  const [text, setText] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [isDone, setDone] = useState(false);
  const [error, setError] = useState('');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  useEffect(() => {
    if (card === undefined) return;
    const timer = setTimeout(onClose, card.lasts * 1000);
    return () => clearTimeout(timer);
  }, [card, onClose]);
  useEffect(() => {
    if (badge === undefined || card !== undefined) return;
    const timer = setTimeout(onClose, PIN_MS);
    return () => clearTimeout(timer);
  }, [badge, card, onClose]);
  useEffect(() => {
    if (!isDone) return;
    const timer = setTimeout(onClose, DONE_MS);
    return () => clearTimeout(timer);
  }, [isDone, onClose]);

  // one call at a time, whatever is touched twice
  const once = async (work: () => Promise<void>): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    setError('');
    try {
      await work();
    } catch (cause) {
      setError(cause instanceof HttpError ? cause.msg : '连接不上服务器，请检查网络');
    } finally {
      setBusy(false);
    }
  };
  const handleCard = (event: FormEvent): void => {
    event.preventDefault();
    const read = text.trim();
    setText('');
    if (read !== '') void once(() => take(read));
  };
  const take = async (badge: string, sealed?: object): Promise<void> => {
    const taken = await http.post<CardTaken | PinWanted>('/screen/card', { device, text: badge, ...sealed }, QUIET);
    if ('needsPin' in taken) setBadge(badge);
    else setCard(taken);
  };
  const handlePin = (pin: string): void => {
    if (badge === undefined) return;
    void once(async () => {
      const init = await fetchInit();
      await take(badge, { pwd: await sealPassword(pin, init), keyId: init.keyId });
    });
  };
  const say = (reasonId: string, note: string): void => {
    if (card === undefined) return;
    void once(async () => {
      await http.post('/screen/reason', { token: card.token, reasonId, note: note.trim() || null }, QUIET);
      setDone(true);
    });
  };

  return (
    <div className={styles.sheet} role="dialog" aria-modal="true" aria-label="停机原因" aria-busy={isBusy}>
      <header>
        <b>{device} 停机原因</b>
        <span>{card?.who}</span>
        {isBusy && <span>请稍候</span>}
        <button type="button" className={styles.touch} onClick={onClose}>
          取消
        </button>
      </header>
      {error !== '' && (
        <p className={styles.refused} role="alert">
          {error}
        </p>
      )}
      {isDone ? (
        <p className={styles.none} role="status">
          已保存
        </p>
      ) : card !== undefined ? (
        <Reasons card={card} isBusy={isBusy} onSay={say} />
      ) : badge !== undefined ? (
        <Pin isBusy={isBusy} onEnter={handlePin} onAgain={() => setBadge(undefined)} />
      ) : (
        <form className={styles.scan} onSubmit={handleCard}>
          <label>
            请刷卡，或扫描工牌上的二维码
            <input
              ref={field}
              value={text}
              autoComplete="off"
              inputMode="none"
              onChange={({ target }) => setText(target.value)}
              onBlur={() => field.current?.focus()}
            />
          </label>
        </form>
      )}
    </div>
  );
};

interface PinProps {
  readonly isBusy: boolean;
  readonly onEnter: (pin: string) => void;
  readonly onAgain: () => void;
}
const PIN_LENGTH = 6;
/** Six digits by touch or by keys; the last one enters them. */
const Pin = ({ isBusy, onEnter, onAgain }: PinProps) => {
  const [pin, setPin] = useState('');
  const take = (typed: string): void => {
    setPin(typed.length < PIN_LENGTH ? typed : '');
    if (typed.length === PIN_LENGTH) onEnter(typed);
  };
  return (
    <div className={styles.pin}>
      <div className={styles.pinHead}>
        <span>请输入PIN</span>
        <output aria-label={`已输入${pin.length}位`}>{'●'.repeat(pin.length).padEnd(PIN_LENGTH, '○')}</output>
        <button type="button" className={styles.touch} disabled={isBusy} onClick={onAgain}>
          换卡
        </button>
      </div>
      <Pad value={pin} max={PIN_LENGTH} disabled={isBusy} onChange={take} />
    </div>
  );
};

interface ReasonsProps {
  readonly card: CardTaken;
  readonly isBusy: boolean;
  readonly onSay: (reasonId: string, note: string) => void;
}
/** A touch says it, but where words are wanted beside it. */
const Reasons = ({ card, isBusy, onSay }: ReasonsProps) => {
  const [chosen, setChosen] = useState<string>();
  const [note, setNote] = useState('');
  const handleChoose = (id: string, needsNote: boolean): void => {
    setChosen(needsNote ? id : undefined);
    if (!needsNote) onSay(id, '');
  };
  return (
    <>
      <div className={styles.reasons}>
        {card.reasons.map(({ id, name, needsNote }) => (
          <button
            key={id}
            type="button"
            className={styles.touch}
            disabled={isBusy}
            aria-pressed={id === chosen}
            onClick={() => handleChoose(id, needsNote)}
          >
            {name}
          </button>
        ))}
      </div>
      {chosen !== undefined && (
        <form
          className={styles.scan}
          onSubmit={(event) => {
            event.preventDefault();
            onSay(chosen, note);
          }}
        >
          <label>
            说明
            <input value={note} maxLength={200} onChange={({ target }) => setNote(target.value)} />
          </label>
          <button type="submit" className={styles.touch} disabled={isBusy}>
            保存
          </button>
        </form>
      )}
    </>
  );
};
