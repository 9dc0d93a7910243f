import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { test } from 'node:test'
import { findFreePort, isFree } from '../src/free-port.ts'

test('a free port is not one that the system gives to outgoing connections', async (t) => {
  if (process.platform !== 'linux') return t.skip('only Linux has the file that lists these ports')
  const [first] = readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8').split('\t').map(Number)
  for (let round = 0; round < 50; round++) assert.ok((await findFreePort()) < first!)
})

test('a port in use is not free, on whatever address it is used', async (t) => {
  for (const host of ['127.0.0.1', 'localhost', '0.0.0.0']) {
    const port = await findFreePort()
    const server = createServer().listen(port, host)
    t.after(() => server.close())
    await once(server, 'listening')
    assert.equal(await isFree(port), false)
  }
})
