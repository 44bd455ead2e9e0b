/**
 * The one inline script, the same on every page: the content security policy names its hash. Code is asked for
 * after the first paint, so that it does not hold up what people came to see; a page in the background paints
 * nothing, and is made ready when somebody looks at it. Who presses a link that opens a dialog before the code is
 * there gets the dialog a moment later, or where the link leads when that takes long.
 */
export const bootScript = `{
let early;
const keep = (event) => {
  const link = event.target.closest('a[aria-haspopup=dialog]');
  if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  clearTimeout(early?.patience);
  early = { link, patience: setTimeout(() => location.assign(link.href), 1000) };
};
addEventListener('click', keep);
addEventListener('ready', () => {
  removeEventListener('click', keep);
  clearTimeout(early?.patience);
  early?.link.click();
}, { once: true });
new PerformanceObserver((seen, watch) => {
  watch.disconnect();
  const { entry, preload } = document.getElementById('boot').dataset;
  for (const href of preload.split(' ')) {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  }
  import(entry);
}).observe({ type: 'paint', buffered: true });
}`;
