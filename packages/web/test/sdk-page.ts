import type { TestContext } from 'node:test'
import { Thumbturn } from '../src/index.ts'
import { openPage, type PageOptions } from './browser.ts'
import { type Replies, startRecorder } from './recorder.ts'

/** A page with the SDK, and a service that records its calls until the test ends. */
export async function openSdkPage(t: TestContext, { replies, page }: { replies?: Replies; page?: PageOptions } = {}) {
  const opened = openPage(page)
  const service = await startRecorder(t, replies)
  return { ...service, page: opened, thumbturn: new Thumbturn({ baseUrl: service.baseUrl, appId: 'demo' }) }
}
