/**
 * Run inside a page: what is wrong with its layout, one line each.
 *
 * - the page scrolls sideways;
 * - a text is cut off, and nothing says the whole of it on hover (a title, of it or of what it is in);
 * - two texts, or a text and a control, lie on top of each other.
 *
 * What is not seen does not count: hidden for eyes but not for screen readers, scrolled away inside its own scroller,
 * below something that is fixed to the window, or in a place that is marked as one that may have no room.
 */
(() => {
  const faults = [];
  const styles = new Map();
  const styleOf = (element) => {
    let style = styles.get(element);
    if (style === undefined) styles.set(element, (style = getComputedStyle(element)));
    return style;
  };

  /** Drawn by others' code, which places letters by itself. */
  const foreign = '.cm-editor, .katex, svg, canvas, iframe, [data-if-room]';
  const isHidden = (element) => {
    if (
      !element.checkVisibility({
        opacityProperty: true,
        visibilityProperty: true,
        contentVisibilityAuto: true,
      })
    )
      return true;
    // Above the page, until the focus brings it down.
    if (element.getBoundingClientRect().bottom + window.scrollY <= 0) return true;
    for (let at = element; at !== null; at = at.parentElement) {
      const { clip, clipPath, position } = styleOf(at);
      if (position === 'absolute' && (clip !== 'auto' || clipPath.startsWith('inset(50%'))) return true;
      const { width, height } = at.getBoundingClientRect();
      if ((width <= 1 || height <= 1) && styleOf(at).overflow !== 'visible') return true;
    }
    return false;
  };

  const nameOf = (element) => {
    const text = (element.textContent ?? '').trim().replace(/\s+/g, ' ').slice(0, 40);
    const kind = [...element.classList].map((name) => name.replace(/^_?([A-Za-z]+)_.*$/, '$1'))[0];
    return `<${element.localName}${kind === undefined ? '' : `.${kind}`}> "${text}"`;
  };

  // Sideways.
  const root = document.documentElement;
  const excess = root.scrollWidth - root.clientWidth;
  if (excess > 0) {
    const widest = [...document.body.querySelectorAll('*')]
      .filter((one) => one.getBoundingClientRect().right > root.clientWidth + 0.5 && !isHidden(one))
      .at(-1);
    faults.push(`scrolls ${excess} px sideways: ${widest === undefined ? '?' : nameOf(widest)}`);
  }

  // Text cut off.
  const saysMore = (element) => {
    if (element.closest('[title]:not([title=""])') !== null) return true;
    // Some make their title when it is wanted.
    element.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
    return element.closest('[title]:not([title=""])') !== null;
  };
  const hides = (overflow) => overflow === 'hidden' || overflow === 'clip';
  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const element = node.parentElement;
    if (node.data.trim() === '' || element === null) continue;
    if (element.closest(`script, style, option, textarea, ${foreign}`) !== null || isHidden(element))
      continue;
    texts.push({ node, element });
  }
  /** What is seen of a box: without what its ancestors cut off. `lost`: the first that cuts, for good, by how much. */
  const seenOf = (rect, element) => {
    let { left, right, top, bottom } = rect;
    let lost = null;
    let isScrolled = false;
    for (let at = element; at !== null && at !== document.body; at = at.parentElement) {
      const style = styleOf(at);
      if (style.display === 'inline' || style.display === 'contents') continue;
      const [x, y] = [style.overflowX, style.overflowY];
      if (x === 'visible' && y === 'visible') continue;
      const box = at.getBoundingClientRect();
      if (x === 'auto' || x === 'scroll' || y === 'auto' || y === 'scroll') isScrolled = true;
      const cutX = hides(x) ? Math.max(0, box.left - left) + Math.max(0, right - box.right) : 0;
      const cutY = hides(y) ? Math.max(0, box.top - top) + Math.max(0, bottom - box.bottom) : 0;
      // Half of a line: what is less is the room that a font keeps for accents.
      if (lost === null && !isScrolled && (cutX > 1.5 || cutY > (bottom - top) * 0.4))
        lost = { by: at, px: Math.round(Math.max(cutX, cutY)) };
      if (x !== 'visible') [left, right] = [Math.max(left, box.left), Math.min(right, box.right)];
      if (y !== 'visible') [top, bottom] = [Math.max(top, box.top), Math.min(bottom, box.bottom)];
    }
    return { left, right, top, bottom, lost };
  };

  const boxes = [];
  const reported = new Set();
  for (const { node, element } of texts) {
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const rect of range.getClientRects()) {
      if (rect.width < 1 || rect.height < 1) continue;
      const seen = seenOf(rect, element);
      if (seen.lost !== null && !reported.has(seen.lost.by)) {
        reported.add(seen.lost.by);
        if (!saysMore(element)) faults.push(`cut by ${seen.lost.px} px without a title: ${nameOf(element)}`);
      }
      // Letters are smaller than the box of their line.
      const slack = (seen.bottom - seen.top) * 0.2;
      boxes.push({ element, text: true, ...seen, top: seen.top + slack, bottom: seen.bottom - slack });
    }
    // Ends in an ellipsis: its range goes on beyond it, or is cut to it.
    for (let at = element; at !== null && at !== document.body; at = at.parentElement) {
      const { textOverflow, display } = styleOf(at);
      if (display === 'inline' || textOverflow !== 'ellipsis' || at.scrollWidth <= at.clientWidth + 1)
        continue;
      if (reported.has(at)) break;
      reported.add(at);
      if (!saysMore(at)) faults.push(`ends in an ellipsis without a title: ${nameOf(at)}`);
    }
  }

  // Words of an empty field.
  const pen = document.createElement('canvas').getContext('2d');
  for (const field of document.querySelectorAll('input[placeholder], textarea[placeholder]')) {
    if (field.value !== '' || isHidden(field)) continue;
    const style = styleOf(field);
    pen.font = style.font;
    const room = field.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    const wanted = pen.measureText(field.placeholder).width;
    if (field.localName === 'input' && wanted > room + 1 && !field.title)
      faults.push(`placeholder cut by ${Math.round(wanted - room)} px: "${field.placeholder}"`);
  }

  // On top of each other.
  for (const control of document.querySelectorAll('button, input:not([type=hidden]), select, textarea')) {
    if (control.closest(foreign) !== null || isHidden(control)) continue;
    const rect = control.getBoundingClientRect();
    if (rect.width > 1 && rect.height > 1)
      boxes.push({ element: control, text: false, ...seenOf(rect, control) });
  }
  /** Stays where it is while the page below it scrolls; or is put on top of it on purpose. */
  const layerOf = (element) => {
    for (let at = element; at !== null; at = at.parentElement) {
      const { position } = styleOf(at);
      if (position === 'fixed' || position === 'sticky') return at;
    }
    return null;
  };
  for (const box of boxes) box.layer = layerOf(box.element);
  boxes.sort((a, b) => a.top - b.top);
  const pairs = new Set();
  for (const [index, one] of boxes.entries()) {
    if (one.bottom - one.top < 2 || one.right - one.left < 2) continue;
    for (let next = index + 1; next < boxes.length; next += 1) {
      const other = boxes[next];
      if (other.top >= one.bottom - 2) break;
      if (!one.text && !other.text) continue;
      if (one.layer !== other.layer) continue;
      if (one.element.contains(other.element) || other.element.contains(one.element)) continue;
      const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const height = Math.min(one.bottom, other.bottom) - other.top;
      if (width <= 2 || height <= 2) continue;
      // The words that a field shows lie in it.
      const control = one.text ? (other.text ? null : other) : one;
      const words = control === one ? other : one;
      if (
        control !== null &&
        control.element.labels !== undefined &&
        [...(control.element.labels ?? [])].some((label) => label.contains(words.element))
      )
        continue;
      const name = `${nameOf(one.element)} and ${nameOf(other.element)}`;
      if (pairs.has(name)) continue;
      pairs.add(name);
      faults.push(`on top of each other by ${Math.round(width)} × ${Math.round(height)} px: ${name}`);
    }
  }
  return faults.slice(0, 40);
})();
