import { useEffect, useState } from 'react';

/** Of two lines each, on a phone of three. In rem: whoever reads larger letters has higher rows. */
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
    return () => query.removeEventListener('change', change);
  }, []);
  return px;
}

function height(): number {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  return Math.round(rem * (window.matchMedia(phone).matches ? onPhone : usual));
}
