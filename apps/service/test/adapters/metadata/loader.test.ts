import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { aaguid, installation } from '@thumbturn/service-harness/metadata-installation.ts'
import { blob, otherRoot, payload } from '@thumbturn/service-harness/metadata-service.ts'

test('a number lower than the last valid one is rejected, even after a restart', async (t) => {
  const { opened, publish } = installation(t, blob())
  await opened().reload()
  publish(blob(payload({ no: 6, entries: [] })))
  const restarted = opened()
  await restarted.reload()
  assert.match(restarted.state().problem ?? '', /its number 6 is lower than 7/)
  assert.equal(restarted.state().models, 1)
})

test('a higher number replaces the list and its cached copy', async (t) => {
  const { opened, publish, kept } = installation(t, blob())
  const metadata = opened()
  await metadata.reload()
  const next = blob(payload({ no: 8, entries: [] }))
  publish(next)
  await metadata.reload()
  assert.equal(metadata.state().no, 8)
  assert.equal(metadata.findStatement(aaguid), undefined)
  assert.equal(readFileSync(kept, 'utf8'), next)
})

test('a restart without the source uses the cached copy, even if its signer has expired since', async (t) => {
  const { opened, clock, source } = installation(t, blob())
  await opened().reload()
  rmSync(source)
  clock.now = Date.parse('2028-01-01')
  const restarted = opened()
  await restarted.reload()
  assert.match(restarted.state().problem ?? '', /ENOENT/)
  assert.equal(restarted.state().no, 7)
  assert.equal(restarted.state().stale, true)
})

test('a list is stale the day after its next update was due, and stays in use', async (t) => {
  const { opened, clock } = installation(t, blob())
  const metadata = opened()
  await metadata.reload()
  clock.now = Date.parse('2026-12-01T23:59:59Z')
  assert.equal(metadata.state().stale, false)
  clock.now = Date.parse('2026-12-02')
  assert.equal(metadata.state().stale, true)
  assert.equal(metadata.findStatement(aaguid)?.status, 'good')
})

for (const [what, spoil] of [
  ['cut by a crash', (kept: string) => truncateSync(kept, 1_000)],
  ['empty', (kept: string) => truncateSync(kept, 0)],
  [
    'of another root',
    (kept: string) => writeFileSync(kept, blob(payload(), { signer: otherRoot, chain: [otherRoot] })),
  ],
] as const) {
  test(`a cached copy that is ${what} is not used, and the next valid list replaces it`, async (t) => {
    const { opened, kept } = installation(t, blob())
    await opened().reload()
    spoil(kept)
    const metadata = opened()
    await metadata.reload()
    assert.equal(metadata.state().no, 7)
    const offline = opened({ source: join(kept, 'gone') })
    await offline.reload()
    assert.equal(offline.state().no, 7)
  })
}

test('a crash during a write leaves the last copy and no partial list', async (t) => {
  const { opened, kept, publish } = installation(t, blob())
  const metadata = opened()
  await metadata.reload()
  // Such a crash leaves an unfinished file next to the copy.
  writeFileSync(`${kept}.${process.pid}`, 'half a li')
  const restarted = opened({ source: '/nowhere' })
  await restarted.reload()
  assert.equal(restarted.state().no, 7)
  publish(blob(payload({ no: 8 })))
  await metadata.reload()
  assert.deepEqual(readdirSync(join(kept, '..')), ['metadata.jwt'])
})

test("a list that can't be cached is not used, so a restart never goes back to an older one", async (t) => {
  const { opened, kept } = installation(t, blob())
  mkdirSync(kept, { recursive: true })
  const metadata = opened()
  await metadata.reload()
  assert.match(metadata.state().problem ?? '', /EISDIR|ENOTEMPTY|directory/)
  assert.equal(metadata.state().no, undefined)
})

test('start loads in the background and logs the result', async (t) => {
  const { opened } = installation(t, blob())
  const metadata = opened()
  const said = await new Promise<string>((resolve) => metadata.start({ info: resolve, warn: resolve }))
  assert.match(said, /list 7 with 1 models/)
})
