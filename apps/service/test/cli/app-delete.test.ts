import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { runCommand } from '@thumbturn/service-harness/command.ts'
import { dataFolder } from '@thumbturn/service-harness/program.ts'
import { newUser } from '@thumbturn/service-harness/store-situations.ts'
import { openStore } from '../../src/storage/open.ts'

const main = fileURLToPath(import.meta.resolve('@thumbturn/service/main.ts'))
const many = 3_000

test('Ctrl+C leaves the rest of a large application to the service', async (t) => {
  const DATA_DIR = dataFolder(t)
  const command = (line: string) => runCommand(line.split(' '), { DATA_DIR })
  await command('app create shop --rp-id shop.example --origin https://shop.example')
  const path = join(DATA_DIR, 'thumbturn.db')
  const store = await openStore(`sqlite:${path}`)
  const names = Array.from({ length: many }, (_, index) => `user${index}`)
  await Promise.all(names.map((name) => store.commit([{ addUser: newUser(name) }])))
  await store.close()
  const database = new DatabaseSync(path)
  t.after(() => database.close())
  const users = database.prepare(`select count(*) as n from users where app_id = 'shop'`)
  const countUsers = () => Number(users.get()?.n)
  assert.equal(countUsers(), many)

  const child = spawn(process.execPath, [main, 'app', 'delete', 'shop', '--yes', '--json'], { env: { DATA_DIR } })
  t.after(() => child.kill('SIGKILL'))
  const output = text(child.stdout)
  const end = new Promise((resolve) => child.once('exit', resolve))
  while (countUsers() === many) await pause(5)
  child.kill('SIGINT')
  assert.equal(await end, 0)
  assert.deepEqual(JSON.parse(await output), { id: 'shop', deleted: true, dataDeleted: false })
  assert.ok(countUsers() > 0)
  assert.match((await command('app show shop')).stderr, /There is no application shop/)
  const taken = await command('app create shop --rp-id shop.example --origin https://shop.example')
  assert.match(taken.stderr, /An application shop was deleted less than a minute ago/)
})
