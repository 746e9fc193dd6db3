import { isLyceumError } from '@lyceum/sdk'
import { type NextRequest, NextResponse } from 'next/server'
import { cookieName, lyceumWith } from './session'

export async function proxy(request: NextRequest): Promise<NextResponse> {
  const isLogin = request.nextUrl.pathname === '/login'
  const hasToken = request.cookies.has(cookieName)
  if (!hasToken) return isLogin ? NextResponse.next() : redirectTo('/login', request)
  if (!isLogin || request.method !== 'GET') return NextResponse.next()

  // Who comes to the login with a token is signed in, or has one that is over: it goes.
  const onward = NextResponse.next()
  const lyceum = lyceumWith({
    get: (name) => request.cookies.get(name),
    set: (name, value, options) => onward.cookies.set(name, value, options),
    delete: (name) => onward.cookies.delete(name),
  })
  try {
    await lyceum.me.get.query()
    return redirectTo('/', request)
  } catch (error) {
    if (!isLyceumError(error)) throw error
    return onward
  }
}

function redirectTo(path: string, request: NextRequest): NextResponse {
  return NextResponse.redirect(new URL(path, request.url))
}

export const config = { matcher: ['/', '/login'] }
