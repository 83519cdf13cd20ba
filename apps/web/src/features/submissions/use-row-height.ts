import { useEffect, useState } from 'react';

/** Of two lines each, on a phone of three. In rem: larger letters have higher rows. */
const usual = 2.6875;
const onPhone = 3.75;
const phone = '(max-width: 48em)';

/** The height of every row, px. */
export function useRowHeight(): number {
  const [px, setPx] = useState(height);
  useEffect(() => {
    const query = window.matchMedia(phone);
    const change = (): void => setPx(height);
    query.addEventListener('change', change);
    // No event reports that letters became larger, but an element of their size does.
    const letter = document.createElement('div');
    Object.assign(letter.style, { position: 'fixed', width: '1rem', height: '1rem', visibility: 'hidden' });
    document.body.append(letter);
    const observer = new ResizeObserver(change);
    observer.observe(letter);
    return () => {
      query.removeEventListener('change', change);
      observer.disconnect();
      letter.remove();
    };
  }, []);
  return px;
}

function height(): number {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  return Math.round(rem * (window.matchMedia(phone).matches ? onPhone : usual));
}
