import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { freshSqlite } from '@thumbturn/service-harness/databases.ts'
import { compare } from './compare.ts'
import { differences, findRow } from './differences.ts'
import { connectOauth4webapi } from './oauth4webapi.ts'
import { startOidcProvider } from './oidc-provider.ts'
import { connectOpenidClient } from './openid-client.ts'
import { plainScenarios } from './plain-requests.ts'
import type { SuiteProvider, SuiteUser } from './provider.ts'
import { createRecorder, type Observation } from './recorder.ts'
import { rejections } from './rejections.ts'
import type { Connect } from './relying-party.ts'
import { type Scenario, scenarios } from './scenarios.ts'
import { startThumbturn } from './thumbturn.ts'

const libraries: Readonly<Record<string, Connect>> = {
  'openid-client': connectOpenidClient,
  oauth4webapi: connectOauth4webapi,
}

describe('relying parties', () => {
  let ours: SuiteProvider
  let theirs: SuiteProvider
  let user: SuiteUser
  let drop: () => Promise<void>
  const used = new Set<unknown>()

  before(async () => {
    const database = await freshSqlite({ migrated: true })
    drop = database.drop
    ;({ user, ...ours } = await startThumbturn(database.url))
    theirs = await startOidcProvider(user)
  })
  after(async () => {
    await ours.close()
    await theirs.close()
    await drop()
  })

  async function record(scenario: Scenario, connect: Connect, provider: SuiteProvider): Promise<Observation[]> {
    const recorder = createRecorder(provider.issuer, user)
    await scenario({ provider, user, connect, recorder, browser: provider.createBrowser() })
    return recorder.observations
  }

  const compareIn = (name: string, scenario: Scenario, connect: Connect) => async () => {
    const differing = compare(name, await record(scenario, connect, ours), await record(scenario, connect, theirs))
    for (const difference of differing) used.add(findRow(difference))
    assert.deepEqual(
      differing.filter((difference) => findRow(difference) === undefined),
      [],
    )
  }

  for (const [library, connect] of Object.entries(libraries))
    for (const [name, scenario] of Object.entries({ ...scenarios, ...rejections }))
      test(
        `${library} gets the responses of oidc-provider, except where intended: ${name}`,
        compareIn(name, scenario, connect),
      )

  for (const [name, scenario] of Object.entries(plainScenarios))
    test(
      `a plain request gets the response of oidc-provider, except where intended: ${name}`,
      compareIn(name, scenario, connectOauth4webapi),
    )

  test('every intended difference was seen', () => {
    assert.deepEqual(
      differences.filter((row) => !used.has(row)),
      [],
    )
  })
})
