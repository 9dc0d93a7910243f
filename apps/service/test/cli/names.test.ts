import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { runCommand } from '@thumbturn/service-harness/command.ts'
import { dataFolder } from '@thumbturn/service-harness/program.ts'
import { setContact } from '@thumbturn/service-harness/store-batches.ts'
import { contact, event, newUser } from '@thumbturn/service-harness/store-situations.ts'
import type { Finding } from '../../src/cli/finding.ts'
import { openStore } from '../../src/storage/open.ts'

test('doctor lists contacts that are another user’s username, as older versions allowed', async (t) => {
  const DATA_DIR = dataFolder(t)
  const command = (text: string) => runCommand(text.split(' '), { DATA_DIR })
  await command('app create shop --rp-id localhost --origin http://localhost:4300')
  const path = join(DATA_DIR, 'thumbturn.db')
  const store = await openStore(`sqlite:${path}`)
  await store.commit([{ addUser: newUser('ann') }, { append: event('1') }])
  await store.commit([{ addUser: newUser('bob@example.com', { username: 'Bob@example.com' }) }, { append: event('2') }])
  await setContact(store, contact('ann', { verifiedAt: undefined }), { events: [], tasks: [] })
  await store.close()
  const database = new DatabaseSync(path)
  database.exec(`update contacts set verified_at = 1, address = 'bob@example.com', address_key = 'bob@example.com'`)
  database.close()
  const { stdout } = await command('doctor --json')
  const found = (JSON.parse(stdout) as Finding[]).filter(({ verdict }) => verdict === 'warning')
  assert.deepEqual(found, [
    {
      about: 'application shop',
      verdict: 'warning',
      says: 'bob@example.com, verified by user user-ann, is also the username Bob@example.com of user user-bob@example.com and identifies only the latter',
      advice: 'Find out whose it is, then remove the contact or delete the user',
    },
  ])
})
