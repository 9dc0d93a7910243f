// Runs before the first paint, so that a chosen scheme never flashes the other one. A file, because the page allows no inline script.
;(() => {
  let chosen = null
  try {
    chosen = localStorage.getItem('thumbturn-dashboard-color-scheme')
  } catch {}
  const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
})()
