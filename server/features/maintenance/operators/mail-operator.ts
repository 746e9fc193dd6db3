import type { Deps } from '../../../context.ts'
import type { JobPayloads } from '../../../job-kinds.ts'
import { operatorTexts } from '../../../texts/operators.ts'
import { composePlainMail } from '../../platform/notifications/compose-mail.ts'
import { deliver } from '../../platform/notifications/deliver.ts'

const dayMilliseconds = 86_400_000

/** Mails the findings to one operator, as a job, in English like the command line. */
export async function mailOperator(
  ctx: Deps,
  { to, at, findings, mended }: JobPayloads['mail-operator'],
  id: string,
): Promise<void> {
  // Drops a mail delayed by a day without a mail server: the next one says what is still wrong.
  if (ctx.now().getTime() - Date.parse(at) >= dayMilliseconds) return
  const { publicUrl, brand } = ctx.config
  const content = {
    subject: operatorTexts.subject(new URL(publicUrl).host, findings.length),
    lead: findings.length === 0 ? operatorTexts.allMended : operatorTexts.lead,
    facts: findings.map(({ kind, facts }): [string, string] => [
      operatorTexts.kinds[kind].title,
      facts.join(', '),
    ]),
    paragraphs: [
      ...findings.map(
        ({ kind }) => `${operatorTexts.kinds[kind].title}: ${operatorTexts.kinds[kind].remedy}`,
      ),
      ...(mended.length === 0
        ? []
        : [operatorTexts.mended(mended.map((kind) => operatorTexts.kinds[kind].title))]),
      operatorTexts.howOften,
    ],
  }
  const { greeting } = operatorTexts
  const around = { brand, greeting, footer: [operatorTexts.footer(publicUrl, at)] }
  await deliver(ctx, composePlainMail(content, { id, to, ...around }))
}
