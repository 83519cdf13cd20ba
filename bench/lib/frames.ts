/** The distances between a page's frames, by its own clock, ms: what a person sees as stuttering. */
import type { Page } from 'playwright-core';

/** While the page is only looked at. */
export function framesOver(page: Page, ms: number): Promise<number[]> {
  return page.evaluate<number[]>(
    `new Promise((resolve) => {
      const frames = [];
      let last = performance.now();
      const end = last + ${ms};
      requestAnimationFrame(function frame(now) {
        frames.push(now - last);
        last = now;
        if (now < end) requestAnimationFrame(frame); else resolve(frames.slice(1));
      });
    })`,
  );
}

/** While half a window is scrolled in every second frame: those in which it is drawn. */
export function framesOfScrolling(page: Page, steps = 150): Promise<number[]> {
  return page.evaluate<number[]>(`(async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(() => done(performance.now())));
    const times = [];
    for (let step = 0; step < ${steps}; step += 1) {
      window.scrollBy(0, ${scrolledPx});
      const from = await frame();
      times.push((await frame()) - from);
    }
    return times;
  })()`);
}

const scrolledPx = 450;

/**
 * The same page without a program: its own elements and styles, with the rows it shows repeated until there is as much
 * to scroll through. What this machine takes for drawing that is the least the page itself can take.
 * @param rows CSS selector of the rows
 */
export async function openStill(page: Page, rows: string, steps = 150): Promise<void> {
  const html = await page.evaluate<string>(`(() => {
    const copy = document.documentElement.cloneNode(true);
    for (const code of copy.querySelectorAll('script, link[rel=modulepreload]')) code.remove();
    const shown = [...copy.querySelectorAll(${JSON.stringify(rows)})];
    const body = shown[0].parentElement;
    const height = document.querySelector(${JSON.stringify(rows)}).getBoundingClientRect().height;
    const wanted = Math.ceil((${steps * scrolledPx} + 2 * innerHeight) / height);
    body.replaceChildren(...Array.from({ length: wanted }, (_, index) => shown[index % shown.length].cloneNode(true)));
    return '<!doctype html>' + copy.outerHTML;
  })()`);
  const address = new URL('/still', page.url()).href;
  await page.route(address, (route) =>
    route.fulfill({ contentType: 'text/html; charset=utf-8', body: html }),
  );
  await page.goto(address);
  await page.unroute(address);
}
