import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { runCommand } from '@thumbturn/service-harness/command.ts'
import { dataFolder } from '@thumbturn/service-harness/program.ts'

type Resource = { uri: string; name: string; scopes: { name: string; description: string }[]; allowedGroups: string[] }

const uri = 'https://mcp.example.com/files'

/** An application, and commands on its resources. */
async function installation(t: TestContext) {
  const settings = { DATA_DIR: dataFolder(t), BASE_URL: 'https://id.example.com' }
  const run = (words: readonly string[]) => runCommand(words, settings)
  await run(['app', 'create', 'shop', '--rp-id', 'example.com', '--origin', 'https://example.com'])
  const command = (...words: string[]) => run(['resource', ...words])
  const json = async <T = Resource>(...words: string[]): Promise<T> => {
    const { code, stdout, stderr } = await command(...words, '--json')
    assert.equal(code, 0, stderr)
    return JSON.parse(stdout) as T
  }
  const rejected = async (message: RegExp, ...words: string[]) => {
    const { code, stderr } = await command(...words)
    assert.equal(code, 2)
    assert.match(stderr, message)
  }
  return { command, json, rejected }
}

const scopes = ['--scope', 'files:read=Read your files', '--scope', 'files:write=Change files = all of them']

test('a resource is created with the command that comes next, changed, listed, shown, and deleted', async (t) => {
  const { command, json } = await installation(t)
  const created = await command('create', 'shop', uri, '--name', 'Files', ...scopes, '--group', 'staff')
  assert.equal(created.code, 0, created.stderr)
  assert.match(created.stdout, /^scope files:read +Read your files$/m)
  assert.match(created.stdout, / client set shop <client> --set resources=https:\/\/mcp\.example\.com\/files\n$/)
  const shown = await json('show', 'shop', uri)
  assert.partialDeepStrictEqual(shown, {
    uri,
    name: 'Files',
    scopes: [
      { name: 'files:read', description: 'Read your files' },
      { name: 'files:write', description: 'Change files = all of them' },
    ],
    allowedGroups: ['staff'],
  })
  const changed = await json('set', 'shop', uri, '--name', 'Documents', '--scope', '', '--group', '')
  assert.partialDeepStrictEqual(changed, { name: 'Documents', scopes: [], allowedGroups: [] })
  const { stdout } = await command('list', 'shop')
  assert.match(stdout, /^https:\/\/mcp\.example\.com\/files +Documents +everyone$/m)
  assert.deepEqual(await json('delete', 'shop', uri, '--yes'), { uri, deleted: true })
  assert.deepEqual(await json<Resource[]>('list', 'shop'), [])
})

test('what is wrong is said with what to write instead', async (t) => {
  const { rejected } = await installation(t)
  const create = ['create', 'shop', uri, '--name', 'Files']
  await rejected(
    /--scope files:read lacks a description, which users read: write --scope files:read='Read your/,
    ...create,
    '--scope',
    'files:read',
  )
  await rejected(
    /use https; http is only possible on localhost/,
    'create',
    'shop',
    'http://mcp.example.com',
    '--name',
    'Files',
  )
  await rejected(/Required option '--name <name>'/, 'create', 'shop', uri)
  await rejected(/^The installation itself cannot have protected resources/, 'create', 'thumbturn', ...create.slice(2))
  await rejected(/Nothing to change: give --name, --scope, or --group/, 'set', 'shop', uri)
  await rejected(/has no resource with this URI/, 'show', 'shop', uri)
  await rejected(/Required option '--yes'/, 'delete', 'shop', uri)
})
