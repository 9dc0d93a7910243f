import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { runCommand } from '@thumbturn/service-harness/command.ts'
import { dataFolder } from '@thumbturn/service-harness/program.ts'
import { newUser, user } from '@thumbturn/service-harness/store-situations.ts'
import { openStore } from '../../src/storage/open.ts'

/** An application with Ann and Bob, and commands on it. */
async function installation(t: TestContext) {
  const DATA_DIR = dataFolder(t)
  const run = (text: string, ...more: readonly string[]) => runCommand([...text.split(' '), ...more], { DATA_DIR })
  await run('app create shop --rp-id example.com --origin https://example.com')
  const store = await openStore(`sqlite:${join(DATA_DIR, 'thumbturn.db')}`)
  for (const name of ['ann', 'bob']) await store.commit([{ addUser: newUser(name) }])
  await store.close()
  const json = async <T>(text: string, ...more: readonly string[]): Promise<T> => {
    const { code, stdout, stderr } = await run(text, ...more, '--json')
    assert.equal(code, 0, stderr)
    return JSON.parse(stdout) as T
  }
  const rejected = async (message: RegExp, text: string, ...more: readonly string[]) => {
    const { code, stderr } = await run(text, ...more)
    assert.deepEqual([code, message.test(stderr)], [2, true], stderr)
  }
  return { run, json, rejected }
}

type Group = { id: string; name: string; description?: string; claims: object }

test('groups are created, listed, changed, and deleted after confirmation', async (t) => {
  const { run, json, rejected } = await installation(t)
  const claims = '{"level":9}'
  const { stdout } = await run('group create shop', 'All staff', '--description', 'Everyone', '--claims', claims)
  const [, id] = /^Group All staff \(([0-9a-f-]{36})\) was created\.\n$/.exec(stdout)!
  assert.match((await run('group list shop')).stdout, new RegExp(`${id} +All staff +Everyone +\\{"level":9\\}`))
  const changed = await json<Group>('group set shop', 'ALL STAFF', '--name', 'staff', '--description', '')
  assert.partialDeepStrictEqual(changed, { id, name: 'staff', claims: { level: 9 }, version: 2 })
  assert.match((await run(`group set shop ${id} --claims {}`)).stdout, /^claims +\{\}$/m)
  await rejected(/--claims takes a JSON object/, 'group set shop staff --claims []')
  await rejected(/"sub" is a claim of OpenID Connect or JWT/, 'group set shop staff --claims {"sub":1}')
  await rejected(/shop has no group none/, 'group set shop none --name other')
  await rejected(/Another group has the name/, 'group create shop Staff')
  assert.equal((await run('group delete shop staff')).code, 2)
  assert.equal((await run('group delete shop staff --yes')).stdout, `Group staff (${id}) was deleted.\n`)
  assert.deepEqual(await json('group list shop'), [])
})

test('users are added to groups, listed, and removed, by any of their names', async (t) => {
  const { run, json, rejected } = await installation(t)
  await run('group create shop admins')
  assert.equal((await run('group add shop admins ann BOB Ann')).stdout, '2 users added to admins.\n')
  const listed = (await run('group members shop admins')).stdout
  assert.match(listed, new RegExp(`^${user('ann').id} +ANN +Dear ann +active$`, 'm'))
  const limited = (await run('group members shop admins --limit 1')).stdout
  assert.match(limited, /There are more: add --after user-ann\n$/)
  assert.deepEqual(
    (await json<{ userId: string }[]>('group members shop admins --after user-ann')).map(({ userId }) => userId),
    ['user-bob'],
  )
  await rejected(/This application has no such user/, 'group add shop admins ann eve')
  assert.equal((await run('group remove shop admins bob')).stdout, '1 user removed from admins.\n')
  assert.match((await run('events list shop --type fido2.group.member_removed')).stdout, /user=user-bob/)
})

test('the profile and claims of a user are changed, and shown with the groups', async (t) => {
  const { run, json, rejected } = await installation(t)
  await run('group create shop admins')
  await run('group add shop admins ann')
  const set = await json('user set shop ann', '--set', 'name=Ann Example', '--set', 'locale=de', '--claims', '{"a":1}')
  assert.deepEqual(set, { userId: 'user-ann', name: 'Ann Example', locale: 'de', claims: { a: 1 } })
  assert.match(
    (await run('user set shop ann --set locale=')).stdout,
    /^id +user-ann\nname +Ann Example\nclaims +\{"a":1\}\n$/,
  )
  const shown = await json<object>('user show shop ann')
  assert.partialDeepStrictEqual(shown, { profile: { name: 'Ann Example' }, claims: { a: 1 }, groups: ['admins'] })
  assert.match((await run('user show shop ann')).stdout, /^groups +admins\nname +Ann Example\nclaims +\{"a":1\}$/m)
  await rejected(/zoneinfo must be an IANA time zone/, 'user set shop ann --set zoneinfo=Nowhere')
  await rejected(/Unknown setting nick; known: name, givenName/, 'user set shop ann --set nick=x')
})
