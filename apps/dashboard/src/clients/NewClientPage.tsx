import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import { useLingui } from '@lingui/react/macro'
import type { ClientType } from '@thumbturn/contract/vocabulary/openid-clients.ts'
import type { Program } from '@thumbturn/examples/openid/programs.ts'
import { useState } from 'react'
import { useParams } from 'react-router'
import { ApplicationPage } from '../common/applications/ApplicationPage.tsx'
import { ClientPicker } from './ClientPicker.tsx'
import { CreatedClient } from './CreatedClient.tsx'
import { createDraft, type Draft, type NewClient } from './draft.ts'
import { NewClientForm } from './NewClientForm.tsx'
import { clientsPath } from './queries.ts'
import { clientTypes } from './types.ts'

/** Adds a client: first the program, then its address, and then what the program needs. */
export function NewClientPage() {
  const { t } = useLingui()
  const { applicationId: id = '' } = useParams()
  const [draft, setDraft] = useState<Draft>()
  const [created, setCreated] = useState<NewClient>()
  const pick = (type: ClientType, program?: Program) => setDraft(createDraft(type, program))
  return (
    <ApplicationPage
      {...describeStep(draft, created)}
      id={id}
      section={{ title: t`OpenID clients`, to: clientsPath(id) }}
    >
      {created && draft ? (
        <CreatedClient id={id} created={created} draft={draft} />
      ) : draft ? (
        <NewClientForm
          id={id}
          draft={draft}
          onChange={setDraft}
          onCreated={setCreated}
          onBack={() => setDraft(undefined)}
        />
      ) : (
        <ClientPicker onPick={pick} />
      )}
    </ApplicationPage>
  )
}

function describeStep(draft: Draft | undefined, created: NewClient | undefined) {
  if (!draft)
    return { title: i18n._(msg`New client`), description: i18n._(msg`Which program should users sign in to?`) }
  if (created)
    return {
      title: i18n._(msg`Set up ${{ name: created.name }}`),
      description: i18n._(msg`Give these values to the program.`),
    }
  return draft.program
    ? {
        title: i18n._(msg`New client: ${{ name: draft.program.name }}`),
        description: i18n._(msg`Where do users reach it?`),
      }
    : {
        title: i18n._(msg`New client: ${{ kind: i18n._(clientTypes[draft.type].title) }}`),
        description: i18n._(clientTypes[draft.type].description),
      }
}
