// `npm run release:verify -- <tag or commit> <file or folder>… [--json]`: builds the artifacts of a release again from its commit, in
// a temporary clone, and compares them byte for byte with those given. Exits with 1 if they differ. Needs what a release needs:
// Debian 12, and the registry of npm.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { compareArtifacts } from './verify/compare.mjs'
import { listGiven, planBuilds } from './verify/given.mjs'
import { buildAgain, findCommit } from './verify/rebuild.mjs'

const stopping = new AbortController()
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => stopping.abort())
const { signal } = stopping

await verify().catch(({ message }) => {
  console.error(signal.aborted ? 'Stopped.' : message)
  process.exitCode = signal.aborted ? 130 : 2
})

/** @throws Error the arguments are wrong, or the release can't be built */
async function verify() {
  const { values, positionals } = parseArgs({ options: { json: { type: 'boolean' } }, allowPositionals: true })
  const [revision, ...paths] = positionals
  if (revision === undefined || paths.length === 0)
    throw new Error('Name a tag or commit, and the files or folders to compare with what it builds.')
  const commit = findCommit(revision)
  const given = listGiven(paths)
  const folder = mkdtempSync(join(tmpdir(), 'thumbturn-verify-'))
  try {
    const announce = (what) => console.error(`\n${what}`)
    const built = await buildAgain(commit, planBuilds(given), { folder, signal, announce })
    announce('Compare')
    const files = await compareArtifacts(given, built, { folder, signal })
    show({ revision, commit, isEqual: files.every(({ isEqual }) => isEqual), files }, values.json)
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

function show({ files, ...result }, json) {
  process.exitCode = result.isEqual ? 0 : 1
  if (json) return console.log(JSON.stringify({ ...result, files }, null, 2))
  for (const { name, isEqual, sha256, differences } of files) {
    console.log(`${isEqual ? 'equal    ' : 'DIFFERENT'}  ${name}  ${sha256}`)
    for (const difference of differences) console.log(`           ${difference}`)
  }
  const { revision, commit } = result
  console.log(`\n${result.isEqual ? 'Every file is what' : 'Not every file is what'} ${revision} (${commit}) builds.`)
}
