import type { Core } from '../../core.ts'
import type { Application } from '../../model/applications/application.ts'
import type { EventRecord } from '../../model/events/event.ts'
import type { NewEvent } from '../../model/events/new-event.ts'
import { createEvent } from '../events/create-event.ts'

/** A backend: the application of its API key, and the ID of that key; no ID if a user acts instead. */
export type Backend = { application: Application; keyId: string | undefined }

/** Events that a backend causes: their detail has its key. */
type BackendEvent = Extract<NewEvent, { detail?: { key?: unknown } }>

/** The event of what a backend does, with its key. */
export const createBackendEvent = (core: Core, { application, keyId }: Backend, facts: BackendEvent): EventRecord =>
  createEvent(core, application, {
    ...facts,
    detail: { ...facts.detail, ...(keyId !== undefined && { key: keyId }) },
  } as NewEvent)
