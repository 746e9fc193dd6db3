import { isUntouchedDemo } from '../../../../db/queries/people/users/firsts.ts'
import { findAmong } from '../../../../lib/languages.ts'
import { isLoopbackIp } from '../../../../lib/loopback.ts'
import type { Context } from '../../../context.ts'
import { demoAccounts } from '../../../demo/demo-accounts.ts'
import type { FrontPage, FrontPageInput } from './schema.ts'

/** Returns what the school says to visitors, in their language or else in its own. */
export async function getFrontPage(ctx: Context, input: FrontPageInput): Promise<FrontPage> {
  const { picture = null, film = null, courses = [] } = ctx.config.frontPage
  const { language, words } = frontWordsOf(ctx.config, input.language ?? ctx.language())
  const { title, lead, text, certificates } = words
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

/** Returns the words of the first page in the reader's language, or else in the school's. */
export function frontWordsOf(
  { frontPage, languages }: Pick<Context['config'], 'frontPage' | 'languages'>,
  reader: string,
) {
  const all = frontPage.words ?? {}
  const spoken = Object.keys(all)
  const own = spoken.includes(reader) ? reader : findAmong(spoken, reader)
  const language = own ?? languages.find((tag) => spoken.includes(tag)) ?? spoken[0] ?? null
  return { language, words: all[language ?? ''] ?? {} }
}

/** Shows the demo accounts in development to the machine itself, until somebody signs in. */
async function showsDemo({ config, db, ip }: Context): Promise<boolean> {
  if (config.production || !(config.publicDevelopment || isLoopbackIp(ip))) return false
  return isUntouchedDemo(db, demoAccounts[0].email)
}

function toDemoAccount({ role, email, password }: (typeof demoAccounts)[number]) {
  return { role, email, password }
}
