import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'

const root = resolve(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const workflows = globSync('.github/workflows/*.yml', { cwd: root })

test('workflows pin every action to a commit', () => {
  for (const path of workflows) {
    const used = [...read(path).matchAll(/uses: (.+)$/gm)].map(([, action]) => action!)
    assert.ok(used.length > 0, path)
    for (const action of used) assert.match(action, /^[\w.-]+\/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/, path)
  }
})

/** The jobs of a workflow by their ids. */
const readJobs = (path: string) =>
  new Map([...read(path).matchAll(/^ {2}([\w-]+):\n((?: {4}.*\n|\n)+)/gm)].map(([, id, job]) => [id!, job!] as const))

const release = readJobs('.github/workflows/release.yml')

test('workflows may read by default; only jobs that sign get an identity, and the one that builds is none of them', () => {
  for (const path of workflows) {
    assert.match(read(path), /^permissions:\n {2}contents: read$/m, path)
    const signers = [...readJobs(path)].filter(([, job]) => /id-token: write/.test(job)).map(([id]) => id)
    assert.deepEqual(signers, path.endsWith('release.yml') ? ['attest', 'packages', 'pypi', 'publish'] : [], path)
  }
})

test('packages are published with provenance, and without a stored token', () => {
  const job = release.get('packages') ?? ''
  assert.match(job, /npm publish --provenance --access public /)
  assert.doesNotMatch(job, /secrets\.|NODE_AUTH_TOKEN|NPM_TOKEN/)
})

test('the Python package is published without a stored token, and only jobs of Maven Central read secrets', () => {
  assert.match(release.get('pypi') ?? '', /uses: pypa\/gh-action-pypi-publish@/)
  const readers = [...release].filter(([, job]) => /secrets\./.test(job)).map(([id]) => id)
  assert.deepEqual(readers, ['maven'])
  assert.match(release.get('maven') ?? '', /^ {4}environment: maven-central$/m)
})

test('the Go module gets the tag that its folder needs, before the release is drafted', () => {
  const publish = release.get('publish') ?? ''
  const tag = publish.indexOf('tag="sdks/go/$GITHUB_REF_NAME"')
  assert.ok(tag > 0 && tag < publish.indexOf('gh release create'))
})

test('files, packages, and the image get their attestations before the release is drafted', () => {
  const attest = release.get('attest') ?? ''
  for (const subject of ['release/*', 'packages/*.tgz', 'python/*', 'release/*.tar.gz', 'release/*.deb'])
    assert.ok(attest.includes(`            ${subject}\n`), subject)
  assert.match(release.get('packages') ?? '', /^ {4}needs: attest$/m)
  for (const id of ['pypi', 'maven']) assert.match(release.get(id) ?? '', /^ {4}needs: attest$/m, id)
  const publish = release.get('publish') ?? ''
  assert.match(publish, /^ {4}needs: \[attest, packages, pypi, maven, image\]$/m)
  const steps = ['imagetools create', 'uses: actions/attest@', 'gh release create'].map((step) => publish.indexOf(step))
  assert.ok(
    steps.every((at, index) => at > (steps[index - 1] ?? 0)),
    steps.join(),
  )
})
