import { storage, tabStorage } from '../base/storage.ts'

const typedKey = 'academy.email'
const verifyingKey = 'academy.verifying'
const nextKey = 'academy.next'

/** The email typed into one of the pages to sign in, which the others begin with. */
export const typedEmail = {
  get: () => tabStorage.get(typedKey) ?? undefined,
  set: (email: string) => void tabStorage.set(typedKey, email),
}

/** The email whose code is awaited, so that the page survives a look into the mailbox. */
export const awaitedEmail = {
  get: () => tabStorage.get(verifyingKey) ?? undefined,
  set: (email: string) => void tabStorage.set(verifyingKey, email),
  forget: () => void tabStorage.remove(verifyingKey),
}

/** Where whoever registers was going: the link of the mail may open in another tab. */
export const awaitedNext = {
  get(email: string): string | undefined {
    const [of, next] = (storage.get(nextKey) ?? '').split('\n')
    return of === email.toLowerCase() ? next : undefined
  },
  set: (email: string, next: string) =>
    void storage.set(nextKey, `${email.toLowerCase()}\n${next}`),
  forget: () => void storage.remove(nextKey),
}

/** Leaves nobody's email behind on a shared device. */
export function forgetEmails(): void {
  awaitedNext.forget()
  for (const key of [typedKey, verifyingKey]) tabStorage.remove(key)
}
