import { useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { TemplateField } from '@thumbturn/contract/vocabulary/message-templates.ts'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { omitSaved } from '../common/fields/omit-saved.ts'
import { showSuccess } from '../ui/toast.tsx'
import { isComplete, listChanges, type Texts } from './draft.ts'
import { type MessageTemplate, type TemplateKey, templatesQuery } from './queries.ts'

/** The texts of a message while they are edited, and what saves, discards, and resets them. */
export function useDraft(id: string, message: MessageTemplate) {
  const { t } = useLingui()
  // Only typed texts, as the message can be read again until they are saved.
  const [edited, setEdited] = useState<Texts>({})
  const texts = { ...message.texts, ...edited }
  const { template, locale } = message
  const params: TemplateKey = { id, template, locale }
  const save = useChange(id, {
    send: () => call('messageTemplateChange', { params, body: { texts } }),
    done: t`Saved`,
  })
  const reset = useChange(id, {
    send: () => call('messageTemplateReset', { params }),
    done: t`Texts were reset`,
    isQuiet: false,
  })
  const changes = listChanges(message.texts, texts)
  return {
    params,
    texts,
    change: (field: TemplateField, text: string) => setEdited({ ...edited, [field]: text }),
    changes: Object.fromEntries(changes.map((field) => [field, texts[field]])),
    isInvalid: !isComplete(template, texts),
    discard: () => {
      setEdited({})
      save.reset()
    },
    save: () => save.mutate(undefined, { onSuccess: () => setEdited((now) => omitSaved(now, texts)) }),
    isSaving: save.isPending,
    error: save.error,
    reset: (onDone: () => void) =>
      reset.mutate(undefined, {
        onSuccess: () => {
          setEdited({})
          onDone()
        },
      }),
    isResetting: reset.isPending,
  }
}

export type Draft = ReturnType<typeof useDraft>

type Change = { send: () => Promise<unknown>; done: string; isQuiet?: boolean }

function useChange(id: string, { send, done, isQuiet = true }: Change) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: send,
    async onSuccess() {
      await queries.invalidateQueries(templatesQuery(id))
      showSuccess(done)
    },
    meta: { quiet: isQuiet },
  })
}
