import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { test } from 'node:test'
import { runCommand } from '@thumbturn/service-harness/command.ts'
import { dataFolder } from '@thumbturn/service-harness/program.ts'
import { openStore } from '../../src/storage/open.ts'

test('users are listed, shown by ID or username, signed out, and deleted after confirmation', async (t) => {
  const DATA_DIR = dataFolder(t)
  const command = (text: string) => runCommand(text.split(' '), { DATA_DIR })
  await command('app create shop --rp-id example.com --origin https://example.com')
  const store = await openStore(`sqlite:${join(DATA_DIR, 'thumbturn.db')}`)
  const [ada, grace] = [randomUUID(), randomUUID()]
  for (const [id, username] of [
    [grace, 'grace@example.com'],
    [ada, 'Ada@example.com'],
  ] as const) {
    const key = username.toLowerCase()
    const about = { id, appId: 'shop', username, displayName: username, createdAt: 1 }
    const user = {
      ...about,
      usernameKey: key,
      addressKey: key,
      usernameType: 'other',
      status: 'active',
      tokenEpoch: 0,
    } as const
    await store.commit([
      { addUser: user },
      { append: { id: randomUUID(), appId: 'shop', type: 'fido2.user.created', at: 1 } },
    ])
  }
  await store.close()

  assert.match((await command('user list shop')).stdout, new RegExp(`${ada} +Ada@.* active [^]*${grace} +grace@`))
  assert.match((await command('user list shop --limit 1')).stdout, /There are more: add --after Ada@example\.com\n$/)
  assert.match((await command('user list shop --limit 1 --after ada@example.com')).stdout, new RegExp(grace))
  for (const name of [ada, 'ada@example.com']) {
    const { stdout } = await command(`user show shop ${name} --json`)
    assert.deepEqual((JSON.parse(stdout) as { usernames: string[] }).usernames, ['Ada@example.com'])
  }
  assert.match(
    (await command('user sign-out shop ada@example.com')).stdout,
    /^User Ada@example\.com \(.*\) is signed out/,
  )
  assert.match((await command('events list shop --type fido2.user.signed_out')).stdout, new RegExp(`user=${ada}`))
  const unconfirmed = await command(`user delete shop ${ada}`)
  assert.deepEqual([unconfirmed.code, unconfirmed.stdout], [2, ''])
  assert.match(
    (await command('user delete shop ada@example.com --yes')).stdout,
    /^User Ada@example\.com \(.*\) was deleted\.\n$/,
  )
  assert.match((await command(`user show shop ${ada}`)).stderr, /This application has no such user/)
  const events = (await command('events list shop --type fido2.user.deleted')).stdout
  assert.match(events, new RegExp(`user=${ada} key=command line`))
})
