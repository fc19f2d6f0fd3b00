/** Left: what can be put on the paper. Dragged there, or by Enter and double click behind what is already in the chosen band. */
import { Switch } from 'antd';
import { type PointerEvent, useState } from 'react';
import { Glyph } from '../Glyph';
import type { Offer, OfferGroup } from './offers';
import styles from './print.module.css';

interface Props {
  readonly groups: readonly OfferGroup[];
  readonly query: string;
  readonly labelled: boolean;
  readonly onLabelled: (on: boolean) => void;
  readonly onCarry: (event: PointerEvent, offer: Offer) => void;
  readonly onUse: (offer: Offer) => void;
}

export const FieldTree = ({ groups, query, labelled, onLabelled, onCarry, onUse }: Props) => {
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const wanted = query.trim().toLowerCase();
  const fits = ({ title, key }: Offer): boolean => `${title} ${key}`.toLowerCase().includes(wanted);
  const toggle = (set: ReadonlySet<string>, key: string): ReadonlySet<string> => {
    const next = new Set(set);
    if (!next.delete(key)) next.add(key);
    return next;
  };
  const shown = groups
    .map((group) => ({
      ...group,
      offers: group.offers.filter(
        (offer) =>
          wanted === '' ||
          fits(offer) ||
          innerOf(group, offer)?.offers.some(fits) === true ||
          group.title.includes(wanted),
      ),
    }))
    .filter((group) => group.offers.length > 0);
  return (
    <div className={styles.list}>
      <label className={styles.option}>
        <Switch size="small" checked={labelled} onChange={onLabelled} aria-label="拖入时带标题" />
        拖入时带标题
      </label>
      {shown.map((group) => (
        <section key={group.key} aria-label={group.title}>
          <button
            type="button"
            className={styles.head}
            aria-expanded={wanted !== '' || !folded.has(group.key)}
            onClick={() => setFolded(toggle(folded, group.key))}
          >
            <Glyph name={folded.has(group.key) && wanted === '' ? 'right' : 'down'} />
            {group.title}
            <em>{group.offers.length}</em>
          </button>
          {(wanted !== '' || !folded.has(group.key)) &&
            group.offers.map((offer) => {
              const inner = innerOf(group, offer);
              const isOpen = inner !== undefined && (opened.has(inner.key) || (wanted !== '' && !fits(offer)));
              return (
                <div key={offer.key}>
                  <Entry
                    offer={offer}
                    onCarry={onCarry}
                    onUse={onUse}
                    open={inner === undefined ? undefined : isOpen}
                    onToggle={() => inner !== undefined && setOpened(toggle(opened, inner.key))}
                  />
                  {isOpen && (
                    <div className={styles.inner}>
                      {inner.offers
                        .filter((eachOffer) => wanted === '' || fits(eachOffer) || fits(offer))
                        .map((offer) => (
                          <Entry key={offer.key} offer={offer} onCarry={onCarry} onUse={onUse} />
                        ))}
                    </div>
                  )}
                </div>
              );
            })}
        </section>
      ))}
      {shown.length === 0 && <p className={styles.none}>没有找到</p>}
    </div>
  );
};
/** Fields of the record that a field refers to. */
const innerOf = ({ inner }: OfferGroup, { key, rows }: Offer): OfferGroup | undefined => {
  const field = key.split(/[:.]/).at(-1);
  return key.startsWith('field:') && key.includes('.')
    ? undefined
    : inner?.find((group) => group.key === (rows === undefined ? field : `${rows}.${field}`));
};

interface EntryProps {
  readonly offer: Offer;
  readonly onCarry: Props['onCarry'];
  readonly onUse: Props['onUse'];
  readonly open?: boolean | undefined;
  readonly onToggle?: () => void;
}
const Entry = ({ offer, onCarry, onUse, open, onToggle }: EntryProps) => (
  <div className={styles.entry}>
    <button
      type="button"
      data-offer={offer.key}
      title={offer.closed ?? `${offer.title}：拖到版面上，或双击、按回车添加`}
      aria-disabled={offer.closed !== undefined}
      onPointerDown={(event) => {
        if (event.button === 0 && offer.closed === undefined) onCarry(event, offer);
      }}
      onDoubleClick={() => offer.closed === undefined && onUse(offer)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || offer.closed !== undefined) return;
        event.preventDefault();
        onUse(offer);
      }}
    >
      <Glyph name={offer.icon} />
      <span>{offer.title}</span>
    </button>
    {open !== undefined && (
      <button
        type="button"
        className={styles.twist}
        aria-expanded={open}
        aria-label={`${offer.title}的字段`}
        onClick={onToggle}
      >
        <Glyph name={open ? 'down' : 'right'} />
      </button>
    )}
  </div>
);

interface ElementsProps {
  readonly offers: readonly Offer[];
  readonly query: string;
  readonly onCarry: Props['onCarry'];
  readonly onUse: Props['onUse'];
}
export const ElementList = ({ offers, query, onCarry, onUse }: ElementsProps) => {
  const shown = offers.filter((offer) => offer.title.includes(query.trim()));
  return (
    <div className={styles.list}>
      {shown.map((offer) => (
        <Entry key={offer.key} offer={offer} onCarry={onCarry} onUse={onUse} />
      ))}
      {shown.length === 0 && <p className={styles.none}>没有找到</p>}
    </div>
  );
};
