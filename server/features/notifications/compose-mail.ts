import type { Mail } from '../../adapters/mailer/types.ts'
import { type Html, html } from '../../lib/html.ts'
import { type Language, mailTextsIn } from '../../texts/texts.ts'
import type { MailContent, MailMessage } from '../../texts/types.ts'

export interface Envelope {
  /** The same whenever this mail has to be sent again. */
  id: string
  to: string
  /** Undefined where a stranger may have chosen it. */
  name: string | undefined
  language: Language
  publicUrl: string
  /** When the event of the mail happened. */
  at: Date
}

/** The mail in the reader's language, as plain text and as HTML with the same words. */
export function composeMail(
  message: MailMessage,
  { id, to, name, language, publicUrl, at }: Envelope,
): Mail {
  const texts = mailTextsIn(language)
  const compose = texts.mails[message.kind] as (facts: object) => MailContent
  const content = compose({ ...message, at: formatInstant(at, language) })
  const around = { greeting: texts.greeting(name), footer: texts.footer(publicUrl) }
  return mailOf(content, { id, to, language, ...around })
}

/** A mail that is not translated, in the same form. */
export function composePlainMail(
  content: MailContent,
  options: Pick<Mail, 'id' | 'to'> & Around,
): Mail {
  return mailOf(content, { ...options, language: 'en' })
}

function mailOf(
  content: MailContent,
  { id, to, ...around }: Pick<Envelope, 'id' | 'to' | 'language'> & Around,
): Mail {
  return {
    id,
    to,
    subject: content.subject,
    text: textOf(content, around),
    html: htmlOf(content, around).source,
  }
}

function formatInstant(at: Date, language: Language): string {
  return new Intl.DateTimeFormat(language, {
    dateStyle: 'long',
    timeStyle: 'long',
    timeZone: 'UTC',
  }).format(at)
}

interface Around {
  greeting: string
  footer: string
}

function textOf(
  { lead, code, facts = [], paragraphs }: MailContent,
  { greeting, footer }: Around,
): string {
  const parts = [
    greeting,
    lead,
    ...(code === undefined ? [] : [`    ${code}`]),
    ...(facts.length === 0 ? [] : [facts.map(([label, value]) => `${label}: ${value}`).join('\n')]),
    ...paragraphs,
    `-- \n${footer}`,
  ]
  return `${parts.join('\n\n')}\n`
}

// Inline styles, because mail readers ignore style sheets. The contrast of the text is 15:1, of the
// footer 7:1.
const styles = {
  body: [
    'margin:0;padding:24px 12px;background:#f3f1ec;color:#1c2430;font-size:16px;line-height:1.5',
    "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif",
  ].join(';'),
  main: 'max-width:520px;margin:0 auto;padding:32px;background:#ffffff;border-radius:8px',
  brand: 'margin:0 0 24px;font-size:20px;font-weight:600;letter-spacing:.02em',
  paragraph: 'margin:0 0 16px',
  code: [
    'margin:0 0 16px;padding:16px;background:#f3f1ec;border-radius:6px',
    'text-align:center;font-size:28px;letter-spacing:.12em',
  ].join(';'),
  facts: 'margin:0 0 16px;border-collapse:collapse',
  label: 'padding:4px 16px 4px 0;text-align:left;font-weight:600;vertical-align:top',
  value: 'padding:4px 0',
  footer: 'max-width:520px;margin:16px auto 0;padding:0 32px;font-size:13px;color:#4a5260',
}

function htmlOf(
  { subject, lead, code, facts = [], paragraphs }: MailContent,
  around: Around & { language: Language },
): Html {
  const { greeting, footer, language } = around
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light">
<title>${subject}</title>
</head>
<body style="${styles.body}">
<main style="${styles.main}">
<p style="${styles.brand}">Lyceum</p>
${paragraph(greeting)}
${paragraph(lead)}
${code === undefined ? undefined : codeBlock(code)}
${facts.length === 0 ? undefined : factTable(facts)}
${paragraphs.map(paragraph)}
</main>
<p style="${styles.footer}">${footer}</p>
</body>
</html>
`
}

function paragraph(text: string): Html {
  return html`<p style="${styles.paragraph}">${text}</p>\n`
}

function codeBlock(code: string): Html {
  return html`<p style="${styles.code}"><strong>${code}</strong></p>`
}

function factTable(facts: [label: string, value: string][]): Html {
  const rows = facts.map(
    ([label, value]) =>
      html`<tr>
<th scope="row" style="${styles.label}">${label}</th>
<td style="${styles.value}">${value}</td>
</tr>\n`,
  )
  return html`<table style="${styles.facts}">\n${rows}</table>`
}
