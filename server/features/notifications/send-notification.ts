import type { JobPayloads } from '../../adapters/jobs/jobs.ts'
import type { Deps } from '../../context.ts'
import { knownLanguage } from '../../lib/languages.ts'
import { composeMail } from './compose-mail.ts'
import { deliver } from './deliver.ts'

/** The job that mails a notice. */
export async function sendNotification(
  deps: Deps,
  { to, name, locale, at, notice }: JobPayloads['send-notification'],
): Promise<void> {
  const { publicUrl } = deps.config
  await deliver(
    deps,
    composeMail(notice, { to, name, language: knownLanguage(locale), publicUrl, at: new Date(at) }),
  )
}
