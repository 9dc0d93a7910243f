import assert from 'node:assert/strict'
import { test } from 'node:test'
import { apis } from '@thumbturn/contract'
import { toOpenApi } from '@thumbturn/contract/openapi'
import { openApiValidator } from '@thumbturn/service-harness/openapi.ts'
import { verifyAssertion, verifyRegistration } from '@thumbturn/webauthn'

/** By media type. */
type Content = Readonly<Record<string, { example?: unknown }>>
type Response = { $ref?: string; content?: Content }
type Operation = {
  operationId: string
  parameters?: { name: string; example?: unknown }[]
  requestBody?: { content: Content }
  responses: Record<string, Response>
}
type Document = {
  paths: Record<string, Record<string, Operation>>
  components: { responses: Record<string, Response> }
}

for (const [name, api] of Object.entries(apis)) {
  const document = toOpenApi(api) as unknown as Document
  const findComplaints = openApiValidator(document)

  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const place = ['paths', path, method]

      test(`${name}: every example of ${operation.operationId} matches its schema, without unknown fields`, () => {
        const { parameters = [], requestBody, responses } = operation
        for (const [at, { example }] of parameters.entries())
          assert.deepEqual(findComplaints([...place, 'parameters', String(at), 'schema'], example), [])
        const bodies: [string[], Content | undefined][] = [
          [[...place, 'requestBody'], requestBody?.content],
          ...Object.entries(responses).map(([status, response]): [string[], Content | undefined] =>
            response.$ref === undefined
              ? [[...place, 'responses', status], response.content]
              : [
                  response.$ref.split('/').slice(1),
                  document.components.responses[response.$ref.split('/').at(-1)!]?.content,
                ],
          ),
        ]
        for (const [at, content] of bodies) {
          if (!content) continue
          for (const [media, { example }] of Object.entries(content))
            assert.deepEqual(findComplaints([...at, 'content', media, 'schema'], example), [], at.join(' '))
        }
      })
    }
  }
}

test('the ceremony in the examples is a valid one', () => {
  const { paths } = toOpenApi(apis.current!) as unknown as Document
  const exampleIn = (path: string) => paths[path]!.post!.requestBody!.content['application/json']!.example
  const { creationResult } = exampleIn('/reg/complete') as {
    creationResult: Parameters<typeof verifyRegistration>[0]['response']
  }
  const { assertionResult } = exampleIn('/auth/complete') as {
    assertionResult: Parameters<typeof verifyAssertion>[0]['response']
  }
  const { registrationRequestOptions: started } = paths['/reg/init']!.post!.responses[200]!.content![
    'application/json'
  ]!.example as {
    registrationRequestOptions: { challenge: string; rp: { id: string }; user: { id: string } }
  }
  const expected = {
    challenge: started.challenge,
    rpId: started.rp.id,
    origins: ['https://example.com'],
    userVerification: 'required',
  } as const
  const registered = verifyRegistration({ response: creationResult, expected: { ...expected, algorithms: [-7] } })
  const credential = { ...registered, id: registered.credentialId, userHandle: started.user.id }
  const assertion = verifyAssertion({
    response: assertionResult,
    credential,
    expected: { ...expected, userHandleRequired: true },
  })
  assert.equal(assertion.userVerified, true)
})
