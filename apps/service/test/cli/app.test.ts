import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { runCommand } from '@thumbturn/service-harness/command.ts'
import { dataFolder } from '@thumbturn/service-harness/program.ts'

const shop = ['--rp-id', 'example.com', '--origin', 'https://example.com']

/** Runs commands on one data folder. */
function installation(t: TestContext) {
  const DATA_DIR = dataFolder(t)
  const command = (text: string, more: readonly string[] = []) =>
    runCommand([...text.split(' '), ...more], { DATA_DIR })
  return {
    command,
    async json<T>(text: string, more: readonly string[] = []): Promise<T> {
      const { stdout, stderr, code } = await command(text, [...more, '--json'])
      assert.equal(code, 0, stderr)
      return JSON.parse(stdout) as T
    },
  }
}

test('an application is created, shown, changed, and listed', async (t) => {
  const { json, command } = installation(t)
  const made = await json<{ id: string; address: string }>('app create shop', [...shop, '--set', 'ceremonySeconds=60'])
  assert.deepEqual([made.id, made.address], ['shop', 'http://localhost:4300/apps/shop'])
  await command('app set shop --name Shop --set registrationRequiresToken=true')
  const shown = await json<{ name: string; settings: Record<string, unknown> }>('app show shop')
  assert.deepEqual(
    [shown.name, shown.settings.registrationRequiresToken, shown.settings.ceremonySeconds],
    ['Shop', true, 60],
  )
  const listed = await json<{ id: string }[]>('app list')
  assert.ok(listed.some(({ id }) => id === 'shop'))
  assert.match((await command('app list')).stdout, /shop +Shop +example\.com +https:\/\/example\.com/)
})

test('a change is shown with the values before and after, and in JSON as the whole application', async (t) => {
  const { json, command } = installation(t)
  await command('app create shop', shop)
  const { stdout } = await command(
    'app set shop --set registrationRequiresToken=true --set hints=hybrid,client-device --name Shop',
  )
  assert.deepEqual(stdout.split('\n'), [
    'Application shop was changed:',
    '',
    '                           before  after',
    '-------------------------  ------  ---------------------',
    'name                       shop    Shop',
    'registrationRequiresToken  false   true',
    'hints                      (none)  hybrid, client-device',
    '',
  ])
  assert.equal(
    (await command('app set shop --name Shop')).stdout,
    'Nothing changed: application shop has these values already.\n',
  )
  const { updatedAt: _, version: __, ...changed } = await json<Record<string, unknown>>('app set shop --name Bazaar')
  const { updatedAt: ___, version: ____, ...shown } = await json<Record<string, unknown>>('app show shop')
  assert.deepEqual(changed, shown)
})

test('origins are added and removed without repeating the others', async (t) => {
  const { json, command } = installation(t)
  await command('app create shop', shop)
  const readOrigins = async () => (await json<{ origins: string[] }>('app show shop')).origins
  const www = 'https://www.example.com'
  await command(`app set shop --add-origin ${www} --add-origin https://example.com`)
  assert.deepEqual(await readOrigins(), ['https://example.com', www])
  await command(`app set shop --remove-origin https://example.com --add-origin https://app.example.com`)
  assert.deepEqual(await readOrigins(), [www, 'https://app.example.com'])
  const { code, stderr } = await command('app set shop --remove-origin https://example.com')
  assert.deepEqual(
    [code, stderr],
    [2, `shop has no origin https://example.com. It has: ${www} https://app.example.com\n`],
  )
  assert.match((await command(`app set shop --origin ${www} --add-origin ${www}`)).stderr, /replaces the whole list/)
})

test('the list of applications says which one is the installation’s own', async (t) => {
  const { command } = installation(t)
  const lastLine = async () => (await command('app list')).stdout.trimEnd().split('\n').at(-1)
  assert.equal(await lastLine(), 'There is no other application yet. To create one: npx thumbturn app create')
  await command('app create shop', shop)
  assert.equal(await lastLine(), "thumbturn is the installation's own application, where its members sign in.")
})

test('applications are listed in the order of their creation, whichever changed last', async (t) => {
  const { json, command } = installation(t)
  for (const id of ['shop', 'bank']) await command(`app create ${id}`, shop)
  await command('app set shop --name Shop')
  assert.deepEqual(
    (await json<{ id: string }[]>('app list')).map(({ id }) => id),
    ['thumbturn', 'shop', 'bank'],
  )
  assert.match((await command('app show nope')).stderr, /There are: shop, bank \(database: sqlite:.*thumbturn\.db\)\n/)
})
