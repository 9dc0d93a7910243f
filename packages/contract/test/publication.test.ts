import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { listInstallSteps, packageVersion, writeInstall, writeInstallScript } from '../src/vocabulary/publication.ts'

test('the version of the tarballs is that of the packages', () => {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    version: string
  }
  assert.equal(version, packageVersion)
})

test('before publication, packages are built in a clone and installed from there', () => {
  const tarball = `../thumbturn/dist/packages/thumbturn-web-${packageVersion}.tgz`
  const pack = 'npm run pack -- web'.padEnd(`npm install ${tarball}`.length)
  assert.equal(
    writeInstallScript(['web'], false),
    `${pack} # in a clone of the repository\nnpm install ${tarball} # in your project`,
  )
  assert.equal(
    writeInstall('npm install @thumbturn/web express\nnpm install --save-dev thumbturn\nnpx thumbturn dev', false),
    `npm install ${tarball} express
npm install --save-dev ../thumbturn/dist/packages/thumbturn-${packageVersion}.tgz
npx thumbturn dev`,
  )
  const run = (image: string) => `docker run ${image}`
  const published = run(`ghcr.io/thumbturn/thumbturn:v${packageVersion}`)
  assert.equal(writeInstall(published, false), run(`thumbturn:${packageVersion}`))
  assert.equal(writeInstall(published, true), published)
})

test('after publication, npm installs them by name', () => {
  assert.deepEqual(listInstallSteps(['web', 'node'], true), [
    { where: 'in your project', command: 'npm install @thumbturn/web @thumbturn/node' },
  ])
  assert.equal(writeInstallScript(['dashboard'], true), 'npm install @thumbturn/dashboard')
})
