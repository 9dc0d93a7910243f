import { pageContext } from '../page-context.ts'

const demos = { bank: 'Bank', shop: 'Shop', wallet: 'Wallet' } as const

const code = 'https://github.com/thumbturn/thumbturn/tree/main/apps/demo/backends'

/** From one demo to the others, to the account demo of the service, and to the code of this one. */
export function DemoLinks({ current }: { current: keyof typeof demos }) {
  const others = Object.entries(demos).filter(([name]) => name !== current)
  return (
    <p>
      Other demos: <a href={`${pageContext.service}/demo/`}>Account</a>
      {others.map(([name, label]) => (
        <span key={name}>
          , <a href={`${pageContext.addresses[name]}/`}>{label}</a>
        </span>
      ))}
      . <a href={`${code}/${current}`}>Source code</a>
    </p>
  )
}
