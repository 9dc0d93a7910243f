import * as original from '@thumbturn/service/installation.ts'
import { collectMessage } from '../runs/secrets/leaks.ts'

export * from '@thumbturn/service/installation.ts'

/** Like the original, but collects the codes and links of messages. */
export const connect: typeof original.connect = (parts) => {
  const core = original.connect(parts)
  return {
    ...core,
    courier: {
      async send(message) {
        collectMessage(message.text)
        return core.courier.send(message)
      },
    },
  }
}
