import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
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
  assert.match(
    (await command('user list shop --limit 1')).stdout,
    /There can be more: add --after 'ada@example\.com'\n$/,
  )
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

test('a user is created, found by a part of the name, invited, and exported', async (t) => {
  const DATA_DIR = dataFolder(t)
  const command = (text: string) => runCommand(text.split(' '), { DATA_DIR })
  await command('app create shop --rp-id localhost --origin http://localhost:4300')
  const { id } = JSON.parse((await command('user create shop ada@example.com --name Ada --json')).stdout) as {
    id: string
  }
  assert.match(
    (await command('user list shop --search EXAMPLE --passkeys none')).stdout,
    new RegExp(`${id} +ada@.* active +0`),
  )
  assert.doesNotMatch((await command('user list shop --search bob')).stdout, new RegExp(id))
  const { stdout } = await command('user invite shop ada@example.com --hours 2')
  assert.match(stdout, /^ada@example\.com can create a passkey .*\nhttp:\/\/localhost:\S+\/sign-in\/#invitation=\S+\n$/)
  const file = join(DATA_DIR, 'ada.json')
  assert.match(
    (await command(`user data shop ada@example.com ${file}`)).stdout,
    /^Exported the data of ada@example\.com/,
  )
  const data = JSON.parse(readFileSync(file, 'utf8')) as { user: { displayName: string }; events: object[] }
  assert.deepEqual([data.user.displayName, data.events.length], ['Ada', 2])
  assert.match((await command(`user data shop ada@example.com ${file}`)).stderr, /exists/)
  assert.match((await command('user data shop ada@example.com')).stdout, /"username": "ada@example\.com"/)
})
