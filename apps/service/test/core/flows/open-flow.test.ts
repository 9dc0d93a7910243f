import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anyEngine } from '@thumbturn/service-harness/engines.ts'
import { useService } from '@thumbturn/service-harness/service.ts'
import { sealBytes } from '../../../src/adapters/sealed-box.ts'
import { forbidden } from '../../../src/core/errors.ts'
import { findFlowApplication, openFlow, toFlowApplication } from '../../../src/core/flows/open-flow.ts'

const day = 24 * 3_600_000

anyEngine('the session of a flow', (fresh) => {
  const running = useService(fresh)

  test('a session that is damaged is a rejection, and one that we sealed wrongly is an error of ours', async () => {
    const { core, root, clock } = running()
    const open = (session: string) => async () =>
      openFlow(core, { session, purpose: 'authentication' }, (reason) => forbidden('Rejected', reason))
    await assert.rejects(open('AAAAAAAAAAAAAAAAAAAA'), { code: 'forbidden', message: 'Rejected' })

    const epoch = Math.floor(clock.now() / day)
    const head = Buffer.alloc(4)
    head.writeUInt32BE(epoch)
    const about = `session ${epoch}`
    const box = sealBytes(root.derive(about), Buffer.from('not JSON'), { about, iv: Buffer.alloc(12) })
    await assert.rejects(open(Buffer.concat([head, box]).toString('base64url')), SyntaxError)
  })

  test('a session of an earlier application with that ID, or from before that was sealed, counts as expired', async () => {
    const { core, application, clock } = running()
    const startedAt = clock.now()
    const flow = {
      purpose: 'authentication',
      id: 'a session',
      startedAt,
      expiresAt: startedAt + 300_000,
      challenge: '',
      ...toFlowApplication(application),
    }
    const open = (changes: object) => async () =>
      openFlow(core, { session: core.sessions.seal({ ...flow, ...changes }), purpose: 'authentication' }, (reason) =>
        forbidden('Rejected', reason),
      )
    assert.deepEqual((await open({})()).application, application)
    const gone = { code: 'forbidden', message: 'Rejected', cause: 'the application no longer exists' }
    for (const appCreatedAt of [application.createdAt - 60_000, undefined])
      await assert.rejects(open({ appCreatedAt }), gone)
  })

  test('a session counts whose application another node has created since this one read all of them', async () => {
    const { core, application } = running()
    const applications = { ...core.applications, find: () => undefined }
    assert.equal(await findFlowApplication({ applications }, toFlowApplication(application)), application)
  })
})
