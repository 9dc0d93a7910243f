import { Type } from 'typebox'
import { route } from '../route.ts'
import { exampleUserId } from '../sample.ts'
import { Line, Timestamp } from '../shapes.ts'
import { tailFilters } from './events.ts'
import { ApplicationId, rejections, Strict } from './shapes.ts'

const name = Line(64, {
  minLength: 1,
  description: 'The name, which is unique in the application',
  examples: ['Rejected sign-ins'],
})

const filters = Strict(tailFilters)

const SavedFilter = Type.Object(
  {
    id: Type.String({ description: 'Changes when it is replaced', examples: [exampleUserId] }),
    name,
    filters,
    savedBy: Type.String({
      description: 'The name of the member or admin key that saved it',
      examples: ['Ada Lovelace'],
    }),
    savedAt: Timestamp('When it was saved'),
  },
  { title: 'SavedFilter' },
)

const shared = { limit: 'admin', tag: 'events' } as const

/** Filters of events that the members of an application share. */
export const savedFilterRoutes = {
  savedFiltersList: route({
    ...shared,
    method: 'GET',
    path: '/applications/{id}/saved-filters',
    access: { kind: 'admin', role: 'viewer' },
    summary: 'List the saved filters',
    description: 'Returns the event filters that all members of the application can use in its logs, sorted by name.',
    params: Type.Object({ id: ApplicationId }),
    ok: 200,
    result: Type.Object({ savedFilters: Type.Array(SavedFilter) }, { title: 'SavedFilters' }),
    also: { ...rejections, 404: 'The application does not exist' },
  }),
  savedFilterSave: route({
    ...shared,
    method: 'POST',
    path: '/applications/{id}/saved-filters',
    access: { kind: 'admin', role: 'developer' },
    summary: 'Save a filter',
    description:
      'Accepts the filters of `eventsList`, except the period. Replaces a saved filter with the same name, if there is one.',
    params: Type.Object({ id: ApplicationId }),
    body: Strict({ name, filters }),
    ok: 200,
    result: SavedFilter,
    also: {
      400: 'A filter is invalid or unknown, or the application has 100 saved filters',
      ...rejections,
      404: 'The application does not exist',
    },
  }),
  savedFilterDelete: route({
    ...shared,
    method: 'DELETE',
    path: '/applications/{id}/saved-filters/{filterId}',
    access: { kind: 'admin', role: 'developer' },
    summary: 'Delete a saved filter',
    description: 'Deletes the filter for all members of the application.',
    params: Type.Object({
      id: ApplicationId,
      filterId: Type.String({ minLength: 1, maxLength: 64, description: 'The filter', examples: [exampleUserId] }),
    }),
    ok: 204,
    also: { ...rejections, 404: 'The application or saved filter does not exist' },
  }),
} as const
