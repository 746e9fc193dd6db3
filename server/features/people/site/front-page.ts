import { isUntouchedDemo } from '../../../../db/queries/people/users/firsts.ts'
import { isLoopbackIp } from '../../../../lib/loopback.ts'
import type { Context } from '../../../context.ts'
import { demoAccounts } from '../../../demo/demo-accounts.ts'
import type { FrontPage, FrontPageInput } from './schema.ts'

/** Returns what the school says to visitors, in their language or else in its own. */
export async function getFrontPage(ctx: Context, input: FrontPageInput): Promise<FrontPage> {
  const { frontPage, languages } = ctx.config
  const { words = {}, picture = null, film = null, courses = [] } = frontPage
  const spoken = Object.keys(words)
  const wanted = [input.language ?? ctx.language(), ...languages, ...spoken]
  const language = wanted.find((tag) => words[tag] !== undefined) ?? null
  const { title, lead, text, certificates } = words[language ?? ''] ?? {}
  return {
    language,
    title: title ?? null,
    lead: lead ?? null,
    text: text ?? null,
    certificates: certificates ?? null,
    picture,
    film,
    courses,
    demoAccounts: (await showsDemo(ctx)) ? demoAccounts.map(toDemoAccount) : [],
  }
}

/** Shows the demo accounts in development to the machine itself, until somebody signs in. */
async function showsDemo({ config, db, ip }: Context): Promise<boolean> {
  if (config.production || !(config.publicDevelopment || isLoopbackIp(ip))) return false
  return isUntouchedDemo(db, demoAccounts[0].email)
}

function toDemoAccount({ role, email, password }: (typeof demoAccounts)[number]) {
  return { role, email, password }
}
