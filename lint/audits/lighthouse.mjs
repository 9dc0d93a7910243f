// `node lighthouse.mjs <address> <path>…`: measures pages of a running website with Lighthouse and prints the scores of each
// as one line of JSON. Each page is measured three times, as Lighthouse recommends, because the first run depends on the
// state of the machine.
import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'

const [address, ...paths] = process.argv.slice(2)
const runs = Number(process.env.RUNS ?? 3)
const categories = ['performance', 'accessibility', 'best-practices', 'seo']

const chrome = await launch({ chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu'] })
try {
  for (const path of paths) {
    const results = []
    for (let run = 0; run < runs; run++) {
      const options = { port: chrome.port, onlyCategories: categories, logLevel: 'error' }
      results.push((await lighthouse(`${address}${path}`, options)).lhr)
    }
    console.log(JSON.stringify({ path, scores: collectScores(results), failed: failedIn(results) }))
  }
} finally {
  chrome.kill()
}

/** The scores of every run by category, out of 100, the lowest first. */
function collectScores(results) {
  const score = (name) => results.map((result) => Math.round(result.categories[name].score * 100)).sort((a, b) => a - b)
  return Object.fromEntries(categories.map((name) => [name, score(name)]))
}

/** The audits outside of performance that lost points in any run. */
function failedIn(results) {
  const lost = results.flatMap(({ audits, categories: found }) =>
    categories.flatMap((name) =>
      found[name].auditRefs
        .filter(({ id, weight }) => weight > 0 && audits[id].score !== null && audits[id].score < 0.9)
        .map(({ id }) => `${name}: ${id} ${audits[id].displayValue ?? ''}`.trim()),
    ),
  )
  return [...new Set(lost)]
}
