/**
 * Remembers what was asked for, and waits for the first act of the reader: a page that is only opened fetches nothing else.
 * Fails when the source no longer reads like that.
 */
module.exports = function once(source) {
  const changed = source.replace(
    'export default function prefetch(url) {',
    `${waiting}export default function prefetch(url) {${guard}`,
  )
  if (changed === source) throw new Error('prefetch.js changed: look at plugins/prefetch-once')
  return changed
}

const waiting = `
const asked = new Set();
const acts = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'scroll', 'touchstart'];
const firstAct = new Promise((resolve) => {
    if (typeof window === 'undefined') return;
    const act = () => {
        for (const name of acts) window.removeEventListener(name, act);
        resolve();
    };
    for (const name of acts) window.addEventListener(name, act, { passive: true });
});
`

const guard = `
    if (asked.has(url)) return Promise.resolve();
    asked.add(url);
    return firstAct.then(() => prefetchNow(url));
}
function prefetchNow(url) {`
