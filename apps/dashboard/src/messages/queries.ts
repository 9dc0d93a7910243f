import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type CallResult, call } from '../api/call.ts'
import type { Texts } from './draft.ts'

/** A message in one language, with the texts that the application sends. */
export type MessageTemplate = CallResult<'messageTemplatesList'>['messageTemplates'][number]

/** A message in one language. */
export type TemplateKey = { id: string } & Pick<MessageTemplate, 'template' | 'locale'>

/** Every message of an application in every language. */
export const templatesQuery = (id: string) =>
  queryOptions({
    queryKey: ['applications', id, 'message-templates'],
    queryFn: async () => (await call('messageTemplatesList', { params: { id } })).messageTemplates,
  })

/** A message with these texts and made-up values; the previous one until it arrives. */
export const previewQuery = (params: TemplateKey, texts: Texts) =>
  queryOptions({
    queryKey: ['applications', params.id, 'message-preview', params, texts],
    queryFn: () => call('messageTemplatePreview', { params, body: { texts } }),
    placeholderData: keepPreviousData,
  })
