import { Type } from 'typebox'
import { transactionRoutes } from '../current/transactions.ts'
import { route } from '../route.ts'
import { ProxyPasskey } from './shapes.ts'

const { txInit, txComplete } = transactionRoutes

// A transaction is a sign-in that is bound to more: auth:write.
export const proxyTransactionRoutes = {
  txInit: route({ ...txInit, access: { kind: 'apiKey', scope: 'auth:write' }, limit: 'backend' }),
  txComplete: route({
    ...txComplete,
    access: { kind: 'apiKey', scope: 'auth:write' },
    limit: 'backend',
    result: Type.Object(
      { ...txComplete.result.properties, authCred: Type.Optional(ProxyPasskey) },
      { title: 'TxComplete' },
    ),
    also: {
      400: 'The body is invalid',
      403: 'The API key lacks the scope, or the transaction was rejected; the reason is in the log',
    },
  }),
} as const
