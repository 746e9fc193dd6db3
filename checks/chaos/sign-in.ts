import { setTimeout as sleep } from 'node:timers/promises'
import { newestCode } from '../support/mailed-code.ts'
import type { Checkout } from './checkout.ts'
import type { Client } from './client.ts'
import type { Decision } from './decisions.ts'
import type { History, UserHistory } from './history.ts'
import type { World } from './world.ts'

export interface Actor {
  user: UserHistory
  client: Client
  checkout: Checkout
  world: World
  history: History
}

export async function register(
  { user, client }: Actor,
  { server, choice }: Decision,
): Promise<void> {
  const name = `Name ${choice}`
  const { email, password } = user
  user.names.add(name)
  const { status, outcome } = await client.ask('POST /api/v1/auth/register', {
    server,
    body: { email, password, name },
  })
  // 409: the try before succeeded, but its answer was lost.
  if (outcome === 'acknowledged' || status === 409) user.isRegistered = true
}

export async function verify({ user, client, world }: Actor, { server }: Decision): Promise<void> {
  const { email } = user
  const code = await newestCode(world.folder, email)
  if (code === undefined) return sleep(1_000)
  const { outcome, status } = await client.ask('POST /api/v1/auth/verify-email', {
    server,
    body: { email, code },
  })
  if (outcome === 'acknowledged') user.isVerified = true
  // Used by the try before, whose answer was lost, or replaced by a code that is on its way.
  if (status === 400) {
    user.isVerified =
      (
        await client.ask('POST /api/v1/auth/login', {
          server,
          body: { email, password: user.password },
        })
      ).status === 200
    await sleep(500)
  }
}

export async function logIn({ user, client, history }: Actor, { server }: Decision): Promise<void> {
  const { email, password } = user
  const answer = await client.ask('POST /api/v1/auth/login', { server, body: { email, password } })
  if (answer.outcome === 'refused')
    history.violations.push(`${email} cannot log in any more: ${answer.text}`)
  if (answer.outcome !== 'acknowledged') return
  user.token = answer.body.token
  user.userId = answer.body.user.id
}
