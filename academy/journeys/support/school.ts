import { createLyceum, type Lyceum, memoryTokenStore } from '../../../client-sdk/src/index.ts'

const baseUrl = process.env.ACADEMY_URL ?? 'http://localhost:3000'

export interface Account {
  id: string
  email: string
  password: string
  name: string
  /** Makes calls as this account. */
  lyceum: Lyceum
  /** The token of the same session. */
  token: string
}

const adminAccount = { email: 'admin@example.com', password: 'look-after-lyceum' }
let count = 0

/** The administrator of the demo school. */
export async function administrator(): Promise<Account> {
  return signedIn({ ...adminAccount, name: 'Adrian Admin' })
}

/** Registers somebody, as the register page does. */
export async function newLearner(name = 'Ada Lovelace'): Promise<Account> {
  count += 1
  const email = `${name.toLowerCase().replaceAll(/\W+/g, '.')}.${process.pid}.${count}@example.com`
  const account = { email, password: 'correct horse battery staple', name }
  const lyceum = createLyceum({ baseUrl })
  await lyceum.auth.register.mutate(account)
  const { password } = account
  await lyceum.auth.verifyEmail.mutate({ email, password, code: await mailedCode(email) })
  return signedIn(account)
}

/** Signs in again after the account's sessions were ended. */
export async function signedInAgain({ email, password, name }: Account): Promise<Account> {
  return signedIn({ email, password, name })
}

async function signedIn(account: Omit<Account, 'id' | 'lyceum' | 'token'>): Promise<Account> {
  const { email, password } = account
  const tokenStore = memoryTokenStore()
  const lyceum = createLyceum({ baseUrl, tokenStore })
  const { user } = await lyceum.signIn({ email, password })
  return { ...account, id: user.id, lyceum, token: String(await tokenStore.get()) }
}

/** Waits for the newest mail to an address, and returns its eight-digit code. */
export function mailedCode(email: string): Promise<string> {
  return findInMail(email, /\b\d{8}\b/)
}

/** Waits for the newest mail to an address, and returns the link in it. */
export function mailedLink(email: string): Promise<string> {
  return findInMail(email, /https?:\S+#\S+/)
}

async function findInMail(email: string, pattern: RegExp): Promise<string> {
  for (let tries = 0; tries < 100; tries += 1) {
    const answer = await fetch(`${baseUrl}/dev/mail.json?to=${encodeURIComponent(email)}`)
    const { items } = (await answer.json()) as { items: { text: string }[] }
    const [found] = items[0]?.text.match(pattern) ?? []
    if (found !== undefined) return found
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`Nothing like ${pattern} was mailed to ${email}.`)
}
