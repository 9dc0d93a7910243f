// `node lighthouse.mjs <address> <path>…`: Lighthouse over pages of a running website; what each scored goes to the standard
// output as one line of JSON. A score is the median of three runs, as Lighthouse advises; the machine decides the first.
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

/** Of each category every run's score, of 100, the least first. */
function collectScores(results) {
  const score = (name) => results.map((result) => Math.round(result.categories[name].score * 100)).sort((a, b) => a - b)
  return Object.fromEntries(categories.map((name) => [name, score(name)]))
}

/** What cost points outside of performance in any run. */
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
