import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { runCommand } from '@thumbturn/service-harness/command.ts'
import { registerElsewhere, toFile, userRecord } from '@thumbturn/service-harness/imports.ts'
import { dataFolder } from '@thumbturn/service-harness/program.ts'
import { smallDisk } from '@thumbturn/service-harness/small-disk.ts'

const rpId = 'example.com'
const oneUser = () => userRecord([registerElsewhere({ rpId, origin: 'https://example.com' }).record])
const main = fileURLToPath(import.meta.resolve('@thumbturn/service/main.ts'))

/** An installation with the application `shop`, and a folder next to it. */
async function createInstallation(t: TestContext) {
  const DATA_DIR = dataFolder(t)
  const command = (...args: string[]) => runCommand(args, { DATA_DIR })
  const created = await command('app', 'create', 'shop', '--rp-id', rpId, '--origin', 'https://example.com')
  assert.equal(created.code, 0, created.stderr)
  const outside = dataFolder(t)
  const inDatabase = (sql: string) => {
    const database = new DatabaseSync(join(DATA_DIR, 'thumbturn.db'))
    const rows = database.prepare(sql).all()
    database.close()
    return rows
  }
  return {
    command,
    outside,
    DATA_DIR,
    importing: (file: string, ...more: string[]) => command('import', file, '--app', 'shop', ...more),
    write(name: string, text: string) {
      const file = join(outside, name)
      writeFileSync(file, text)
      return file
    },
    countUsers: () => Number(inDatabase("select count(*) as users from users where app_id = 'shop'")[0]!.users),
    inDatabase,
  }
}

/** Starts an import from standard input, which stays open. */
function startFromInput(
  t: TestContext,
  DATA_DIR: string,
): ChildProcess & { stdin: NonNullable<ChildProcess['stdin']> } {
  const child = spawn(process.execPath, [main, 'import', '-', '--app', 'shop'], { env: { DATA_DIR } })
  t.after(() => child.kill('SIGKILL'))
  return child
}

const ended = (child: ChildProcess) =>
  new Promise<{ code: number | null; stdout: string }>((resolve) => {
    let stdout = ''
    child.stdout!.setEncoding('utf8').on('data', (text: string) => {
      stdout += text
    })
    child.once('close', (code) => resolve({ code, stdout }))
  })

test('users are imported, exported into a file of their owner, and imported again without a change', async (t) => {
  const { importing, command, write, outside, countUsers } = await createInstallation(t)
  const users = [oneUser(), oneUser()]
  const { code, stdout, stderr } = await importing(write('users.jsonl', toFile(users, { rpId })))
  assert.deepEqual([code, stdout, stderr], [0, 'Imported 2 users into shop, 0 there already, 0 rejected.\n', ''])
  const file = join(outside, 'export.jsonl')
  const exported = await command('export', file, '--app', 'shop')
  assert.equal(exported.stdout, `Exported 2 users with 2 passkeys into ${file}.\n`)
  assert.equal(statSync(file).mode & 0o777, 0o600)
  const lines = readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  const { exportedAt, ...header } = lines[0]
  assert.deepEqual(header, { format: 'thumbturn-users', version: 1, rpId, application: 'shop' })
  assert.deepEqual(lines.at(-1), { end: true, users: 2 })
  assert.deepEqual(
    lines.slice(1, -1).map(({ username }) => username),
    users.map(({ username }) => username).sort(),
  )
  assert.equal((await command('export', '--app', 'shop')).stdout.split('\n').length, 5)
  const again = await importing(file, '--json')
  assert.deepEqual(JSON.parse(again.stdout), {
    application: 'shop',
    dryRun: false,
    imported: 0,
    unchanged: 2,
    rejected: 0,
    line: 4,
    interrupted: false,
  })
  assert.equal(countUsers(), 2)
})

test('an export moves users to another installation with their ids', async (t) => {
  const [one, other] = [await createInstallation(t), await createInstallation(t)]
  await one.importing(one.write('users.jsonl', toFile([oneUser(), oneUser()], { rpId })))
  const file = join(one.outside, 'export.jsonl')
  await one.command('export', file, '--app', 'shop')
  assert.match((await other.importing(file)).stdout, /^Imported 2 users/)
  const withoutDate = (text: string) => text.replace(/"exportedAt":"[^"]*"/, '')
  const exported = (await other.command('export', '--app', 'shop')).stdout
  assert.equal(withoutDate(exported), withoutDate(readFileSync(file, 'utf8')))
})

test('rejected lines are reported with number and reason, and written into a file that can be corrected', async (t) => {
  const { importing, write, outside, countUsers } = await createInstallation(t)
  const [good, bad] = [oneUser(), oneUser()]
  const text = toFile(['{"username":', good, '', { ...bad, status: 'gone' }, Buffer.alloc(1_048_577, 'a').toString()], {
    rpId,
  })
  const rejected = join(outside, 'rejected.jsonl')
  const ran = await importing(write('users.jsonl', text), '--rejected', rejected)
  assert.deepEqual([ran.code, ran.stdout], [1, 'Imported 1 user into shop, 0 there already, 3 rejected.\n'])
  const [syntax, status, long] = ran.stderr.split('\n')
  assert.match(syntax!, /^Line 2: invalid_json: the line is not JSON: /)
  assert.match(status!, /^Line 5: invalid_record: status must /)
  assert.equal(long, 'Line 6: invalid_json: the line is longer than a megabyte')
  assert.equal(statSync(rejected).mode & 0o777, 0o600)
  const corrected = readFileSync(rejected, 'utf8').replace('"gone"', '"inactive"').replace('{"username":\n', '')
  assert.match((await importing(write('corrected.jsonl', corrected))).stdout, /^Imported 1 user into shop, 0 there/)
  assert.equal(countUsers(), 2)
  const json = await importing(write('again.jsonl', text), '--json')
  assert.deepEqual(JSON.parse(json.stderr.split('\n')[1]!).code, 'invalid_record')
})

test('a line that is not UTF-8 is rejected', async (t) => {
  const { importing, outside } = await createInstallation(t)
  const bytes = Buffer.from(toFile([oneUser()], { rpId }), 'utf8')
  bytes[bytes.indexOf('moved-')] = 0xff
  const file = join(outside, 'latin1.jsonl')
  writeFileSync(file, bytes)
  assert.equal((await importing(file)).stderr, 'Line 2: invalid_json: the line is not UTF-8\n')
})

test('a truncated file is imported up to where it ends, and reported', async (t) => {
  const { importing, write, countUsers } = await createInstallation(t)
  const text = toFile([oneUser(), oneUser(), oneUser()], { rpId })
  const atLine = await importing(write('line.jsonl', text.split('\n').slice(0, 3).join('\n')))
  assert.equal(atLine.code, 1)
  assert.match(atLine.stdout, /^Imported 2 users .*\nThe file ends after line 3 without \{"end":true\}: it is probably/)
  const inLine = await importing(write('cut.jsonl', text.slice(0, -40)))
  assert.match(inLine.stderr, /^Line 4: invalid_json: /)
  assert.equal(inLine.code, 1)
  const missing = text.replace('{"end":true}', '{"end":true,"users":4}')
  assert.match((await importing(write('few.jsonl', missing))).stdout, /there are 4 users, and there are 3: lines are/)
  assert.equal(countUsers(), 3)
})

test('a file for another RP ID, of another version, or of another kind changes nothing', async (t) => {
  const { importing, command, write, countUsers, outside } = await createInstallation(t)
  const file = (header: object) =>
    write(`${JSON.stringify(header).replaceAll(/\W/g, '-')}.jsonl`, toFile([oneUser()], header))
  for (const [path, message] of [
    [
      file({ rpId: 'localhost' }),
      /^The passkeys belong to the RP ID localhost, and the application shop has example.com/,
    ],
    [file({ rpId, version: 2 }), /^Version 2 of the format is unknown; this release reads version 1\n/],
    [file({ rpId, realm: 'x' }), /^The first line is invalid: the line has the unknown field realm\n/],
    [write('list.json', '[]'), /^The first line must be \{"format":"thumbturn-users","version":1,"rpId":"…"\}\n/],
    [write('empty', ''), /^The first line must be/],
    [join(outside, 'none'), /^There is no file .*none\.\n/],
  ] as const) {
    const { code, stdout, stderr } = await importing(path)
    assert.deepEqual([code, stdout], [2, ''])
    assert.match(stderr, message)
  }
  const unknown = await command('import', file({ rpId }), '--app', 'shopp')
  assert.match(unknown.stderr, /^There is no application shopp\. There are: .*shop/)
  assert.match((await command('export', '--app', 'shopp')).stderr, /^There is no application shopp/)
  assert.equal(countUsers(), 0)
})

test('a dry run finds what an import would, and writes nothing', async (t) => {
  const { importing, write, countUsers } = await createInstallation(t)
  const file = write('users.jsonl', toFile([oneUser(), '{'], { rpId }))
  const { code, stdout, stderr } = await importing(file, '--dry-run')
  assert.deepEqual(
    [code, stdout],
    [1, 'Nothing was written: 1 user can be imported into shop, 0 there already, 1 rejected.\n'],
  )
  assert.match(stderr, /^Line 3: invalid_json/)
  assert.equal(countUsers(), 0)
})

test('an interrupted import says where it stopped, and resumes when it is run again', async (t) => {
  const { importing, write, countUsers, DATA_DIR } = await createInstallation(t)
  const text = toFile(Array.from({ length: 600 }, oneUser), { rpId })
  const child = startFromInput(t, DATA_DIR)
  const end = ended(child)
  child.stdin.write(text.slice(0, -20))
  while (countUsers() < 500) await sleep(20)
  child.kill('SIGINT')
  const { code: interrupted, stdout: said } = await end
  assert.equal(interrupted, 130)
  assert.equal(
    said,
    'Imported 500 users into shop, 0 there already, 0 rejected.\nStopped after line 501. Run the same command again to resume.\n',
  )
  assert.equal(countUsers(), 500)
  const { code, stdout } = await importing(write('users.jsonl', text))
  assert.deepEqual([code, stdout], [0, 'Imported 100 users into shop, 500 there already, 0 rejected.\n'])
})

test('an export overwrites nothing, and needs a folder that exists', async (t) => {
  const { command, write, outside } = await createInstallation(t)
  const file = write('mine', 'text')
  assert.match((await command('export', file, '--app', 'shop')).stderr, /mine exists already: choose another name/)
  assert.equal(readFileSync(file, 'utf8'), 'text')
  const none = await command('export', join(outside, 'none/export'), '--app', 'shop')
  assert.deepEqual([none.code, none.stderr], [2, `The folder ${join(outside, 'none')} doesn't exist.\n`])
})

test('an export to a full disk fails, and leaves no file', async (t) => {
  const disk = smallDisk(t)
  if (!disk) return
  const { command, importing, write } = await createInstallation(t)
  await importing(write('users.jsonl', toFile([oneUser()], { rpId })))
  disk.fill()
  const file = join(disk.folder, 'export.jsonl')
  const { code, stdout, stderr } = await command('export', file, '--app', 'shop')
  assert.deepEqual([code, stdout], [2, ''])
  assert.match(stderr, /^The export failed, and .*export\.jsonl was not written: ENOSPC/)
  assert.deepEqual(readdirSync(disk.folder), ['filler'])
  assert.ok(!existsSync(file))
  disk.empty()
  assert.match((await command('export', file, '--app', 'shop')).stdout, /^Exported 1 user with 1 passkey/)
})

test('the audit log has an entry of each import and export, without which nothing is read or written', async (t) => {
  const { command, importing, write, countUsers, inDatabase, outside } = await createInstallation(t)
  const listEntries = () =>
    inDatabase("select action, actor_kind, application from audit_entries where action like 'users.%' order by id")
  const file = write('users.jsonl', toFile([oneUser(), oneUser()], { rpId }))
  const target = join(outside, 'exported.jsonl')
  await importing(file, '--dry-run')
  assert.deepEqual(listEntries(), [])
  assert.equal((await importing(file)).code, 0)
  assert.equal((await command('export', target, '--app', 'shop')).code, 0)
  assert.deepEqual(
    listEntries().map((row) => Object.values(row)),
    [
      ['users.imported', 'cli', 'shop'],
      ['users.exported', 'cli', 'shop'],
    ],
  )

  inDatabase('alter table audit_entries rename to lost_entries')
  const second = join(outside, 'second.jsonl')
  assert.notEqual((await importing(write('more.jsonl', toFile([oneUser()], { rpId })))).code, 0)
  assert.notEqual((await command('export', second, '--app', 'shop')).code, 0)
  assert.deepEqual([countUsers(), existsSync(second)], [2, false])
})
