import { type Html, html } from '../../../../lib/html.ts'
import type { Mail } from '../../../adapters/mailer/types.ts'
import { type Brand, fillIn } from '../../../texts/brand.ts'
import { type Language, mailTextsIn } from '../../../texts/texts.ts'
import type { MailContent, MailMessage } from '../../../texts/types.ts'

export interface Envelope {
  /** Stays the same whenever this mail has to be sent again. */
  id: string
  to: string
  /** Undefined if a stranger may have chosen it. */
  name: string | undefined
  language: Language
  publicUrl: string
  brand: Brand
  /** The page where its reader ends mails of its kind. */
  unsubscribeUrl?: string | undefined
  /** When the event of the mail happened. */
  at: Date
  /** Time zone (IANA) of the time in the mail. */
  timeZone: string
}

/** Composes the mail in the reader's language, as plain text and as HTML with the same words. */
export function composeMail(
  message: MailMessage,
  { id, to, name, language, publicUrl, brand, unsubscribeUrl, ...when }: Envelope,
): Mail {
  const texts = mailTextsIn(language)
  const compose = texts.mails[message.kind] as (facts: object) => MailContent
  const facts = { ...message, school: brand.name, at: formatInstant(when, language) }
  const content = { ...compose(facts), ...wordsOf(message.kind, { brand, language, facts }) }
  const footer = [
    texts.footer(brand.name, publicUrl),
    ...(brand.support === undefined ? [] : [texts.support(brand.support)]),
    ...brand.lines,
    ...(unsubscribeUrl === undefined ? [] : [texts.unsubscribe.footer(unsubscribeUrl)]),
  ]
  const greeting = texts.greeting(name)
  const mail = mailOf(content, { id, to, language, brand, greeting, footer })
  return unsubscribeUrl === undefined ? mail : { ...mail, unsubscribeUrl }
}

/** Returns the words that the school has in place of Lyceum's. */
function wordsOf(
  kind: MailMessage['kind'],
  { brand, language, facts }: Pick<Envelope, 'brand' | 'language'> & { facts: object },
): Partial<MailContent> {
  const { subject, lead, paragraphs } = brand.texts.mails[language]?.[kind] ?? {}
  const fill = (text: string) => fillIn(text, { ...facts })
  return {
    ...(subject !== undefined && { subject: fill(subject) }),
    ...(lead !== undefined && { lead: fill(lead) }),
    ...(paragraphs !== undefined && { paragraphs: paragraphs.map(fill) }),
  }
}

/** Composes a mail that is not translated, in the same form. */
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

function formatInstant(
  { at, timeZone }: Pick<Envelope, 'at' | 'timeZone'>,
  language: Language,
): string {
  return new Intl.DateTimeFormat(language, {
    dateStyle: 'long',
    timeStyle: 'long',
    timeZone,
  }).format(at)
}

interface Around {
  brand: Pick<Brand, 'name' | 'color'>
  greeting: string
  /** Lines at the end. */
  footer: string[]
}

function textOf(
  { lead, code, facts = [], paragraphs }: MailContent,
  { greeting, footer }: Omit<Around, 'brand'>,
): string {
  const parts = [
    greeting,
    lead,
    ...(code === undefined ? [] : [`    ${code}`]),
    ...(facts.length === 0 ? [] : [facts.map(([label, value]) => `${label}: ${value}`).join('\n')]),
    ...paragraphs,
    `-- \n${footer.join('\n')}`,
  ]
  return `${parts.join('\n\n')}\n`
}

// Inline styles, because mail readers ignore style sheets. The contrast of the text is 15:1, of the
// footer 7:1, of the name 4.5:1 at least, whatever color a school has.
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
  const { brand, greeting, footer, language } = around
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
<p style="${styles.brand};color:${brand.color}">${brand.name}</p>
${paragraph(greeting)}
${paragraph(lead)}
${code === undefined ? undefined : codeBlock(code)}
${facts.length === 0 ? undefined : factTable(facts)}
${paragraphs.map(paragraph)}
</main>
<p style="${styles.footer}">${footer.map(footerLine)}</p>
</body>
</html>
`
}

function paragraph(text: string): Html {
  return html`<p style="${styles.paragraph}">${text}</p>\n`
}

function footerLine(text: string, index: number): Html {
  return index === 0 ? html`${text}` : html`<br>\n${text}`
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
