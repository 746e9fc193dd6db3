import { mailFolderOf, readMailbox } from '../../server/adapters/mailer/file-mailer.ts'
import { until } from './until.ts'

/** The newest code that was mailed to this email by a server with that data folder, if one was. */
export async function newestCode(dataDir: string, email: string): Promise<string | undefined> {
  const mails = await readMailbox(mailFolderOf(dataDir), email).catch(() => [])
  const codes = mails.map(({ text }) => /\b\d{8}\b/.exec(text)?.[0])
  return codes.find((code) => code !== undefined)
}

/** Waits for it. */
export async function mailedCode(dataDir: string, email: string): Promise<string> {
  let code: string | undefined
  await until(`a code is mailed to ${email}`, async () => {
    code = await newestCode(dataDir, email)
    return code !== undefined
  })
  return code ?? ''
}
