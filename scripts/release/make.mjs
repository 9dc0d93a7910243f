import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { root } from '../run/install.mjs'
import { packArchive } from './archive.mjs'
import { packDebian } from './debian.mjs'
import { facts } from './fill.mjs'
import { buildImage } from './image.mjs'
import { platforms } from './platforms.mjs'
import { writeSbom } from './sbom.mjs'
import { buildApp, buildTree } from './tree.mjs'
import { writeVex } from './vex.mjs'
import { checkWebsiteContacts } from './website-contacts.mjs'

/**
 * The files that are made from the tree of a platform. Each returns the path of its file, or the tag and the size of
 * its image.
 */
const makers = {
  archive: { name: 'archive', make: packArchive },
  deb: { name: 'Debian package', make: packDebian },
  image: { name: 'image', make: buildImage, isPossible: ({ arch }) => arch === process.arch },
}

/** The names of what a release consists of. */
export const kinds = [...Object.keys(makers), 'sbom', 'vex']

/**
 * Makes the chosen kinds in `folder`. `signal` stops it; `announce` is called before each step with its number, the number of
 * all steps, and its name. Returns the files, their sizes and SHA-256, and the image.
 * @throws Error a step failed
 */
export async function makeRelease(chosen, { folder, base, signal, announce }) {
  const seconds = readCommitTime()
  checkWebsiteContacts(seconds)
  const target = join(folder, 'complete')
  mkdirSync(target)
  const plan = platforms.flatMap((platform) => {
    const wanted = chosen.filter((kind) => kind in makers && makers[kind].isPossible?.(platform) !== false)
    return wanted.length > 0 ? [{ platform, wanted }] : []
  })
  const steps = 2 + plan.reduce((sum, { wanted }) => sum + 1 + wanted.length, 0)
  let step = 0
  const say = (what) => announce(++step, steps, what)
  const work = { folder, target, base, signal, say, seconds }
  const shared = await makeShared(work)
  const made = []
  for (const part of plan) made.push(...(await makeForPlatform(part, { ...work, ...shared })))
  if (chosen.includes('sbom')) made.push({ kind: 'sbom', path: shared.sbom })
  if (chosen.includes('vex')) made.push({ kind: 'vex', path: shared.vex })
  return describe(made, target)
}

/** Makes the files that are the same for every platform. */
async function makeShared({ folder, target, seconds, signal, say }) {
  say('package')
  const built = buildApp(folder)
  say('list of components (SBOM)')
  const sbom = join(target, `thumbturn-${facts.version}.cdx.json`)
  await writeSbom(sbom, { ...built, seconds, signal })
  const vex = join(target, `thumbturn-${facts.version}.openvex.json`)
  writeVex(vex, { seconds })
  return { app: built.app, sbom, vex }
}

async function makeForPlatform({ platform, wanted }, work) {
  const made = []
  work.say(`Node for ${platform.arch}`)
  const tree = await buildTree(platform, work)
  for (const kind of wanted) {
    const { name, make } = makers[kind]
    work.say(`${name} for ${platform.arch}`)
    made.push({ kind, arch: platform.arch, ...(await make(tree, { ...work, platform })) })
  }
  rmSync(tree, { recursive: true })
  return made
}

/** Adds sizes and hashes, and a file that `sha256sum --check` reads. */
function describe(made, target) {
  const described = made.map((one) => (one.path === undefined ? one : { ...one, ...measure(one.path) }))
  const files = described.filter(({ sha256 }) => sha256 !== undefined)
  if (files.length === 0) return described
  const path = join(target, 'SHA256SUMS')
  writeFileSync(path, files.map((file) => `${file.sha256}  ${basename(file.path)}\n`).join(''))
  return [...described, { kind: 'checksums', path, ...measure(path) }]
}

const measure = (path) => ({
  size: statSync(path).size,
  sha256: createHash('sha256').update(readFileSync(path)).digest('hex'),
})

/** In seconds: SOURCE_DATE_EPOCH (reproducible-builds.org), or the time of the commit. */
function readCommitTime() {
  const given = process.env.SOURCE_DATE_EPOCH
  if (given !== undefined) {
    if (!/^\d+$/.test(given)) throw new Error('SOURCE_DATE_EPOCH must be a number of seconds')
    return Number(given)
  }
  try {
    return Number(execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8', stdio: 'pipe' }))
  } catch {
    throw new Error('This folder is no Git checkout: set SOURCE_DATE_EPOCH to the time of the release, in seconds.')
  }
}
