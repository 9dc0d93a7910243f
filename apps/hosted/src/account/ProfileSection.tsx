import { useState } from 'preact/hooks'
import { call } from '../api/call.ts'
import { usePage } from '../page.ts'
import { languageNames } from '../texts/texts.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { Choice } from '../ui/Choice.tsx'
import { Field } from '../ui/Field.tsx'
import { Notice } from '../ui/Notice.tsx'
import { useAction } from '../ui/use-action.ts'
import { type Account, useAccount } from './account.ts'
import { useAccountTexts } from './account-texts.ts'
import { Section } from './Section.tsx'

type Profile = Account['profile']

/** The fields, and what a browser or password manager fills in. */
const fields = [
  ['name', 'name'],
  ['givenName', 'given-name'],
  ['familyName', 'family-name'],
  ['nickname', 'nickname'],
] as const

const timeZones = Intl.supportedValuesOf('timeZone').map((zone) => [zone, zone.replaceAll('_', ' ')] as const)

export function ProfileSection() {
  const texts = useAccountTexts()
  const { account, reload } = useAccount()
  const [profile, setProfile] = useState<Profile>(account.profile)
  const [isSaved, setSaved] = useState(false)
  const action = useAction()
  const save = () =>
    action.run(async () => {
      await call('profileChange', { body: profile })
      await reload()
      setSaved(true)
    })
  const change = (field: keyof Profile, value: string) => {
    setSaved(false)
    setProfile({ ...profile, [field]: value })
  }
  return (
    <Section title={texts.profile} text={texts.profileText}>
      <form
        class="stack halves"
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        {action.failure && <Notice kind="error">{action.failure}</Notice>}
        <ProfileFields profile={profile} change={change} />
        <div class="actions">
          <ActionButton type="submit" isRunning={action.isRunning}>
            {texts.save}
          </ActionButton>
          <span role="status">{isSaved ? texts.saved : ''}</span>
        </div>
      </form>
    </Section>
  )
}

type FieldsProps = { profile: Profile; change(field: keyof Profile, value: string): void }

function ProfileFields({ profile, change }: FieldsProps) {
  const texts = useAccountTexts()
  const page = usePage()
  return (
    <>
      {fields.map(([field, autocomplete]) => (
        <Field
          key={field}
          label={texts[field]}
          value={profile[field] ?? ''}
          onChange={(value) => change(field, value)}
          autocomplete={autocomplete}
          maxLength={256}
        />
      ))}
      <Field
        label={texts.website}
        value={profile.website ?? ''}
        onChange={(value) => change('website', value)}
        type="url"
        autocomplete="url"
        maxLength={2_000}
      />
      <Choice
        label={page.texts.language}
        value={profile.locale ?? ''}
        onChange={(value) => change('locale', value)}
        options={Object.entries(languageNames)}
      />
      <Choice
        label={texts.zoneinfo}
        value={profile.zoneinfo ?? ''}
        onChange={(value) => change('zoneinfo', value)}
        options={timeZones}
      />
    </>
  )
}
