import { formatMoney } from '../../lib/money.ts'
import { writeDay } from '../../lib/written-facts.ts'
import { factIf } from '../fact-if.ts'
import { nameWithDay, paragraphsOf, subjectOf } from '../reminders.ts'
import type { MailTexts } from '../types.ts'

const selbst = 'Wenn Sie das selbst waren, ist nichts zu tun.'
const nichtSelbst =
  'Wenn Sie es nicht waren, setzen Sie sofort über „Passwort vergessen“ ein neues Passwort. ' +
  'Das beendet alle Sitzungen.'
const fremderZugriff =
  'Er gilt 10 Minuten. Wenn Sie ihn nicht angefordert haben, ist jemand anderes in Ihrem Konto ' +
  'angemeldet.'

const roles = {
  owner: 'Besitz',
  author: 'Autorenschaft',
  reviewer: 'Prüfung',
  grader: 'Bewertung',
  teacher: 'Unterricht',
}

export const mail: MailTexts = {
  greeting: (name) => (name === undefined ? 'Guten Tag,' : `Guten Tag ${name},`),
  footer: (school, publicUrl) =>
    `${school}, ${publicUrl}. Dies ist eine automatische Nachricht; Antworten werden nicht gelesen.`,
  support: (contact) => `Fragen? ${contact}`,
  unsubscribe: {
    footer: (url) => `Keine solchen E-Mails mehr: ${url}`,
    question: {
      announcements: 'Möchten Sie Neues zu Kursen nicht mehr per E-Mail bekommen?',
      reminders: 'Möchten Sie nicht mehr per E-Mail erinnert werden?',
    },
    button: 'Diese E-Mails abbestellen',
    done: 'Sie bekommen diese E-Mails nicht mehr. In Ihrem Profil bestellen Sie sie wieder.',
    unknown: 'Dieser Link ist nicht vollständig. Öffnen Sie den in der E-Mail noch einmal.',
  },
  calendar: {
    due: (title) => `Fällig: ${title}`,
    opens: (title) => `Öffnet: ${title}`,
    done: (title) => `✓ ${title}`,
    begins: (cohort) => `${cohort} beginnt`,
    ends: (cohort) => `${cohort} endet`,
  },
  mails: {
    'verify-email': ({ school, code, guessedName }) => ({
      subject: `${code} ist Ihr Bestätigungscode für ${school}`,
      lead: `willkommen bei ${school}. Mit diesem Code bestätigen Sie Ihre E-Mail-Adresse:`,
      code,
      paragraphs: [
        'Er gilt 10 Minuten. Wenn Sie sich nicht registriert haben, ignorieren Sie diese E-Mail: ' +
          'Ein Konto, das niemand bestätigt, wird nach 14 Tagen gelöscht.',
        ...(guessedName === undefined
          ? []
          : [
              `Ihren Namen, ${guessedName}, haben wir aus Ihrer E-Mail-Adresse erraten. Tragen ` +
                'Sie ihn in Ihrem Profil ein: So steht er auf Ihren Zertifikaten.',
            ]),
      ],
    }),
    'reset-password': ({ school, code }) => ({
      subject: `${code} ist Ihr Einmalpasswort für ${school}`,
      lead: 'mit diesem Einmalpasswort setzen Sie ein neues Passwort:',
      code,
      paragraphs: [
        'Es gilt 10 Minuten. Wenn Sie es nicht angefordert haben, ignorieren Sie diese E-Mail: ' +
          'Ihr Passwort bleibt unverändert.',
      ],
    }),
    'erase-account': ({ school, code }) => ({
      subject: `${code} ist Ihr Code, um Ihr Konto bei ${school} zu löschen`,
      lead: 'mit diesem Code löschen Sie Ihr Konto und Ihre persönlichen Daten endgültig:',
      code,
      paragraphs: [fremderZugriff, nichtSelbst],
    }),
    'change-sign-in': ({ school, code }) => ({
      subject: `${code} ist Ihr Code, um Ihre Anmeldung bei ${school} zu ändern`,
      lead:
        'mit diesem Code fügen Sie Ihrem Konto einen Anmeldedienst hinzu oder entfernen ' +
        'einen:',
      code,
      paragraphs: [fremderZugriff, nichtSelbst],
    }),
    'change-email-old': ({ school, code, newEmail }) => ({
      subject: `${code} ist Ihr Code für eine neue E-Mail-Adresse bei ${school}`,
      lead:
        'Sie möchten die E-Mail-Adresse Ihres Kontos ändern. Geben Sie diesen Code zusammen mit ' +
        'dem Code ein, den wir an die neue Adresse geschickt haben:',
      code,
      facts: [['Neue Adresse', newEmail ?? '']],
      paragraphs: [
        'Er gilt 10 Minuten. Wenn Sie ihn nicht angefordert haben, kennt jemand anderes Ihr ' +
          'Passwort.',
        nichtSelbst,
      ],
    }),
    'change-email-new': ({ school, code }) => ({
      subject: `${code} ist Ihr Code für diese E-Mail-Adresse bei ${school}`,
      lead:
        'Sie möchten diese E-Mail-Adresse für Ihr Konto verwenden. Geben Sie diesen Code ' +
        'zusammen mit dem Code ein, den wir an die bisherige Adresse des Kontos geschickt haben:',
      code,
      paragraphs: [
        'Er gilt 10 Minuten. Wenn Sie ihn nicht angefordert haben, ignorieren Sie diese E-Mail: ' +
          'Es passiert nichts.',
      ],
    }),
    'email-taken': ({ school, at }) => ({
      subject: `Jemand wollte Ihre E-Mail-Adresse bei ${school} verwenden`,
      lead:
        'jemand wollte diese E-Mail-Adresse für ein anderes Konto verwenden. Sie gehört zu ' +
        'Ihrem, deshalb wurde nichts geändert.',
      facts: [['Wann', at]],
      paragraphs: [
        'Wenn Sie es waren: Zu dieser Adresse gibt es schon ein Konto. Melden Sie sich damit an, ' +
          'oder setzen Sie über „Passwort vergessen“ ein neues Passwort.',
      ],
    }),
    'password-changed': ({ school, at, methods = [] }) => ({
      subject: `Ihr Passwort für ${school} wurde geändert`,
      lead: 'das Passwort Ihres Kontos wurde geändert, und alle anderen Sitzungen wurden beendet.',
      facts: [
        ['Wann', at],
        ...methods.map((method): [string, string] => ['Anmeldung mit', method]),
      ],
      paragraphs: [
        ...(methods.length === 0
          ? []
          : [
              'Die genannten Anmeldungen gelten weiter, ohne das Passwort. Ist eine davon nicht ' +
                'Ihre, entfernen Sie sie aus Ihrem Konto.',
            ]),
        selbst,
        nichtSelbst,
      ],
    }),
    'email-changed': ({ school, at }) => ({
      subject: `Die E-Mail-Adresse Ihres Kontos bei ${school} wurde geändert`,
      lead:
        'die E-Mail-Adresse Ihres Kontos wurde geändert. E-Mails gehen von jetzt an an die neue ' +
        'Adresse; mit dieser können Sie sich nicht mehr anmelden.',
      facts: [['Wann', at]],
      paragraphs: [
        selbst,
        'Wenn Sie es nicht waren, wenden Sie sich sofort an die Betreiber dieses Dienstes.',
      ],
    }),
    'sign-in-method-added': ({ school, method, at }) => ({
      subject: `Anmeldung mit ${method} für Ihr Konto bei ${school}`,
      lead: `für Ihr Konto wurde die Anmeldung mit ${method} eingerichtet.`,
      facts: [['Wann', at]],
      paragraphs: [
        selbst,
        `${nichtSelbst} Melden Sie sich dann an und entfernen Sie diese Anmeldung aus Ihrem ` +
          'Konto: Ein neues Passwort allein entfernt sie nicht.',
      ],
    }),
    'sign-in-method-removed': ({ school, method, at }) => ({
      subject: `Keine Anmeldung mit ${method} mehr für Ihr Konto bei ${school}`,
      lead: `für Ihr Konto wurde die Anmeldung mit ${method} entfernt.`,
      facts: [['Wann', at]],
      paragraphs: [selbst, nichtSelbst],
    }),
    'new-device': ({ school, device, ip, at, others = 0 }) => ({
      subject: `Neue Anmeldung an Ihrem Konto bei ${school}`,
      lead: 'jemand hat sich mit einem Gerät, das wir noch nicht kannten, an Ihrem Konto angemeldet.',
      facts: [
        ['Wann', at],
        ['Gerät', device ?? 'nicht bekannt'],
        ['IP-Adresse', ip],
      ],
      paragraphs: [
        ...(others > 0
          ? [`Anmeldungen von weiteren neuen Geräten seit unserer letzten E-Mail dazu: ${others}.`]
          : []),
        selbst,
        nichtSelbst,
      ],
    }),
    'account-erased': ({ school, at }) => ({
      subject: `Ihr Konto bei ${school} wurde gelöscht`,
      lead:
        'Ihr Konto und Ihre persönlichen Daten wurden gelöscht. Ihre Zertifikate bleiben ' +
        'gültig.',
      facts: [['Wann', at]],
      paragraphs: ['Dies ist unsere letzte E-Mail an Sie.'],
    }),
    'account-suspended': ({ school, at }) => ({
      subject: `Ihr Konto bei ${school} ist gesperrt`,
      lead:
        'Ihr Konto wurde gesperrt: Sie können sich vorerst nicht anmelden, und Ihre Sitzungen ' +
        'wurden beendet. Ihre Zertifikate bleiben gültig.',
      facts: [['Seit', at]],
      paragraphs: ['Wenn Sie das für ein Versehen halten, wenden Sie sich bitte an die Schule.'],
    }),
    'account-reinstated': ({ school, at }) => ({
      subject: `Ihr Konto bei ${school} ist wieder offen`,
      lead: 'die Sperre Ihres Kontos wurde aufgehoben. Sie können sich wieder anmelden.',
      facts: [['Wann', at]],
      paragraphs: [
        'Frühere Sitzungen sind beendet, melden Sie sich also neu an. Ihre Kurse sind so, wie Sie ' +
          'sie verlassen haben.',
      ],
    }),
    'payment-received': ({ school, receipt, total, titles, page, at }) => ({
      subject: `Ihre Zahlung an ${school}, Quittung ${receipt}`,
      lead: 'Ihre Zahlung ist eingegangen. Vielen Dank.',
      facts: [
        ['Quittung', receipt],
        ['Betrag', formatMoney(total, 'de')],
        [titles.length === 1 ? 'Kurs' : 'Kurse', titles.join(', ')],
        ['Wann', at],
        ...factIf('Ansehen unter', page),
      ],
      paragraphs: ['Melden Sie sich an, um die Quittung bei Ihren Käufen zu finden, auch als PDF.'],
    }),
    'refund-made': ({ school, receipt, amount, title, page, at }) => ({
      subject: `Ihre Erstattung von ${school}`,
      lead:
        title === null
          ? 'wir haben Ihnen Geld erstattet, das Sie nicht schuldeten.'
          : 'wir haben Ihnen Geld erstattet. Wenn das alles war, was Sie für den Kurs bezahlt ' +
            'haben, haben Sie keinen Zugang mehr dazu; ein Zertifikat, das Sie schon haben, ' +
            'bleibt gültig.',
      facts: [
        ['Betrag', formatMoney(amount, 'de')],
        ...factIf('Kurs', title),
        ...factIf('Quittung', receipt),
        ['Wann', at],
        ...factIf('Ansehen unter', page),
      ],
      paragraphs: [
        'Das Geld geht auf dem Weg zurück, auf dem Sie bezahlt haben. Bis Ihre Bank es anzeigt, ' +
          'können einige Tage vergehen.',
      ],
    }),
    'progress-reset': ({ title, reason, page }) => ({
      subject: `Ihr Fortschritt in „${title}“ wurde zurückgesetzt`,
      lead: 'Ihre Schule hat zurückgesetzt, was Sie in einem Kurs erledigt hatten.',
      facts: [['Kurs', title], ['Grund', reason], ...factIf('Öffnen unter', page)],
      paragraphs: ['Ein Kurs, den Sie abgeschlossen hatten, bleibt es, mit seinem Zertifikat.'],
    }),
    'lesson-marked': ({ title, lesson, done, reason, page }) => ({
      subject: done ? `„${lesson}“ gilt als erledigt` : `„${lesson}“ ist wieder offen`,
      lead: done
        ? 'eine Lektion wurde für Sie als erledigt vermerkt.'
        : 'eine Lektion wurde für Sie wieder geöffnet, damit Sie sie noch einmal bearbeiten können.',
      facts: [
        ['Kurs', title],
        ['Lektion', lesson],
        ['Grund', reason],
        ...factIf('Öffnen unter', page),
      ],
      paragraphs: ['Ein Kurs, den Sie abgeschlossen hatten, bleibt es, mit seinem Zertifikat.'],
    }),
    'extension-granted': ({ title, lesson, dueOn, reason, page }) => ({
      subject: `Sie haben bis ${writeDay(dueOn, 'de')} Zeit für „${lesson ?? title}“`,
      lead: 'Sie haben einen späteren Tag bekommen, bis zu dem dies fällig ist.',
      facts: [
        ['Kurs', title],
        ...factIf('Lektion', lesson),
        ['Fällig am', writeDay(dueOn, 'de')],
        ['Grund', reason],
        ...factIf('Öffnen unter', page),
      ],
      paragraphs: ['Bis zum Ende dieses Tages sind Sie rechtzeitig.'],
    }),
    'extension-revoked': ({ title, lesson, dueOn, page }) => ({
      subject: `„${lesson ?? title}“ ist wieder am ${writeDay(dueOn, 'de')} fällig`,
      lead: 'der spätere Tag, den Sie bekommen hatten, wurde zurückgenommen.',
      facts: [
        ['Kurs', title],
        ...factIf('Lektion', lesson),
        ['Fällig am', writeDay(dueOn, 'de')],
        ...factIf('Öffnen unter', page),
      ],
      paragraphs: ['Bis zum Ende dieses Tages sind Sie rechtzeitig.'],
    }),
    'submission-graded': ({ title, lesson, comment, page }) => ({
      subject: `„${lesson}“ ist bewertet`,
      lead: 'Ihre Abgabe wurde bewertet.',
      facts: [
        ['Kurs', title],
        ['Lektion', lesson],
        ...factIf('Kommentar', comment),
        ...factIf('Öffnen unter', page),
      ],
      paragraphs: ['Die Lektion zeigt Ihre Punkte.'],
    }),
    'submission-returned': ({ title, lesson, comment, page }) => ({
      subject: `„${lesson}“ ist zurückgekommen`,
      lead: 'Ihre Abgabe wurde zurückgegeben, damit Sie es noch einmal versuchen können.',
      facts: [
        ['Kurs', title],
        ['Lektion', lesson],
        ...factIf('Kommentar', comment),
        ...factIf('Öffnen unter', page),
      ],
      paragraphs: ['Geben Sie noch einmal ab, wenn Sie so weit sind.'],
    }),
    announcement: ({ title, text, by, page }) => ({
      subject: `Neues zu „${title}“`,
      lead: 'es gibt Neues zu einem Kurs, den Sie belegen.',
      facts: [['Kurs', title], ...factIf('Von', by), ...factIf('Öffnen unter', page)],
      paragraphs: paragraphsOf(text),
    }),
    reminder: ({ school, due, overdue, unseen, more }) => ({
      subject: subjectOf(
        [
          [due, (name) => `„${name}“ ist bald fällig`],
          [overdue, (name) => `„${name}“ ist überfällig`],
        ],
        `Ihre Kurse bei ${school} warten auf Sie`,
      ),
      lead: 'das wartet auf Sie.',
      facts: [
        ...due.map((one): [string, string] => ['Fällig', nameWithDay(one, 'de')]),
        ...overdue.map((one): [string, string] => ['Überfällig seit', nameWithDay(one, 'de')]),
        ...unseen.map((title): [string, string] => ['Seit 7 Tagen offen', title]),
      ],
      paragraphs: more === 0 ? [] : [`Und mehr: ${more}. Sie finden es bei Ihren Kursen.`],
    }),
    'course-enrolled': ({ title, page }) => ({
      subject: `Sie sind in „${title}“ eingeschrieben`,
      lead: 'Sie wurden in einen Kurs eingeschrieben und können gleich beginnen.',
      facts: [['Kurs', title], ...factIf('Öffnen unter', page)],
      paragraphs: [
        'Sie finden ihn bei Ihren Kursen. Ist er nichts für Sie, können Sie ihn dort verlassen.',
      ],
    }),
    invited: ({ school, title, email, page }) => ({
      subject: title === null ? `Einladung zu ${school}` : `${school} lädt Sie zu „${title}“ ein`,
      lead:
        title === null
          ? `${school} lädt Sie ein, ein Konto anzulegen.`
          : `${school} hält einen Platz in einem Kurs für Sie frei.`,
      facts: [...factIf('Kurs', title), ['Ihre E-Mail', email], ...factIf('Zu öffnen unter', page)],
      paragraphs: [
        title === null
          ? 'Registrieren Sie sich mit dieser E-Mail und bestätigen Sie sie.'
          : 'Registrieren Sie sich mit dieser E-Mail oder melden Sie sich an und bestätigen Sie ' +
            'sie: Dann gehört der Kurs Ihnen.',
        'Wenn Sie das nicht erwartet haben, ignorieren Sie diese Mail: Nach 90 Tagen wird die ' +
          'Einladung gelöscht.',
      ],
    }),
    'certificate-ready': ({ title, certificateUrl, verificationUrl, replaces }) => ({
      subject: `Ihr Zertifikat für „${title}“`,
      lead: replaces
        ? 'ein neues Zertifikat ersetzt Ihr bisheriges, das nicht mehr gültig ist.'
        : 'herzlichen Glückwunsch! Sie haben den Kurs abgeschlossen, und Ihr Zertifikat ist fertig.',
      facts: [
        ['Kurs', title],
        ['PDF', certificateUrl],
        ['Zum Prüfen', verificationUrl],
      ],
      paragraphs: ['Beide Links gelten für alle, die sie haben: Geben Sie sie gern weiter.'],
    }),
    'certificate-expiry': ({ title, lastDay, hasExpired, page }) => ({
      subject: hasExpired
        ? `Ihr Zertifikat für „${title}“ ist abgelaufen`
        : `Ihr Zertifikat für „${title}“ läuft bald ab`,
      lead: hasExpired
        ? 'eines Ihrer Zertifikate ist nicht mehr gültig.'
        : 'eines Ihrer Zertifikate gilt nur noch kurze Zeit.',
      facts: [
        ['Kurs', title],
        ['Gültig bis', writeDay(lastDay, 'de')],
        ...factIf('Öffnen unter', page),
      ],
      paragraphs: [
        hasExpired
          ? 'Sie können es erneuern: Wer den Kurs noch einmal abschließt, bekommt ein neues.'
          : 'Sie können es erneuern: Wer den Kurs noch einmal abschließt, bekommt ein neues. Bis ' +
            'dahin bleibt dieses bis zu seinem Ende gültig.',
      ],
    }),
    'course-moved': ({ title, version, note, isCompleted, page }) => ({
      subject: `Sie sind jetzt in Version ${version} von „${title}“`,
      lead: 'Sie sind jetzt in einer anderen Version eines Kurses.',
      facts: [
        ['Kurs', title],
        ['Version', String(version)],
        ...factIf('Das ist neu', note),
        ...factIf('Öffnen unter', page),
      ],
      paragraphs: [
        isCompleted
          ? 'Alles, was diese Version verlangt, hatten Sie schon abgeschlossen: Damit haben Sie ' +
            'den Kurs abgeschlossen.'
          : 'Was Sie abgeschlossen hatten, bleibt abgeschlossen, Lektionen wie der Kurs selbst. Was ' +
            'noch fehlt, kann sich geändert haben.',
      ],
    }),
    'member-added': ({ title, role }) => ({
      subject: `Sie arbeiten jetzt an „${title}“ mit`,
      lead: 'Sie wurden in einen Kurs als Mitglied aufgenommen.',
      facts: [
        ['Kurs', title],
        ['Rolle', roles[role]],
      ],
      paragraphs: ['Sie finden ihn bei den Kursen, an denen Sie arbeiten.'],
    }),
    'review-requested': ({ title, by }) => ({
      subject: `Bitte prüfen Sie „${title}“`,
      lead: 'der Entwurf eines Kurses wartet auf eine Prüfung.',
      facts: [
        ['Kurs', title],
        ['Angefragt von', by],
      ],
      paragraphs: ['Lesen Sie den Entwurf, und geben Sie ihn frei, wenn er erscheinen kann.'],
    }),
    'draft-approved': ({ title, by }) => ({
      subject: `Der Entwurf von „${title}“ ist freigegeben`,
      lead: 'der Entwurf eines Kurses wurde freigegeben und kann veröffentlicht werden.',
      facts: [
        ['Kurs', title],
        ['Freigegeben von', by],
      ],
      paragraphs: ['Wird der Entwurf geändert, braucht er eine neue Prüfung.'],
    }),
  },
}
