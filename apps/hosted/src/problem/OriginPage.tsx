import { usePage } from '../page.ts'
import { fill } from '../texts/texts.ts'
import { Frame } from '../ui/Frame.tsx'
import { ForOperator } from './ForOperator.tsx'

/** In place of a page on which every passkey would fail, as the application's RP ID or origins don't include its address. */
export function OriginPage() {
  const { request, texts } = usePage()
  const { name, problems } = request.application
  return (
    <Frame title={texts.originTitle} text={fill(texts.originText, { application: name })}>
      <ForOperator problem={{ error: 'origin_not_allowed', description: problems.join(' ') }} texts={texts} />
    </Frame>
  )
}
