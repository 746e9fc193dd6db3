import { formatMoney } from '../../../lib/money.ts'
import { writeDay, writePercent } from '../../../lib/written-facts.ts'
import { factIf } from '../fact-if.ts'
import { nameWithDay, paragraphsOf, subjectOf } from '../reminders.ts'
import type { MailTexts, ReplacementReason } from '../types.ts'

const selbst = 'Wenn du das selbst warst, ist nichts zu tun.'
const nichtSelbst =
  'Wenn du es nicht warst, leg sofort über „Passwort vergessen?“ ein neues Passwort fest. ' +
  'Das meldet alle Geräte ab.'
const fremderZugriff =
  'Er gilt 10 Minuten. Wenn du ihn nicht angefordert hast, ist jemand anderes in deinem Konto ' +
  'angemeldet.'

const bleibtAbgeschlossen =
  'Ein Kurs, den du abgeschlossen hast, bleibt abgeschlossen, mit seinem Zertifikat.'
const tagZaehltMit = 'Dieser Tag zählt noch ganz mit.'

const roles = {
  owner: 'Besitz',
  author: 'Autorenschaft',
  reviewer: 'Prüfung',
  grader: 'Bewertung',
  teacher: 'Unterricht',
}

const ersetzt = 'Es ersetzt dein bisheriges, das nicht mehr gültig ist.'
const ersetztWegen: Record<ReplacementReason, string> = {
  name: `auf deinem Zertifikat steht jetzt der Name aus deinem Profil. ${ersetzt}`,
  grade: `dein Ergebnis ist besser geworden, und ein neues Zertifikat sagt das. ${ersetzt}`,
  'lost grade': `auf deinem Zertifikat steht wieder das Ergebnis, das gefehlt hat. ${ersetzt}`,
  renewal: `du hast den Kurs erneut abgeschlossen, dein Zertifikat ist verlängert. ${ersetzt}`,
  school: `deine Schule hat dein Zertifikat neu ausgestellt. ${ersetzt}`,
}

export const mail: MailTexts = {
  greeting: (name) => (name === undefined ? 'Hallo,' : `Hallo ${name},`),
  footer: (school, publicUrl) =>
    `${school}, ${publicUrl}. Diese Mail kommt automatisch; Antworten werden nicht gelesen.`,
  support: (contact) => `Fragen? ${contact}`,
  unsubscribe: {
    footer: (url) => `Keine solchen Mails mehr: ${url}`,
    question: {
      announcements: 'Möchtest du Ankündigungen zu Kursen nicht mehr per Mail bekommen?',
      reminders: 'Möchtest du nicht mehr per Mail erinnert werden?',
    },
    button: 'Diese Mails abbestellen',
    done: 'Du bekommst diese Mails nicht mehr. Im Profil kannst du sie wieder einschalten.',
    unknown: 'Dieser Link ist unvollständig. Öffne ihn noch einmal aus der Mail.',
  },
  calendar: {
    due: (title) => `Fällig: ${title}`,
    opens: (title) => `Öffnet: ${title}`,
    done: (title) => `✓ ${title}`,
    begins: (cohort) => `${cohort} beginnt`,
    ends: (cohort) => `${cohort} endet`,
  },
  mails: {
    'verify-email': ({ school, code, guessedName, link }) => ({
      subject: `${code} ist dein Bestätigungscode für ${school}`,
      lead: `willkommen bei ${school}! Mit diesem Code bestätigst du deine E-Mail-Adresse:`,
      code,
      facts: link === undefined ? [] : [['Oder öffne die Seite', link]],
      paragraphs: [
        'Er gilt 10 Minuten. Wenn du kein Konto angelegt hast, ignoriere diese Mail: Ein Konto, ' +
          'das niemand bestätigt, wird nach 14 Tagen gelöscht.',
        ...(guessedName === undefined
          ? []
          : [
              `Deinen Namen, ${guessedName}, haben wir aus deiner E-Mail-Adresse erraten. Trag ` +
                'ihn im Profil so ein, wie er auf deinen Zertifikaten stehen soll.',
            ]),
      ],
    }),
    'account-made': ({ school, link }) => ({
      subject: `${school} hat ein Konto für dich angelegt`,
      lead: `${school} hat für diese E-Mail-Adresse ein Konto angelegt. Leg ein Passwort fest, dann kann es losgehen:`,
      facts: [['Link', link]],
      paragraphs: [
        'Der Link gilt einmal und 7 Tage lang. Ist er abgelaufen, bekommst du auf seiner Seite ' +
          'einen neuen.',
        'Du kennst die Schule nicht? Dann ignoriere diese Mail: Ein Konto, das niemand nutzt, wird ' +
          'nach 14 Tagen gelöscht.',
      ],
    }),
    'password-link': ({ school, link }) => ({
      subject: `Neues Passwort für ${school}`,
      lead: `${school} schickt dir diesen Link. Damit legst du ein neues Passwort fest:`,
      facts: [['Link', link]],
      paragraphs: [
        'Der Link gilt einmal und 2 Tage lang. Ein neues Passwort beendet alle Sitzungen deines ' +
          'Kontos.',
        'Du hast die Schule nicht darum gebeten? Dann ignoriere diese Mail: Dein Passwort bleibt, ' +
          'wie es ist.',
      ],
    }),
    'reset-password': ({ school, code }) => ({
      subject: `${code} ist dein Code für ein neues Passwort bei ${school}`,
      lead: 'mit diesem Code legst du ein neues Passwort fest:',
      code,
      paragraphs: [
        'Er gilt 10 Minuten. Wenn du ihn nicht angefordert hast, ignoriere diese Mail: Dein ' +
          'Passwort bleibt, wie es ist.',
      ],
    }),
    'erase-account': ({ school, code }) => ({
      subject: `${code} ist dein Code, um dein Konto bei ${school} zu löschen`,
      lead: 'mit diesem Code löschst du dein Konto und deine persönlichen Daten für immer:',
      code,
      paragraphs: [fremderZugriff, nichtSelbst],
    }),
    'change-sign-in': ({ school, code }) => ({
      subject: `${code} ist dein Code, um deine Anmeldung bei ${school} zu ändern`,
      lead:
        'mit diesem Code bestätigst du, dass wirklich du eine Anmeldung, eine Rolle oder einen ' +
        'Schlüssel änderst:',
      code,
      paragraphs: [fremderZugriff, nichtSelbst],
    }),
    'change-email-old': ({ school, code, newEmail }) => ({
      subject: `${code} ist dein Code für eine neue E-Mail-Adresse bei ${school}`,
      lead:
        'du möchtest die E-Mail-Adresse deines Kontos ändern. Gib diesen Code zusammen mit dem ' +
        'ein, den wir an die neue Adresse geschickt haben:',
      code,
      facts: [['Neue E-Mail-Adresse', newEmail ?? '']],
      paragraphs: [
        'Er gilt 10 Minuten. Wenn du ihn nicht angefordert hast, kennt jemand anderes dein ' +
          'Passwort.',
        nichtSelbst,
      ],
    }),
    'change-email-new': ({ school, code }) => ({
      subject: `${code} ist dein Code für diese E-Mail-Adresse bei ${school}`,
      lead:
        'du möchtest diese E-Mail-Adresse für dein Konto verwenden. Gib diesen Code zusammen mit ' +
        'dem ein, den wir an die bisherige Adresse des Kontos geschickt haben:',
      code,
      paragraphs: [
        'Er gilt 10 Minuten. Wenn du ihn nicht angefordert hast, ignoriere diese Mail: Es ' +
          'passiert nichts.',
      ],
    }),
    'email-taken': ({ school, at }) => ({
      subject: `Jemand wollte deine E-Mail-Adresse bei ${school} verwenden`,
      lead:
        'jemand wollte diese E-Mail-Adresse für ein anderes Konto verwenden. Weil sie zu deinem ' +
        'gehört, wurde nichts geändert.',
      facts: [['Wann', at]],
      paragraphs: [
        'Wenn du das warst: Zu dieser Adresse gibt es schon ein Konto. Melde dich damit an, ' +
          'oder leg über „Passwort vergessen?“ ein neues fest.',
      ],
    }),
    'password-changed': ({ school, at, methods = [] }) => ({
      subject: `Dein Passwort für ${school} wurde geändert`,
      lead: 'das Passwort deines Kontos wurde geändert, und alle anderen Geräte sind abgemeldet.',
      facts: [
        ['Wann', at],
        ...methods.map((method): [string, string] => ['Anmeldung mit', method]),
      ],
      paragraphs: [
        ...(methods.length === 0
          ? []
          : [
              'Auf den genannten Wegen kann man sich weiterhin anmelden, auch ohne das Passwort. ' +
                'Gehört einer davon nicht dir, entferne ihn aus deinem Konto.',
            ]),
        selbst,
        nichtSelbst,
      ],
    }),
    'email-changed': ({ school, at }) => ({
      subject: `Die E-Mail-Adresse deines Kontos bei ${school} wurde geändert`,
      lead:
        'die E-Mail-Adresse deines Kontos wurde geändert. Unsere Mails gehen ab jetzt an die neue ' +
        'Adresse; mit der alten kannst du dich nicht mehr anmelden.',
      facts: [['Wann', at]],
      paragraphs: [selbst, 'Wenn du es nicht warst, wende dich bitte sofort an die Schule.'],
    }),
    'sign-in-method-added': ({ school, method, at }) => ({
      subject: `Anmeldung mit ${method} für dein Konto bei ${school}`,
      lead: `in deinem Konto kann man sich jetzt auch mit ${method} anmelden.`,
      facts: [['Wann', at]],
      paragraphs: [
        selbst,
        `${nichtSelbst} Melde dich dann an, und entferne diesen Weg zur Anmeldung aus deinem ` +
          'Konto: Ein neues Passwort allein entfernt ihn nicht.',
      ],
    }),
    'sign-in-method-removed': ({ school, method, at }) => ({
      subject: `Keine Anmeldung mit ${method} mehr für dein Konto bei ${school}`,
      lead: `in deinem Konto kann man sich nicht mehr mit ${method} anmelden.`,
      facts: [['Wann', at]],
      paragraphs: [selbst, nichtSelbst],
    }),
    'new-device': ({ school, device, ip, at, others = 0 }) => ({
      subject: `Neue Anmeldung in deinem Konto bei ${school}`,
      lead:
        'jemand hat sich mit einem Gerät, das wir noch nicht kannten, in deinem Konto ' +
        'angemeldet.',
      facts: [
        ['Wann', at],
        ['Gerät', device ?? 'nicht bekannt'],
        ['IP-Adresse', ip],
      ],
      paragraphs: [
        ...(others > 0
          ? [`Anmeldungen von weiteren neuen Geräten seit unserer letzten Mail dazu: ${others}.`]
          : []),
        selbst,
        nichtSelbst,
      ],
    }),
    'account-erased': ({ school, at }) => ({
      subject: `Dein Konto bei ${school} wurde gelöscht`,
      lead:
        'dein Konto und deine persönlichen Daten wurden gelöscht. Deine Zertifikate bleiben ' +
        'gültig.',
      facts: [['Wann', at]],
      paragraphs: ['Das ist unsere letzte Mail an dich.'],
    }),
    'account-suspended': ({ school, at }) => ({
      subject: `Dein Konto bei ${school} ist gesperrt`,
      lead:
        'dein Konto wurde gesperrt: Du bist überall abgemeldet und kannst dich vorerst nicht ' +
        'wieder anmelden. Deine Zertifikate bleiben gültig.',
      facts: [['Seit', at]],
      paragraphs: ['Wenn du das für ein Versehen hältst, wende dich bitte an die Schule.'],
    }),
    'account-reinstated': ({ school, at }) => ({
      subject: `Dein Konto bei ${school} ist wieder offen`,
      lead: 'dein Konto ist nicht mehr gesperrt. Du kannst dich wieder anmelden.',
      facts: [['Wann', at]],
      paragraphs: [
        'Melde dich auf jedem Gerät neu an. In deinen Kursen geht es weiter, wo du aufgehört hast.',
      ],
    }),
    'payment-received': ({ school, receipt, total, titles, page, at }) => ({
      subject: `Deine Zahlung an ${school}, Quittung ${receipt}`,
      lead: 'deine Zahlung ist eingegangen. Vielen Dank!',
      facts: [
        ['Quittung', receipt],
        ['Betrag', formatMoney(total, 'de')],
        [titles.length === 1 ? 'Kurs' : 'Kurse', titles.join(', ')],
        ['Wann', at],
        ...factIf('Ansehen unter', page),
      ],
      paragraphs: ['Melde dich an: Die Quittung liegt bei deinen Käufen, auch als PDF.'],
    }),
    'refund-made': ({ school, receipt, amount, title, page, at }) => ({
      subject: `Deine Erstattung von ${school}`,
      lead:
        title === null
          ? 'wir haben dir Geld erstattet, das du nicht hättest zahlen müssen.'
          : 'wir haben dir Geld erstattet. Wenn das alles war, was du für den Kurs bezahlt hast, ' +
            'hast du keinen Zugang mehr dazu; ein Zertifikat, das du schon hast, bleibt gültig.',
      facts: [
        ['Betrag', formatMoney(amount, 'de')],
        ...factIf('Kurs', title),
        ...factIf('Quittung', receipt),
        ['Wann', at],
        ...factIf('Ansehen unter', page),
      ],
      paragraphs: [
        'Das Geld geht auf dem Weg zurück, auf dem du bezahlt hast. Es kann einige Tage dauern, ' +
          'bis deine Bank es anzeigt.',
      ],
    }),
    'progress-reset': ({ title, reason, page }) => ({
      subject: `Dein Fortschritt in „${title}“ wurde zurückgesetzt`,
      lead: 'die Schule hat deinen Fortschritt in einem Kurs zurückgesetzt.',
      facts: [['Kurs', title], ['Grund', reason], ...factIf('Öffnen unter', page)],
      paragraphs: [bleibtAbgeschlossen],
    }),
    'lesson-marked': ({ title, lesson, done, reason, page }) => ({
      subject: done ? `„${lesson}“ gilt als erledigt` : `„${lesson}“ ist wieder offen`,
      lead: done
        ? 'eine Lektion gilt für dich jetzt als erledigt.'
        : 'eine Lektion ist für dich wieder offen, damit du sie noch einmal machen kannst.',
      facts: [
        ['Kurs', title],
        ['Lektion', lesson],
        ['Grund', reason],
        ...factIf('Öffnen unter', page),
      ],
      paragraphs: [bleibtAbgeschlossen],
    }),
    'extension-granted': ({ title, lesson, dueOn, reason, page }) => ({
      subject: `Du hast bis zum ${writeDay(dueOn, 'de')} Zeit für „${lesson ?? title}“`,
      lead: 'deine Frist wurde verlängert.',
      facts: [
        ['Kurs', title],
        ...factIf('Lektion', lesson),
        ['Fällig am', writeDay(dueOn, 'de')],
        ['Grund', reason],
        ...factIf('Öffnen unter', page),
      ],
      paragraphs: [tagZaehltMit],
    }),
    'extension-revoked': ({ title, lesson, dueOn, page }) => ({
      subject: `„${lesson ?? title}“ ist wieder am ${writeDay(dueOn, 'de')} fällig`,
      lead: 'deine verlängerte Frist wurde zurückgenommen.',
      facts: [
        ['Kurs', title],
        ...factIf('Lektion', lesson),
        ['Fällig am', writeDay(dueOn, 'de')],
        ...factIf('Öffnen unter', page),
      ],
      paragraphs: [tagZaehltMit],
    }),
    'submission-graded': ({ title, lesson, comment, result, page }) => ({
      subject: result?.passed ? `Du hast „${lesson}“ bestanden` : `„${lesson}“ ist bewertet`,
      lead: 'deine Abgabe wurde bewertet.',
      facts: [
        ['Kurs', title],
        ['Lektion', lesson],
        ...factIf('Ergebnis', result && (result.passed ? 'Bestanden' : 'Nicht bestanden')),
        ...factIf('Punkte', result && `${result.points} von ${result.maxPoints}`),
        ...factIf('Kommentar', comment),
        ...factIf('Öffnen unter', page),
      ],
      paragraphs: ['Einzelheiten findest du in der Lektion.'],
    }),
    'submission-returned': ({ title, lesson, comment, page }) => ({
      subject: `Du hast „${lesson}“ zurückbekommen`,
      lead: 'du hast deine Abgabe für einen weiteren Versuch zurückbekommen.',
      facts: [
        ['Kurs', title],
        ['Lektion', lesson],
        ...factIf('Kommentar', comment),
        ...factIf('Öffnen unter', page),
      ],
      paragraphs: ['Gib noch einmal ab, wenn du so weit bist.'],
    }),
    announcement: ({ title, text, by, page }) => ({
      subject: `Neue Ankündigung zu „${title}“`,
      lead: 'in einem deiner Kurse gibt es eine neue Ankündigung.',
      facts: [['Kurs', title], ...factIf('Von', by), ...factIf('Öffnen unter', page)],
      paragraphs: paragraphsOf(text),
    }),
    reminder: ({ school, due, overdue, unseen, more }) => ({
      subject: subjectOf(
        [
          [due, (name) => `„${name}“ ist bald fällig`],
          [overdue, (name) => `„${name}“ ist überfällig`],
        ],
        `Deine Kurse bei ${school} warten auf dich`,
      ),
      lead: 'das wartet auf dich:',
      facts: [
        ...due.map((one): [string, string] => ['Fällig', nameWithDay(one, 'de')]),
        ...overdue.map((one): [string, string] => ['Überfällig seit', nameWithDay(one, 'de')]),
        ...unseen.map((title): [string, string] => ['Lange nicht besucht', title]),
      ],
      paragraphs:
        more === 0 ? [] : [`Und noch ${more} weitere: Du findest alles bei deinen Kursen.`],
    }),
    'course-enrolled': ({ title, page }) => ({
      subject: `Du bist in „${title}“ eingeschrieben`,
      lead: 'du wurdest in einen Kurs eingeschrieben und kannst gleich anfangen.',
      facts: [['Kurs', title], ...factIf('Öffnen unter', page)],
      paragraphs: [
        'Du findest ihn bei deinen Kursen. Wenn er nichts für dich ist, kannst du ihn dort ' +
          'verlassen.',
      ],
    }),
    invited: ({ school, title, email, page }) => ({
      subject: title === null ? `Einladung zu ${school}` : `${school} lädt dich zu „${title}“ ein`,
      lead:
        title === null
          ? `${school} lädt dich ein, ein Konto anzulegen.`
          : `${school} hält in einem Kurs einen Platz für dich frei.`,
      facts: [...factIf('Kurs', title), ['E-Mail-Adresse', email], ...factIf('Öffnen unter', page)],
      paragraphs: [
        title === null
          ? 'Leg mit dieser E-Mail-Adresse ein Konto an, und bestätige sie.'
          : 'Leg mit dieser E-Mail-Adresse ein Konto an, oder melde dich an, und bestätige sie: ' +
            'Dann gehört der Kurs dir.',
        'Wenn du das nicht erwartet hast, ignoriere diese Mail: Nach 90 Tagen wird die Einladung ' +
          'gelöscht.',
      ],
    }),
    'certificate-ready': ({ title, certificateUrl, verificationUrl, ...certificate }) => ({
      subject: `Dein Zertifikat für „${title}“`,
      lead: certificate.replaces
        ? ersetztWegen[certificate.why ?? 'school']
        : `herzlichen Glückwunsch! Du hast ${certificate.isProgram ? 'das Programm' : 'den Kurs'} ` +
          'abgeschlossen, und dein Zertifikat ist fertig.',
      facts: [
        [certificate.isProgram ? 'Programm' : 'Kurs', title],
        ...factIf('Ergebnis', certificate.grade, (grade) => writePercent(grade, 'de')),
        ...factIf('Vorher', certificate.gradeBefore, (grade) => writePercent(grade, 'de')),
        ...factIf('Gültig bis', certificate.lastDay, (day) => writeDay(day, 'de')),
        ...factIf('Grund', certificate.reason),
        ['PDF', certificateUrl],
        ['Zum Prüfen', verificationUrl],
      ],
      paragraphs: [
        'Beide Links funktionieren für alle, die sie haben: Teile sie, mit wem du magst.',
        ...(certificate.replaces ? ['Der Link zum alten führt zum neuen.'] : []),
      ],
    }),
    'certificate-expiry': ({ title, isProgram, lastDay, hasExpired, page }) => ({
      subject: hasExpired
        ? `Dein Zertifikat für „${title}“ ist abgelaufen`
        : `Dein Zertifikat für „${title}“ läuft bald ab`,
      lead: hasExpired
        ? 'eines deiner Zertifikate ist nicht mehr gültig.'
        : 'eines deiner Zertifikate ist nicht mehr lange gültig.',
      facts: [
        [isProgram ? 'Programm' : 'Kurs', title],
        ['Gültig bis', writeDay(lastDay, 'de')],
        ...factIf('Öffnen unter', page),
      ],
      paragraphs: [
        hasExpired
          ? 'Du kannst es erneuern: Mach alles noch einmal, dann bekommst du ein neues.'
          : 'Du kannst es erneuern: Mach alles noch einmal, dann bekommst du ein neues. Das ' +
            'jetzige bleibt bis zu seinem Ende gültig.',
      ],
    }),
    'course-moved': ({ title, version, note, isCompleted, page }) => ({
      subject: `Du hast jetzt Version ${version} von „${title}“`,
      lead: 'du hast jetzt eine andere Version eines Kurses.',
      facts: [
        ['Kurs', title],
        ['Version', String(version)],
        ...factIf('Das ist neu', note),
        ...factIf('Öffnen unter', page),
      ],
      paragraphs: [
        isCompleted
          ? 'Alles, was diese Version verlangt, hattest du schon erledigt: Damit hast du den Kurs ' +
            'abgeschlossen.'
          : 'Was du abgeschlossen hast, bleibt abgeschlossen, Lektionen wie der Kurs selbst. Was ' +
            'noch fehlt, kann sich geändert haben.',
      ],
    }),
    'member-added': ({ title, role }) => ({
      subject: `Du arbeitest jetzt an „${title}“ mit`,
      lead: 'du wurdest zu einem Kurs als Mitglied hinzugefügt.',
      facts: [
        ['Kurs', title],
        ['Rolle', roles[role]],
      ],
      paragraphs: ['Du findest ihn bei den Kursen, an denen du arbeitest.'],
    }),
    'review-requested': ({ title, by }) => ({
      subject: `Bitte prüfe „${title}“`,
      lead: 'der Entwurf eines Kurses wartet auf eine Prüfung.',
      facts: [
        ['Kurs', title],
        ['Angefragt von', by],
      ],
      paragraphs: ['Lies den Entwurf, und gib ihn frei, wenn er erscheinen kann.'],
    }),
    'draft-approved': ({ title, by }) => ({
      subject: `Der Entwurf von „${title}“ ist freigegeben`,
      lead: 'der Entwurf eines Kurses wurde freigegeben und kann veröffentlicht werden.',
      facts: [
        ['Kurs', title],
        ['Freigegeben von', by],
      ],
      paragraphs: ['Eine Änderung am Entwurf hebt die Freigabe wieder auf.'],
    }),
    'changes-requested': ({ title, by }) => ({
      subject: `Am Entwurf von „${title}“ ist noch etwas zu tun`,
      lead: 'du bekommst den Entwurf eines Kurses aus der Prüfung zurück.',
      facts: [
        ['Kurs', title],
        ['Geprüft von', by],
      ],
      paragraphs: ['Lies die Anmerkungen, beantworte sie, und bitte danach um eine neue Prüfung.'],
    }),
    'question-asked': ({ title, lesson, page }) => ({
      subject: `Neue Frage zu „${lesson}“`,
      lead: 'jemand hat eine Frage zu einer Lektion gestellt.',
      facts: [['Kurs', title], ['Lektion', lesson], ...factIf('Öffnen unter', page)],
      paragraphs: ['Deine Antwort hilft allen, die den Kurs belegen.'],
    }),
    'question-answered': ({ title, lesson, page }) => ({
      subject: `Antwort auf deine Frage zu „${lesson}“`,
      lead: 'auf deine Frage gibt es eine Antwort.',
      facts: [['Kurs', title], ['Lektion', lesson], ...factIf('Öffnen unter', page)],
      paragraphs: ['Hilft sie dir weiter, nimm sie an: Dann finden andere sie zuerst.'],
    }),
    'report-settled': ({ title, lesson, page }) => ({
      subject: `Dein Hinweis zu „${lesson}“ wurde bearbeitet`,
      lead: 'du hast einen Fehler gemeldet, und wer den Kurs erstellt, hat ihn sich angesehen.',
      facts: [['Kurs', title], ['Lektion', lesson], ...factIf('Öffnen unter', page)],
      paragraphs: ['Danke für den Hinweis.'],
    }),
    digest: ({ school, lines, more, page }) => ({
      subject: lines.length + more === 1 ? (lines[0] ?? '') : `Neues von ${school}`,
      lead: 'das ist neu seit der letzten Mail:',
      facts: [],
      paragraphs: [
        ...lines.map((line) => `• ${line}`),
        ...(more === 0 ? [] : [`Und ${more} weitere.`]),
        ...(page === null ? [] : [`Alles findest du unter ${page}`]),
        'Du hast eine Mail am Tag gewählt. Das kannst du in deinem Konto ändern.',
      ],
    }),
  },
}
