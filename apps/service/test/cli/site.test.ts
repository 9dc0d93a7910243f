import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { runCommand } from '@thumbturn/service-harness/command.ts'
import { dataFolder } from '@thumbturn/service-harness/program.ts'

/** An application, and commands on its sites. */
async function installation(t: TestContext) {
  const settings = { DATA_DIR: dataFolder(t), BASE_URL: 'https://id.example.com' }
  const run = (words: readonly string[]) => runCommand(words, settings)
  await run(['app', 'create', 'shop', '--rp-id', 'example.com', '--origin', 'https://example.com'])
  const command = (...words: string[]) => run(['site', ...words])
  const json = async <T = Record<string, unknown>>(...words: string[]): Promise<T> => {
    const { code, stdout, stderr } = await command(...words, '--json')
    assert.equal(code, 0, stderr)
    return JSON.parse(stdout) as T
  }
  const rejected = async (message: RegExp, ...words: string[]) => {
    const { code, stderr } = await command(...words)
    assert.equal(code, 2)
    assert.match(stderr, message)
  }
  return { run, command, json, rejected }
}

const host = 'wiki.example.com'

test('a site is created with its rules, changed, listed, shown, and deleted', async (t) => {
  const { command, json } = await installation(t)
  const rules = [
    '--rule',
    'GET,HEAD /assets/* public',
    '--rule',
    '/admin/* groups admins, on call',
    '--rule',
    '/* signedIn',
  ]
  const created = await command('create', 'shop', host, ...rules)
  assert.equal(created.code, 0, created.stderr)
  assert.match(created.stdout, /^site +https:\/\/wiki\.example\.com$/m)
  assert.match(created.stdout, /^proxy asks +https:\/\/id\.example\.com\/apps\/shop\/forward\/check$/m)
  assert.match(created.stdout, /^ {2}rule 2 +\/admin\/\* groups admins,on call$/m)
  assert.match(created.stdout, /Anyone who creates an account can use this site/)
  assert.partialDeepStrictEqual(await json('show', 'shop', host), {
    name: host,
    rules: [
      { path: '/assets/*', methods: ['GET', 'HEAD'], access: 'public' },
      { path: '/admin/*', access: 'groups', groups: ['admins', 'on call'] },
      { path: '/*', access: 'signedIn' },
    ],
  })
  const changed = await json('set', 'shop', host, '--name', 'Wiki', '--group', 'staff', '--set', 'sessionSeconds=90000')
  assert.partialDeepStrictEqual(changed, {
    name: 'Wiki',
    allowedGroups: ['staff'],
    sessionSeconds: 90_000,
    notices: [],
  })
  assert.match((await command('list', 'shop')).stdout, /^wiki\.example\.com +Wiki +enabled +staff +3$/m)
  assert.match((await command('delete', 'shop', host, '--yes')).stdout, /^Site Wiki was deleted\.$/m)
  assert.deepEqual(await json('list', 'shop'), [])
})

test('wrong input is explained', async (t) => {
  const { command, rejected } = await installation(t)
  await command('create', 'shop', host)
  await rejected(/must be a path and public/, 'create', 'shop', 'a.example.com', '--rule', '/x everyone')
  await rejected(/must be a path and public/, 'create', 'shop', 'a.example.com', '--rule', '/x public admins')
  await rejected(/already protects that host/, 'create', 'shop', host)
  await rejected(/no protected site/, 'show', 'shop', 'other.example.com')
  await rejected(/Nothing to change/, 'set', 'shop', host)
  await rejected(/host/, 'create', 'shop', 'https://a.example.com')
})

test('doctor says that a site needs TRUSTED_PROXIES, and that anyone can sign up', async (t) => {
  const { run, command } = await installation(t)
  await command('create', 'shop', host)
  const { stdout } = await run(['doctor'])
  assert.match(stdout, /protected sites, but TRUSTED_PROXIES is not set/)
  assert.match(stdout, /Anyone who creates an account can use this site/)
})
