import { queryOptions } from '@tanstack/react-query'
import { type CallResult, call } from '../api/call.ts'

export type Connector = CallResult<'connectorGet'>

const refreshEveryMs = 5_000

/** Connectors of an application, with their status. */
export const connectorsQuery = (id: string) =>
  queryOptions({
    queryKey: ['applications', id, 'connectors'],
    queryFn: async () => (await call('connectorsList', { params: { id } })).connectors,
    refetchInterval: refreshEveryMs,
  })

/** One connector, with its status. */
export const connectorQuery = (id: string, connectorId: string) =>
  queryOptions({
    queryKey: ['applications', id, 'connectors', connectorId],
    queryFn: () => call('connectorGet', { params: { id, connectorId } }),
    refetchInterval: refreshEveryMs,
  })

/** The oldest events that the receiver of a connector rejected. */
export const deadLettersQuery = (id: string, connectorId: string) =>
  queryOptions({
    queryKey: ['applications', id, 'connectors', connectorId, 'dead-letters'],
    queryFn: async () => call('deadLettersList', { params: { id, connectorId }, query: { limit: '50' } }),
  })

export const connectorsPath = (applicationId: string): string => `/applications/${applicationId}/connectors`

export const connectorPath = (applicationId: string, connectorId: string): string =>
  `${connectorsPath(applicationId)}/${connectorId}`
