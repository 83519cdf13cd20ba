import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { SpanList } from './span-card.tsx';

it.each([
  [true, 'part of the time shown is in steps, zoom in on it.'],
  [false, 'within the time shown.'],
])('says where a submission is looked for, with steps: %s', (hasSteps, words) => {
  const html = renderToStaticMarkup(<SpanList spans={[]} now={0} hasSteps={hasSteps} />);
  expect(html).toContain(words);
  expect(html).not.toContain('is known');
});
