// Mutation testing of the verifier and of what is used once: changes the code in three thousand places, one at a time, and
// counts the changes that tests notice. All of them take hours; Ctrl+C stops it at any time. Exits with 1 below 90%, or if
// a check can be removed (an `if` that rejects).
// `npm run mutation -- sessions tokens` changes only these targets (mutation/targets.mjs); `--only chain.ts` only files with this in
// their path; `--sample 100` of each target all checks and 100 other changes, chosen by `--seed 7`; `--json` prints JSON.
import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureInstalled, root } from '../run/install.mjs'
import { instrument } from './mutation/instrument.mjs'
import { runEach } from './mutation/run-each.mjs'
import { createRunner } from './mutation/runner.mjs'
import { targets } from './mutation/targets.mjs'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string' },
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    json: { type: 'boolean', default: false },
  },
})
const unknown = positionals.filter((name) => !(name in targets))
if (unknown.length > 0) {
  console.error(`No target is called ${unknown.join(', ')}: choose from ${Object.keys(targets).join(', ')}.`)
  process.exit(2)
}
ensureInstalled(join(root, 'lint/audits'), ['--ignore-scripts'])
const most = Number(values.sample ?? Number.POSITIVE_INFINITY)
const folder = mkdtempSync(join(tmpdir(), 'thumbturn-mutation-'))
process.on('exit', () => rmSync(folder, { recursive: true }))
process.on('SIGINT', () => process.exit(130))

const names = positionals.length > 0 ? positionals : Object.keys(targets)
const results = []
for (const name of names) results.push(await testTarget(name, targets[name]))
if (values.json) console.log(JSON.stringify({ seed: Number(values.seed), targets: results }, null, 2))
else results.forEach(print)
process.exitCode = results.every(({ score = 100, checks }) => score >= 90 && checks.survived === 0) ? 0 : 1

async function testTarget(name, { sources, tests }) {
  const { sources: instrumented, mutants } = await instrument(sources)
  const file = join(folder, `${name}.json`)
  writeFileSync(file, JSON.stringify(instrumented))
  const testFiles = globSync(tests, { cwd: root })
  const runner = await createRunner({ file, tests: testFiles.sort(), folder })
  const all = mutants.filter(({ path }) => values.only === undefined || path.includes(values.only))
  const chosen = choose(all)
  let done = 0
  const verdicts = await runEach(chosen, async (mutant) => {
    const verdict = await runner.test(mutant)
    showProgress(name, ++done, chosen.length)
    return verdict
  })
  return summarize(
    name,
    all,
    chosen.map((mutant, i) => ({ ...mutant, verdict: verdicts[i] })),
  )
}

function showProgress(name, done, total) {
  const text = `${name}: ${done} of ${total} changes made`
  if (process.stderr.isTTY) process.stderr.write(`\r${text}${done === total ? '\n' : ''}`)
  else if (done % 25 === 0 || done === total) process.stderr.write(`${text}\n`)
}

/** All checks, and after them a sample of the others. */
function choose(mutants) {
  const others = mutants.filter(({ isCheck }) => !isCheck)
  const checks = mutants.filter(({ isCheck }) => isCheck)
  let state = Number(values.seed) || 1
  const next = () => {
    // xorshift32
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return state >>> 0
  }
  const ranked = others.map((mutant) => ({ mutant, rank: next() })).sort((a, b) => a.rank - b.rank)
  return [...checks, ...ranked.slice(0, most).map(({ mutant }) => mutant)]
}

function summarize(name, all, chosen) {
  const made = chosen.filter(({ verdict }) => verdict !== undefined)
  const count = (mutants) => ({
    made: mutants.length,
    killed: mutants.filter(({ verdict }) => verdict !== 'survived').length,
    survived: mutants.filter(({ verdict }) => verdict === 'survived').length,
  })
  const totals = count(made)
  const survivors = made.filter(({ verdict }) => verdict === 'survived')
  return {
    name,
    mutants: all.length,
    ...totals,
    score: totals.made === 0 ? undefined : Math.floor((totals.killed / totals.made) * 1000) / 10,
    checks: { ...count(made.filter(({ isCheck }) => isCheck)), all: all.filter(({ isCheck }) => isCheck).length },
    survivors: survivors.map(({ path, line, kind, original, replacement, isCheck }) => ({
      path,
      line,
      kind,
      replacement,
      isCheck,
      original: original.slice(0, 200),
    })),
  }
}

function print({ name, mutants, made, survived, score, checks, survivors }) {
  for (const { path, line, original, replacement } of survivors)
    console.log(`${path}:${line}: ${shorten(original)} → ${shorten(replacement)}`)
  const of = made === mutants ? '' : ` of ${mutants}`
  console.log(
    `${name}: ${score ?? '–'}%: ${survived} of ${made}${of} changes survived, and ${checks.survived} of ${checks.made} checks${checks.made === checks.all ? '' : ` of ${checks.all}`}\n`,
  )
}

function shorten(text) {
  return text.replaceAll(/\s+/g, ' ').slice(0, 80)
}
