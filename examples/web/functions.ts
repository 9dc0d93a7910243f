import { authenticateWithPasskey, createClient } from '@thumbturn/web'

const client = createClient({ baseUrl: 'https://auth.example.com', appId: 'shop' })
await authenticateWithPasskey(client, 'ada@example.com')
