import { html } from '../../html.ts'

interface MailText {
  subject: string
  text: string
  html: string
}

export function verificationMail({ name, code }: { name: string; code: string }): MailText {
  return compose({
    subject: `${code} is your Lyceum verification code`,
    greeting: `Hello ${name},`,
    before: 'welcome to Lyceum. Enter this code to verify your email:',
    code,
    after: 'It is good for 10 minutes. If you did not register, ignore this mail: nothing will happen.',
  })
}

export function resetMail({ name, code }: { name: string; code: string }): MailText {
  return compose({
    subject: `${code} is your Lyceum one-time password`,
    greeting: `Hello ${name},`,
    before: 'enter this one-time password to set a new password:',
    code,
    after: 'It is good for 10 minutes. If you did not ask for it, ignore this mail: your password stays as it is.',
  })
}

function compose(parts: { subject: string; greeting: string; before: string; code: string; after: string }): MailText {
  const { subject, greeting, before, code, after } = parts
  return {
    subject,
    text: `${greeting}\n\n${before}\n\n    ${code}\n\n${after}\n`,
    html: html`<p>${greeting}</p><p>${before}</p><p style="font-size:1.75em;letter-spacing:.1em"><strong>${code}</strong></p><p>${after}</p>`
      .source,
  }
}
