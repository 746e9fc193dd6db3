import { tabStorage } from '../base/storage.ts'

const typedKey = 'academy.email'
const verifyingKey = 'academy.verifying'

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

/** Leaves nobody's email behind on a shared device. */
export function forgetEmails(): void {
  for (const key of [typedKey, verifyingKey]) tabStorage.remove(key)
}
