/** The one place where marked-up text reaches the page: as sanitised nodes, never as a string of markup. */
import { useLayoutEffect, useRef } from 'react';
import { sanitised } from './sanitise';

interface Props {
  readonly html: string;
  /** the plain text: shown until the sanitiser is there */
  readonly text: string;
  readonly className?: string;
  /** inside a line of text */
  readonly inline?: boolean;
}

export const SafeHtml = ({ html, text, className, inline = false }: Props) => {
  const place = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    let gone = false;
    const show = (nodes: DocumentFragment): void => {
      if (!gone) place.current?.replaceChildren(nodes);
    };
    const ready = sanitised(html);
    if (ready instanceof Promise) {
      place.current?.replaceChildren(text);
      void ready.then(show);
    } else show(ready);
    return () => {
      gone = true;
    };
  }, [html, text]);
  const Tag = inline ? 'span' : 'div';
  return <Tag ref={place as never} className={className} />;
};
