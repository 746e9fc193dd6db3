import { formatMoney } from '../../../lib/money.ts'
import type { MailTexts } from '../mail-texts.ts'
import { factIf } from './fact-if.ts'

const selbst = 'Wenn Sie das selbst waren, ist nichts zu tun.'
const nichtSelbst =
  'Wenn Sie es nicht waren, setzen Sie sofort über „Passwort vergessen“ ein neues Passwort: Das beendet alle Sitzungen.'

export const de: MailTexts = {
  greeting: (name) => (name === undefined ? 'Guten Tag,' : `Guten Tag ${name},`),
  footer: (publicUrl) =>
    `Lyceum, ${publicUrl}. Diese E-Mail hat ein Programm geschrieben; Antworten darauf liest niemand.`,
  mails: {
    'verify-email': ({ code }) => ({
      subject: `${code} ist Ihr Bestätigungscode für Lyceum`,
      lead: 'willkommen bei Lyceum. Mit diesem Code bestätigen Sie Ihre E-Mail-Adresse:',
      code,
      paragraphs: [
        'Er gilt 10 Minuten. Wenn Sie sich nicht angemeldet haben, ist nichts zu tun: Es geschieht nichts.',
      ],
    }),
    'reset-password': ({ code }) => ({
      subject: `${code} ist Ihr Einmalpasswort für Lyceum`,
      lead: 'mit diesem Einmalpasswort setzen Sie ein neues Passwort:',
      code,
      paragraphs: [
        'Es gilt 10 Minuten. Wenn Sie es nicht angefordert haben, ist nichts zu tun: Ihr Passwort bleibt, wie es ist.',
      ],
    }),
    'erase-account': ({ code }) => ({
      subject: `${code} ist Ihr Code, um Ihr Konto bei Lyceum zu löschen`,
      lead: 'mit diesem Code löschen Sie Ihr Konto und Ihre persönlichen Daten, endgültig:',
      code,
      paragraphs: [
        'Er gilt 10 Minuten. Wenn Sie ihn nicht angefordert haben, ist jemand anderes in Ihrem Konto angemeldet.',
        nichtSelbst,
      ],
    }),
    'change-sign-in': ({ code }) => ({
      subject: `${code} ist Ihr Code, um Ihre Anmeldung bei Lyceum zu ändern`,
      lead: 'mit diesem Code fügen Sie Ihrem Konto einen Anbieter hinzu, über den Sie sich anmelden, oder entfernen einen:',
      code,
      paragraphs: [
        'Er gilt 10 Minuten. Wenn Sie ihn nicht angefordert haben, ist jemand anderes in Ihrem Konto angemeldet.',
        nichtSelbst,
      ],
    }),
    'change-email-old': ({ code, newEmail }) => ({
      subject: `${code} ist Ihr Code für eine andere E-Mail-Adresse bei Lyceum`,
      lead: 'die E-Mail-Adresse Ihres Kontos soll geändert werden. Geben Sie diesen Code zusammen mit dem ein, der an die neue Adresse ging:',
      code,
      facts: [['Neue Adresse', newEmail ?? '']],
      paragraphs: [
        'Er gilt 10 Minuten. Wenn Sie ihn nicht angefordert haben, kennt jemand anderes Ihr Passwort.',
        nichtSelbst,
      ],
    }),
    'change-email-new': ({ code }) => ({
      subject: `${code} ist Ihr Code für diese E-Mail-Adresse bei Lyceum`,
      lead: 'ein Konto soll diese E-Mail-Adresse bekommen. Geben Sie diesen Code zusammen mit dem ein, der an die bisherige Adresse des Kontos ging:',
      code,
      paragraphs: [
        'Er gilt 10 Minuten. Wenn Sie ihn nicht angefordert haben, ist nichts zu tun: Es geschieht nichts.',
      ],
    }),
    'email-taken': ({ at }) => ({
      subject: 'Jemand wollte Ihre E-Mail-Adresse bei Lyceum verwenden',
      lead: 'jemand wollte diese E-Mail-Adresse einem anderen Konto geben. Sie gehört zu Ihrem, deshalb wurde nichts geändert.',
      facts: [['Wann', at]],
      paragraphs: [
        'Wenn Sie es waren: Sie haben schon ein Konto mit dieser Adresse. Melden Sie sich damit an, oder setzen Sie mit „Passwort vergessen“ ein neues Passwort.',
      ],
    }),
    'password-changed': ({ at }) => ({
      subject: 'Ihr Passwort für Lyceum wurde geändert',
      lead: 'das Passwort Ihres Kontos wurde geändert, und alle anderen Sitzungen wurden beendet.',
      facts: [['Wann', at]],
      paragraphs: [selbst, nichtSelbst],
    }),
    'email-changed': ({ at }) => ({
      subject: 'Ihr Konto bei Lyceum hat eine andere E-Mail-Adresse',
      lead: 'die E-Mail-Adresse Ihres Kontos wurde geändert. E-Mails gehen von jetzt an an die neue Adresse; mit dieser kann man sich nicht mehr anmelden.',
      facts: [['Wann', at]],
      paragraphs: [
        selbst,
        'Wenn Sie es nicht waren, schreiben Sie sofort denen, die diesen Dienst betreiben.',
      ],
    }),
    'sign-in-method-added': ({ method, at }) => ({
      subject: `Anmeldung mit ${method} für Ihr Konto bei Lyceum`,
      lead: `für Ihr Konto wurde die Anmeldung mit ${method} eingerichtet.`,
      facts: [['Wann', at]],
      paragraphs: [
        selbst,
        `${nichtSelbst} Melden Sie sich dann an und entfernen Sie diese Anmeldung aus Ihrem Konto: Ein neues Passwort allein entfernt sie nicht.`,
      ],
    }),
    'sign-in-method-removed': ({ method, at }) => ({
      subject: `Keine Anmeldung mit ${method} mehr für Ihr Konto bei Lyceum`,
      lead: `für Ihr Konto wurde die Anmeldung mit ${method} entfernt.`,
      facts: [['Wann', at]],
      paragraphs: [selbst, nichtSelbst],
    }),
    'new-device': ({ device, ip, at, others = 0 }) => ({
      subject: 'Neue Anmeldung an Ihrem Konto bei Lyceum',
      lead: 'an Ihrem Konto hat sich jemand von einem Gerät aus angemeldet, das wir noch nicht kannten.',
      facts: [
        ['Wann', at],
        ['Gerät', device ?? 'nicht bekannt'],
        ['Internetadresse', ip],
      ],
      paragraphs: [
        ...(others > 0
          ? [`Anmeldungen von weiteren neuen Geräten seit der letzten E-Mail darüber: ${others}.`]
          : []),
        selbst,
        nichtSelbst,
      ],
    }),
    'account-erased': ({ at }) => ({
      subject: 'Ihr Konto bei Lyceum wurde gelöscht',
      lead: 'Ihr Konto und Ihre persönlichen Daten wurden gelöscht. Ihre Zertifikate bleiben gültig.',
      facts: [['Wann', at]],
      paragraphs: ['Dies ist die letzte E-Mail an Sie.'],
    }),
    'payment-received': ({ receipt, total, titles, page, at }) => ({
      subject: `Ihre Zahlung an Lyceum, Quittung ${receipt}`,
      lead: 'Ihre Zahlung ist eingegangen. Vielen Dank.',
      facts: [
        ['Quittung', receipt],
        ['Betrag', formatMoney(total, 'de')],
        [titles.length === 1 ? 'Kurs' : 'Kurse', titles.join(', ')],
        ['Wann', at],
        ...factIf('Zu finden unter', page),
      ],
      paragraphs: [
        'Die Quittung finden Sie, wenn Sie angemeldet sind, bei Ihren Käufen, auch als PDF.',
      ],
    }),
    'refund-made': ({ receipt, amount, title, page, at }) => ({
      subject: 'Lyceum hat Ihnen Geld zurückgezahlt',
      lead:
        title === null
          ? 'wir haben Ihnen Geld zurückgezahlt, das Sie nicht schuldeten.'
          : 'wir haben Ihnen Geld zurückgezahlt. Wenn das alles war, was Sie für den Kurs bezahlt haben, ist er jetzt geschlossen; ein Zertifikat, das Sie haben, bleibt gültig.',
      facts: [
        ['Betrag', formatMoney(amount, 'de')],
        ...factIf('Kurs', title),
        ...factIf('Quittung', receipt),
        ['Wann', at],
        ...factIf('Zu finden unter', page),
      ],
      paragraphs: [
        'Es kommt auf dem Weg, auf dem Sie bezahlt haben. Bis Ihre Bank es anzeigt, können einige Tage vergehen.',
      ],
    }),
  },
}
