import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anyEngine } from '@thumbturn/service-harness/engines.ts'
import { useService } from '@thumbturn/service-harness/service.ts'
import { sealBytes } from '../../../src/adapters/sealed-box.ts'
import { forbidden } from '../../../src/core/errors.ts'
import { openFlow } from '../../../src/core/flows/open-flow.ts'

const day = 24 * 3_600_000

anyEngine('sessions that cannot be opened', (fresh) => {
  const running = useService(fresh)

  test('a session that is damaged is a rejection, and one that we sealed wrongly is an error of ours', () => {
    const { core, master, clock } = running()
    const open = (session: string) =>
      openFlow(core, { session, purpose: 'authentication' }, (reason) => forbidden('Rejected', reason))
    assert.throws(() => open('AAAAAAAAAAAAAAAAAAAA'), { code: 'forbidden', message: 'Rejected' })

    const epoch = Math.floor(clock.now() / day)
    const head = Buffer.alloc(4)
    head.writeUInt32BE(epoch)
    const about = `session ${epoch}`
    const box = sealBytes(master.derive(about), Buffer.from('not JSON'), { about, iv: Buffer.alloc(12) })
    assert.throws(() => open(Buffer.concat([head, box]).toString('base64url')), SyntaxError)
  })
})
