import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import {
  allowDocuments,
  answerJson,
  documentClient,
  startDocumentHost,
  trustDocumentHosts,
} from '@thumbturn/service-harness/client-documents.ts'
import { eachEngine } from '@thumbturn/service-harness/engines.ts'
import { useNodes } from '@thumbturn/service-harness/nodes.ts'
import { authorize, requestOf } from '@thumbturn/service-harness/openid.ts'
import type { Service } from '@thumbturn/service-harness/service.ts'

trustDocumentHosts()

const callers = 64
const [former, latter] = ['https://mcp-client.example/former', 'https://mcp-client.example/latter']

eachEngine('documents of clients that parallel calls need on two nodes', (fresh) => {
  const running = useNodes(fresh)

  /** Calls both nodes in turn, all at the same time. */
  const callBoth = <Result>(call: (node: Service, at: number) => Promise<Result>): Promise<Result[]> => {
    const { near, far } = running()
    return Promise.all(Array.from({ length: callers }, (_, at) => call(at % 2 === 0 ? near : far, at)))
  }

  async function useHost(t: TestContext) {
    const host = await startDocumentHost(t)
    await allowDocuments(running().near, [host.host])
    running().near.clock.advance(1_001)
    await running().far.core.applications.findFresh('demo')
    return host
  }

  test('an unknown document is read once by each node', async (t) => {
    const { urlOf, calls, state } = await useHost(t)
    const answer = state.answer
    state.answer = (url, response) => void setTimeout(() => answer(url, response), 50)
    const client = documentClient(urlOf())
    const answers = await callBoth((node) => authorize(node, requestOf(client)))
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [303])
    assert.equal(calls.length, 2)
  })

  test('a document that changes counts as it was or as it is now, and never in part', async (t) => {
    const { urlOf, calls, state } = await useHost(t)
    const client = documentClient(urlOf('/changing.json'))
    const versions = [former, latter].map((uri) =>
      answerJson({ redirect_uris: [uri] }, { 'cache-control': 'max-age=60' }),
    )
    for (let round = 0; round < 4; round++) {
      // Another version for every request, so that the nodes differ.
      state.answer = (url, response) => versions[calls.length % 2]!(url, response)
      const answers = await callBoth(async (node, at) => {
        const redirect_uri = at % 4 < 2 ? former : latter
        const { status } = await authorize(node, { ...requestOf(client), redirect_uri })
        return { node: at % 2, redirect_uri, status }
      })
      for (const node of [0, 1]) {
        const accepted = answers.filter((answer) => answer.node === node && answer.status === 303)
        assert.equal(accepted.length, callers / 4)
        assert.equal(new Set(accepted.map(({ redirect_uri }) => redirect_uri)).size, 1)
      }
      assert.equal(calls.length, 2 * (round + 1))
      running().near.clock.advance(61_000)
    }
  })
})
