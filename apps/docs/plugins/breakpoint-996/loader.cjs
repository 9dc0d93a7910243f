/** The theme asks `innerWidth > 996`; a desktop begins at 996. Fails when the source no longer reads like that. */
module.exports = function from996(source) {
  const changed = source.replace('window.innerWidth > desktopBreakpoint', 'window.innerWidth >= desktopBreakpoint')
  if (changed === source) throw new Error('useWindowSize.js changed: look at plugins/breakpoint-996')
  return changed
}
