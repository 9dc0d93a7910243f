import { sessions } from '@/app/sessions'

export const POST = sessions.signIn
export const DELETE = sessions.signOut
