/**
 * The one inline script, the same on every page: the content security policy names its hash. Code is asked for
 * after the first paint, so that it does not hold up what people came to see; a page in the background paints
 * nothing, and is made ready when somebody looks at it.
 */
export const bootScript = `new PerformanceObserver((seen, watch) => {
  watch.disconnect();
  const { entry, preload } = document.getElementById('boot').dataset;
  for (const href of preload.split(' ')) {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  }
  import(entry);
}).observe({ type: 'paint', buffered: true });`;
