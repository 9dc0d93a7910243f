import { useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { TemplateField } from '@thumbturn/contract/vocabulary/message-templates.ts'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { showSuccess } from '../ui/toast.tsx'
import { isComplete, listChanges, type Texts } from './draft.ts'
import { type MessageTemplate, type TemplateKey, templatesQuery } from './queries.ts'

/** The texts of a message while they are edited, and what saves, discards, and resets them. */
export function useDraft(id: string, message: MessageTemplate) {
  const { t } = useLingui()
  const [texts, setTexts] = useState<Texts>(message.texts)
  const { template, locale } = message
  const params: TemplateKey = { id, template, locale }
  const save = useChange(id, {
    send: () => call('messageTemplateChange', { params, body: { texts } }),
    done: t`Saved`,
  })
  const reset = useChange(id, { send: () => call('messageTemplateReset', { params }), done: t`Texts were reset` })
  const changes = listChanges(message.texts, texts)
  return {
    params,
    texts,
    change: (field: TemplateField, text: string) => setTexts({ ...texts, [field]: text }),
    changes: Object.fromEntries(changes.map((field) => [field, texts[field]])),
    isInvalid: !isComplete(template, texts),
    discard: () => setTexts(message.texts),
    save: () => save.mutate(),
    isSaving: save.isPending,
    error: save.error,
    reset: () => reset.mutate(),
    isResetting: reset.isPending,
  }
}

export type Draft = ReturnType<typeof useDraft>

function useChange(id: string, { send, done }: { send: () => Promise<unknown>; done: string }) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: send,
    async onSuccess() {
      await queries.invalidateQueries(templatesQuery(id))
      showSuccess(done)
    },
    meta: { quiet: true },
  })
}
