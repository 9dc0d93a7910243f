// Runs before the first paint. A file, because the page allows no inline script.
;(() => {
  const read = (name) => {
    try {
      return localStorage.getItem(`thumbturn-dashboard-${name}`)
    } catch {
      return null
    }
  }
  const page = document.documentElement
  // A chosen scheme never flashes the other one.
  const chosen = read('color-scheme')
  const isDark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  page.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light')
  // Members who were signed in see the frame of the pages at once, visitors the card of the sign-in.
  const isEntrance = /^\/dashboard\/(?:join|sso)\b/.test(location.pathname)
  page.setAttribute('data-boot', read('signed-in') === 'yes' && !isEntrance ? 'shell' : 'entrance')
})()
