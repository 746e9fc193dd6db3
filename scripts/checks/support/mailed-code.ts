import { askFor } from './ask.ts'
import { until } from './until.ts'

/** The newest code that a development server mailed to this email. */
export async function mailedCode(url: string, email: string): Promise<string> {
  let code: string | undefined
  await until(`a code is mailed to ${email}`, async () => {
    const route = `GET /dev/mail.json?to=${encodeURIComponent(email)}`
    const { items } = await askFor<{ items: { text: string }[] }>(url, route)
    code = /\b\d{8}\b/.exec(items[0]?.text ?? '')?.[0]
    return code !== undefined
  })
  return code ?? ''
}
