import { ThumbturnMfa } from '@thumbturn/web'

export const mfa = new ThumbturnMfa({ baseUrl: 'http://localhost:4300/apps/demo' })
