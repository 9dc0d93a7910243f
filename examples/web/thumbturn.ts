import { Thumbturn } from '@thumbturn/web'

export const thumbturn = new Thumbturn({ baseUrl: 'http://localhost:4300/apps/demo' })
