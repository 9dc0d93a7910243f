import { after, before } from 'node:test'
import { freshSqlite } from '@thumbturn/service-harness/databases.ts'
import { type Service, startService } from '@thumbturn/service-harness/service.ts'
import { newDevice } from '@thumbturn/service-harness/situations.ts'
import type { PasskeyPrompt } from '../src/index.ts'
import { loadSdk, type Sdk } from './sdk.ts'

export type TestService = Service & { url: string; calls: string[]; sdk: Sdk }

/** The real service on a free port, for all tests of a file. */
export function useTestService(): () => TestService {
  let running: TestService | undefined
  before(async () => {
    running = await startTestService()
  })
  after(() => running?.close())
  return () => running!
}

async function startTestService(): Promise<TestService> {
  const database = await freshSqlite()
  const clock = { now: Date.now, monotonic: () => performance.now(), advance() {}, set() {} }
  const service = await startService({ databaseUrl: database.url, clock })
  const calls: TestService['calls'] = []
  service.server.server.on('request', ({ url = '' }) => calls.push(url.split('/fido2/v2')[1] ?? url))
  const address = await service.server.listen({ host: 'localhost', port: 0 })
  const close = async () => {
    await service.close()
    await database.drop()
  }
  const url = `http://localhost:${new URL(address).port}/apps/demo`
  return { ...service, url, calls, sdk: await loadSdk(), close }
}

type Device = ReturnType<typeof newDevice>

/** A phone: a software authenticator behind the dialog of a plugin, with the origin of an app on this domain. */
export function createPhone(device: Device = newDevice(), more: Partial<PasskeyPrompt> = {}) {
  const signals: [string, object][] = []
  const asked: unknown[] = []
  const prompt: PasskeyPrompt = {
    create: async (options, request) => {
      asked.push(request)
      const { credentialId: id, ...response } = device.create(options as never)
      return { id, rawId: id, response }
    },
    get: async (options, request) => {
      asked.push(request)
      const { credentialId: id, ...response } = device.get(options as never)
      return { id, rawId: id, response }
    },
    signal: async (name, details) => void signals.push([name, details]),
    abilities: { immediate: true, conditionalCreate: true },
    ...more,
  }
  return { prompt, device, signals, asked }
}

/** Where an app keeps texts. */
export function createStorage() {
  const items = new Map<string, string>()
  return {
    items,
    getItem: async (key: string) => items.get(key) ?? null,
    setItem: async (key: string, value: string) => void items.set(key, value),
    removeItem: async (key: string) => void items.delete(key),
  }
}
