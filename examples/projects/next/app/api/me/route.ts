import { sessions } from '@/app/sessions'

export const GET = sessions.withSession((_request, { session }) => Response.json({ username: session.username }))
