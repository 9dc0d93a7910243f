import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { parseEnv } from 'node:util'
import { AdminEvent, eventRoutes } from '@thumbturn/contract/admin/events.ts'
import { deviceRoutes } from '@thumbturn/contract/openid/device.ts'
import { AppError } from '@thumbturn/contract/shapes.ts'
import { CreationOptions, PasskeyExtensionResults, PaymentOptions } from '@thumbturn/contract/webauthn.ts'
import { wantsTraces } from '@thumbturn/service/cli/monitoring.ts'
import { loadConfig } from '@thumbturn/service/config.ts'
import { readClientDocument } from '@thumbturn/service/core/model/authorization/client-document.ts'
import { type TObject, type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'

const folder = join(import.meta.dirname, '..')

/** The body of a webhook. */
const webhookBody = Type.Object({
  type: Type.Literal('events'),
  timestamp: Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z$' }),
  data: Type.Object({
    events: Type.Array(Type.Intersect([AdminEvent, Type.Object({ position: Type.Integer({ minimum: 1 }) })])),
  }),
})

/** The contract's schema of each JSON sample. Samples of browser options show a part of them. */
const schemas: Record<string, TSchema> = {
  'events.json': eventRoutes.eventsList.result,
  'webhook.json': webhookBody,
  'device-authorization.json': deviceRoutes.deviceAuthorization.result,
  'error.json': AppError,
  'creation-options.json': Type.Partial(CreationOptions),
  'extension-results.json': PasskeyExtensionResults,
  'payment.json': Type.Omit(PaymentOptions, ['challenge', 'rpId', 'credentialIds', 'timeout']),
}

/** Compared with the responses of a running service in shell.test.ts, or read below. */
const compared = [
  'access-token.json',
  'client-metadata.json',
  'apple-app-site-association.json',
  'assetlinks.json',
  'passkey-endpoints.json',
]

for (const file of globSync('*.json', { cwd: join(folder, 'json') }).filter((file) => !compared.includes(file))) {
  test(`${file} is what the contract says`, () => {
    const shown = JSON.parse(readFileSync(join(folder, 'json', file), 'utf8'))
    const schema = schemas[file]
    assert.ok(schema, `${file} has no schema here`)
    assert.deepEqual([...Value.Errors(schema, shown)], [])
    const known = Object.keys((schema as TObject).properties)
    assert.deepEqual(
      Object.keys(shown).filter((name) => !known.includes(name)),
      [],
    )
  })
}

test('the metadata document of a client is one that the service accepts', () => {
  const shown = JSON.parse(readFileSync(join(folder, 'json/client-metadata.json'), 'utf8')) as { client_id: string }
  const read = readClientDocument(shown.client_id, shown)
  assert.ok('document' in read, JSON.stringify(read))
  assert.equal(read.document.redirectUris.length, 2)
})

test('the settings that pages show can be used', () => {
  const shown = parseEnv(readFileSync(join(folder, 'shell/settings.env'), 'utf8'))
  const config = loadConfig(shown) as unknown as Record<string, unknown>
  assert.ok(Object.keys(shown).length > 6)
  assert.deepEqual(
    Object.keys(shown).filter((name) => config[name] === undefined && !name.startsWith('OTEL_')),
    [],
  )
  assert.ok(wantsTraces(shown))
})
