import type { Mail } from '../../adapters/mailer/mailer.ts'
import { type Html, html } from '../../lib/html.ts'
import type { Language } from '../../lib/languages.ts'
import { type MailContent, type MailMessage, mailTexts } from './mail-texts.ts'

export interface Envelope {
  to: string
  /** Undefined where it may be a stranger's words. */
  name: string | undefined
  language: Language
  publicUrl: string
  /** When that happened which the mail tells of. */
  at: Date
}

/** The mail in the reader's language, as text and as HTML that says the same. */
export function composeMail(
  message: MailMessage,
  { to, name, language, publicUrl, at }: Envelope,
): Mail {
  const texts = mailTexts[language]
  const compose = texts.mails[message.kind] as (facts: object) => MailContent
  const content = compose({ ...message, at: formatInstant(at, language) })
  const around = { greeting: texts.greeting(name), footer: texts.footer(publicUrl) }
  return {
    to,
    subject: content.subject,
    text: textOf(content, around),
    html: htmlOf(content, { ...around, language }).source,
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
    ...(facts.length === 0 ? [] : [facts.map(([name, value]) => `${name}: ${value}`).join('\n')]),
    ...paragraphs,
    `-- \n${footer}`,
  ]
  return `${parts.join('\n\n')}\n`
}

// Styles stand at the elements: mail readers take no style sheets. Ink on paper has 15 to 1, the
// footer 7 to 1.
const ink = 'color:#1c2430'
const font =
  "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.5"

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
<body style="margin:0;padding:24px 12px;background:#f3f1ec;${font};${ink}">
<main style="max-width:520px;margin:0 auto;padding:32px;background:#ffffff;border-radius:8px">
<p style="margin:0 0 24px;font-size:20px;font-weight:600;letter-spacing:.02em">Lyceum</p>
<p style="margin:0 0 16px">${greeting}</p>
<p style="margin:0 0 16px">${lead}</p>
${code === undefined ? undefined : codeBlock(code)}${facts.length === 0 ? undefined : factTable(facts)}${paragraphs.map((paragraph) => html`<p style="margin:0 0 16px">${paragraph}</p>\n`)}</main>
<p style="max-width:520px;margin:16px auto 0;padding:0 32px;font-size:13px;color:#4a5260">${footer}</p>
</body>
</html>
`
}

function codeBlock(code: string): Html {
  return html`<p style="margin:0 0 16px;padding:16px;background:#f3f1ec;border-radius:6px;text-align:center;font-size:28px;letter-spacing:.12em"><strong>${code}</strong></p>\n`
}

function factTable(facts: [string, string][]): Html {
  const rows = facts.map(
    ([name, value]) =>
      html`<tr><th scope="row" style="padding:4px 16px 4px 0;text-align:left;font-weight:600;vertical-align:top">${name}</th><td style="padding:4px 0">${value}</td></tr>\n`,
  )
  return html`<table style="margin:0 0 16px;border-collapse:collapse">\n${rows}</table>\n`
}
