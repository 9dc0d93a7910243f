import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { test } from 'node:test'

type LockEntry = { version: string; license?: string; integrity?: string; dependencies?: Record<string, string> }
type Lock = { packages: Record<string, LockEntry> }
type Product = { name: string; workspaces: string[]; most: number }
type LockFile = { direct: Record<string, string>; packages: Record<string, LockEntry> }

const load = (name: string) => import(resolve(import.meta.dirname, `../scripts/check/dependencies/${name}.mjs`))
const { products, purposes } = (await load('products')) as { products: Product[]; purposes: Record<string, string> }
const { listShipped } = (await load('shipped')) as { listShipped: (product: Product, lock: Lock) => LockFile }
const { findLicenseProblems, exceptions, readPackageName } = (await load('licenses')) as {
  findLicenseProblems: (packages: Record<string, LockEntry>) => string[]
  exceptions: Record<string, { packages: string[] }>
  readPackageName: (path: string) => string
}

const readLock = () => JSON.parse(readFileSync(resolve(import.meta.dirname, '../package-lock.json'), 'utf8')) as Lock

const service = products[0]!

for (const product of products) {
  const { direct, packages } = listShipped(product, readLock())
  const count = Object.keys(packages).length

  test(`${product.name}: every package has an allowed license and a checksum`, (t) => {
    assert.deepEqual(findLicenseProblems(packages), [])
    for (const [path, { integrity }] of Object.entries(packages)) assert.match(integrity ?? '', /^sha512-/, path)
    t.diagnostic(`${count} packages`)
  })

  test(`${product.name}: dependencies bring at most ${product.most} packages, and each has a purpose`, () => {
    assert.ok(count <= product.most, `${count} packages`)
    assert.deepEqual(
      Object.keys(direct).filter((name) => purposes[name] === undefined),
      [],
    )
  })
}

test('no purpose, limit, or exception outlives what it was for', () => {
  const shipped = products.map((product) => listShipped(product, readLock()))
  const direct = new Set(shipped.flatMap((one) => Object.keys(one.direct)))
  assert.deepEqual(
    Object.keys(purposes).filter((name) => !direct.has(name)),
    [],
  )
  const licenses = new Set(
    shipped.flatMap(({ packages }) =>
      Object.entries(packages).map(([path, { license }]) => `${readPackageName(path)} ${license}`),
    ),
  )
  const listed = Object.entries(exceptions).flatMap(([license, one]) =>
    one.packages.map((name) => `${name} ${license}`),
  )
  assert.deepEqual(
    listed.filter((one) => !licenses.has(one)),
    [],
  )
})

test('a package with another license is found wherever it is in the tree, and so is one without a license', () => {
  for (const license of ['GPL-3.0-only', 'AGPL-3.0', 'SEE LICENSE IN LICENSE', 'MIT AND GPL-2.0', undefined]) {
    const lock = readLock()
    const added = { version: '1.0.0', ...(license !== undefined && { license }) }
    lock.packages['node_modules/left-pad'] = added
    lock.packages['node_modules/pino']!.dependencies = { 'left-pad': '1.0.0' }
    const { packages } = listShipped(service, lock)
    assert.deepEqual(findLicenseProblems(packages), [`left-pad: ${license ?? 'no license'}`])
  }
})

test('an exception is for its own packages only, and one allowed license of a choice is enough', () => {
  const check = (name: string, license: string) =>
    findLicenseProblems({ [`node_modules/${name}`]: { version: '1.0.0', license } })
  assert.deepEqual(check('nodemailer', 'MIT-0'), [])
  assert.deepEqual(check('another-mailer', 'MIT-0'), ['another-mailer: MIT-0'])
  assert.deepEqual(check('type-fest', '(MIT OR CC0-1.0)'), [])
})

test('a package that depends on the platform or runs a script on installation is rejected', () => {
  for (const condition of [{ hasInstallScript: true }, { os: ['linux'] }]) {
    const lock = readLock()
    Object.assign(lock.packages['node_modules/pino']!, condition)
    assert.throws(() => listShipped(service, lock), /node_modules\/pino depends on the platform/)
  }
})
