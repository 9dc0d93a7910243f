import type { Core } from '../../core.ts'
import { createEvent } from '../events/create-event.ts'
import type { EventRecord } from '../events/event.ts'
import type { NewEvent } from '../events/registry.ts'
import type { Application } from './application.ts'

/** A customer's backend: the application that its API key opens, and the id of that key; none where a user acts in its place. */
export type Backend = { application: Application; keyId: string | undefined }

/** The kinds of event that a backend causes: those whose detail has its key. */
type ByBackend = Extract<NewEvent, { detail?: { key?: unknown } }>

/** The event of what a backend does, with the key that did it. */
export const eventBy = (core: Core, { application, keyId }: Backend, what: ByBackend): EventRecord =>
  createEvent(core, application, {
    ...what,
    detail: { ...what.detail, ...(keyId !== undefined && { key: keyId }) },
  } as NewEvent)
