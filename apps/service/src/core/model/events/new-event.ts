import type { EventType, eventRegistry } from '@thumbturn/contract/vocabulary/event-registry.ts'

type Registry = typeof eventRegistry

type Fact = string | number | boolean

type Members<T extends EventType, Part extends 'detail' | 'personal'> =
  Registry[T] extends Readonly<Record<Part, infer Described>>
    ? { readonly [Member in keyof Described]?: Fact | undefined }
    : undefined

/** A new event: only the fields and detail that the registry defines for its type. */
export type NewEvent = {
  [T in EventType]: { type: T } & { [F in Registry[T]['fields'][number]]?: string | undefined } & {
    detail?: Members<T, 'detail'>
    personal?: Members<T, 'personal'>
    /** The reason in a few words, if the type alone doesn't say. */
    reason?: string | undefined
  }
}[EventType]
