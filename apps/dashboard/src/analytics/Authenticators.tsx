import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import { useLingui } from '@lingui/react/macro'
import { useComputedColorScheme } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { addressOperation } from '../api/call.ts'
import { toDays } from '../common/analytics/days.ts'
import type { ReportProps } from './Activity.tsx'
import { CeremonySelect } from './CeremonySelect.tsx'
import { during, filterFact } from './links.ts'
import { authenticatorsQuery, type RankedAuthenticator } from './queries.ts'
import { RankingFigure } from './RankingFigure.tsx'
import { nameSeries } from './words.ts'

/** The models that keep the passkeys that are used or created. */
export function Authenticators({ id, view, change }: ReportProps) {
  const { t } = useLingui()
  const { of } = view
  const query = { ...toDays(view), of }
  const { data } = useSuspenseQuery(authenticatorsQuery(id, query))
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  const toRow = (model: RankedAuthenticator) => {
    const filters = filterFact(of, 'aaguid', model.aaguid)
    return {
      key: model.aaguid,
      name: nameModel(model),
      count: model.count,
      share: model.share,
      icon: (scheme === 'dark' ? model.iconDark : model.iconLight) ?? '',
      filters: filters && { ...filters, ...during(data) },
    }
  }
  return (
    <>
      <CeremonySelect of={of} change={change} />
      <RankingFigure
        id={id}
        title={t`Top authenticators`}
        description={t`The password managers, devices, and security keys that hold the passkeys.`}
        noun={t`Authenticator`}
        csv={addressOperation('analyticsAuthenticators', { params: { id }, query: { ...query, format: 'csv' } })}
        file={`${id}-authenticators-${of}-${view.from}-${view.to}`}
        rows={data.authenticators.map(toRow)}
      />
    </>
  )
}

/** The AAGUID of authenticators that don't tell their model. */
const noModel = '00000000-0000-0000-0000-000000000000'

/** Unknown models keep their AAGUID. */
const nameModel = ({ name, aaguid }: RankedAuthenticator) =>
  name ?? (aaguid === noModel ? i18n._(msg`Model not reported`) : nameSeries(aaguid))
