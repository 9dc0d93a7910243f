import { type NextRequest, NextResponse } from 'next/server'
import { sessions } from '@/app/sessions'

/** Keeps a session alive while it is used. */
export const proxy = (request: NextRequest) => sessions.renew(request, NextResponse.next())
