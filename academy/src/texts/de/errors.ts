import type { ErrorTexts } from '../error-texts.ts'

export const errors: ErrorTexts = {
  'error.unknown':
    'Etwas ist schiefgegangen. Versuch es noch einmal. Passiert es wieder, sag der Schule Bescheid.',
  'error.retryIn': ({ seconds }, f) =>
    f.plural(seconds, {
      one: 'Versuch es in einer Sekunde noch einmal.',
      other: `Versuch es in ${seconds} Sekunden noch einmal.`,
    }),
  'issue.required': 'Bitte ausfüllen.',
  'issue.type': 'Das passt hier nicht.',
  'issue.enum': 'Das steht nicht zur Auswahl.',
  'issue.minLength': ({ limit }) => `Bitte mindestens ${limit} Zeichen.`,
  'issue.maxLength': ({ limit }) => `Bitte höchstens ${limit} Zeichen.`,
  'issue.minItems': ({ limit }) => `Wähl mindestens ${limit}.`,
  'issue.maxItems': ({ limit }) => `Wähl höchstens ${limit}.`,
  'issue.minimum': ({ limit }) => `Bitte mindestens ${limit}.`,
  'issue.maximum': ({ limit }) => `Bitte höchstens ${limit}.`,
  'issue.email': 'Das ist keine E-Mail-Adresse.',
  'issue.url': 'Das ist keine Web-Adresse.',
  'issue.date': 'Das ist kein Datum.',
  'issue.maxLines': ({ limit }) => `Bitte höchstens ${limit} Zeilen.`,
  'issue.taxNumber':
    'Das ist keine gültige Steuernummer. Prüf sie, und fang mit dem Land an, zum Beispiel DE.',
  'issue.ambiguous': 'Noch nicht gespeichert. Welche Zahl meinst du?',
  'issue.other': 'Das stimmt noch nicht:',
  'issue.weakPassword':
    'Das lässt sich leicht erraten. Nimm ein paar Wörter, die nichts miteinander zu tun haben.',
  'error.NetworkError': 'Die Schule ist nicht erreichbar. Prüfe deine Verbindung.',
  'error.Timeout': 'Die Schule hat nicht rechtzeitig geantwortet. Versuch es noch einmal.',
  'error.UnexpectedAnswer': 'Die Antwort kam nicht von der Schule. Prüfe deine Verbindung.',
  'error.SessionChanged': 'Inzwischen ist jemand anderes angemeldet. Lade die Seite neu.',
  'error.MissingFields': 'Es fehlt noch etwas.',
  'error.InvalidFields': 'Etwas stimmt noch nicht. Prüf deine Angaben.',
  'error.RateLimited': 'Zu viele Versuche in kurzer Zeit.',
  'error.ServiceUnavailable': 'Die Schule kann gerade nicht antworten.',
  'error.ReadOnly':
    'Die Schule wird gerade geprüft und ändert nichts. Versuch es später noch einmal.',
  'error.InternalError': 'Bei uns ist etwas schiefgegangen. Versuch es noch einmal.',
  'error.InvalidCredentials': 'E-Mail oder Passwort ist falsch.',
  'error.TokenMissing': 'Bitte melde dich an.',
  'error.TokenInvalid': 'Deine Sitzung ist abgelaufen. Bitte melde dich wieder an.',
  'error.TokenExpired': 'Deine Sitzung ist abgelaufen. Bitte melde dich wieder an.',
  'error.SecondFactorRequired': 'Gib den Code deiner App ein, oder nimm deinen Passkey.',
  'error.SecondFactorNotFound': 'Das gibt es nicht mehr. Lade die Seite neu.',
  'error.WrongSecondFactor':
    'Der Code ist falsch oder wurde schon benutzt. Versuch es mit dem nächsten.',
  'error.passkey': 'Dein Gerät hat den Passkey nicht bestätigt. Versuch es noch einmal.',
  'error.SecondFactorMissing':
    'Deine Rolle verlangt die Anmeldung in zwei Schritten. Richte sie in deinem Konto ein.',
  'error.SecondFactorExists': 'Das hast du schon.',
  'error.TooManySecondFactors': 'Mehr kannst du nicht hinzufügen. Entferne zuerst einen.',
  'error.Forbidden': 'Dein Konto darf das nicht.',
  'error.NotFound': 'Unter dieser Adresse gibt es nichts.',
  'error.PayloadTooLarge': 'Das ist zu lang. Kürz es.',
  'error.FileTooLarge': 'Diese Datei ist zu groß. Verkleiner sie, oder verlinke sie von woanders.',
  'error.FileMismatch': 'Die Datei kam nicht heil an. Lade sie noch einmal hoch.',

  'error.SignInExpired': 'Diese Anmeldung ist abgelaufen. Bitte beginn neu.',
  'error.SignInRefused':
    'Der andere Dienst hat dich nicht angemeldet. Versuch es noch einmal, oder melde dich anders an.',
  'error.LinkRequired':
    'Mit dieser E-Mail-Adresse gibt es schon ein Konto. Melde dich wie gewohnt an, und füge den anderen Weg in deinem Konto hinzu.',
  'error.ProviderUnavailable':
    'Der andere Dienst antwortet nicht. Versuch es gleich noch einmal, oder melde dich anders an.',
  'error.ProviderEmailNotVerified':
    'Der andere Dienst hat deine E-Mail-Adresse nicht bestätigt. Erstelle zuerst ein Konto mit Passwort.',
  'error.ProviderNotFound': 'Diesen Weg zur Anmeldung gibt es nicht.',
  'error.EmailNotVerified': 'Bitte bestätige zuerst deine E-Mail-Adresse.',
  'error.AccountSuspended': 'Dieses Konto ist gesperrt. Bitte wende dich an die Schule.',
  'error.InvalidCode':
    'Dieser Code ist falsch, benutzt oder abgelaufen. Prüf ihn, oder fordere einen neuen an.',
  'error.WrongPassword': 'Das ist nicht dein Passwort. Versuch es noch einmal.',
  'error.PasswordNotSet':
    'Dein Konto hat noch kein Passwort. Lass dir stattdessen einen Code schicken.',
  'error.DuplicateEmail':
    'Mit dieser E-Mail-Adresse gibt es schon ein Konto. Melde dich an, oder leg ein neues Passwort fest.',
  'error.IdentityInUse': 'Damit meldet sich schon ein anderes Konto an.',
  'error.IdentityNotFound': 'Diesen Weg zur Anmeldung hat dein Konto nicht mehr.',
  'error.LastSignInMethod':
    'Das ist dein einziger Weg, dich anzumelden. Leg zuerst ein Passwort fest.',
  'error.SessionNotFound': 'Diese Sitzung ist schon zu Ende.',

  'error.CourseNotFound': 'Diesen Kurs gibt es nicht.',
  'error.CourseFull': 'Alle Plätze dieses Kurses sind belegt.',
  'error.CourseLeft': 'Du hast diesen Kurs verlassen. Kehr zurück: Das kostet nichts.',
  'error.AlreadyEnrolled': 'Du bist in diesem Kurs schon eingeschrieben.',
  'error.NotEnrolled': 'Du bist in diesem Kurs nicht eingeschrieben.',
  'error.PrerequisiteMissing': 'Dieser Kurs setzt andere voraus: Schließ sie zuerst ab.',
  'error.EnrollmentNotOpen': 'Dieser Kurs nimmt gerade niemanden auf.',
  'error.TermsNotAccepted':
    'Bitte lies die Nutzungsbedingungen und akzeptiere sie, um fortzufahren.',
  'error.PriceChanged': 'Ein Preis ist gestiegen. Prüf die neue Summe, bevor du weitermachst.',
  'error.CouponNotFound': 'Diesen Gutschein gibt es nicht. Prüf den Code.',
  'error.CouponExpired': 'Dieser Gutschein gilt zurzeit nicht.',
  'error.CouponUsedUp': 'Dieser Gutschein ist aufgebraucht.',
  'error.CouponNotApplicable': 'Dieser Gutschein gilt nicht für diese Kurse.',
  'error.TransactionNotFound': 'Diesen Kauf gibt es nicht.',
  'error.TransactionNotPaid': 'Bei diesem Kauf wurde nichts bezahlt.',
  'error.CoursePaidFor': 'Dieser Kurs wurde bezahlt: Eine Erstattung beendet den Zugang.',
  'error.IdempotencyKeyInUse':
    'Das läuft schon. Warte einen Moment, und sieh dann noch einmal nach.',
  'error.LessonNotFound': 'Diese Lektion gibt es nicht.',
  'error.LessonLocked': 'Diese Lektion ist noch nicht offen.',
  'error.ThreadNotFound': 'Diese Frage gibt es nicht, oder du kannst sie nicht sehen.',
  'error.PostNotFound': 'Diesen Beitrag gibt es nicht mehr. Lade die Seite neu.',
  'error.QuestionsClosed': 'Zu dieser Lektion kannst du noch nichts fragen.',
  'error.ThreadClosed': 'Hier geht keine weitere Antwort. Stell eine neue Frage.',
  'error.NeedsCourse': 'Das ist ein Kurs eines Programms: Schließ ihn ab, dann ist er erledigt.',
  'error.NeedsPass': 'Diese Lektion muss man bestehen: mit ihrem Quiz oder ihrer Abgabe.',
  'error.NotWatched': 'Sieh dir zuerst den größten Teil des Videos an.',
  'error.WatchedTooFast': 'So viel vom Video kann noch nicht gelaufen sein. Sieh weiter.',
  'error.MediaAddressExpired': 'Diese Adresse ist abgelaufen. Lade die Lektion neu.',
  'error.MediaNotFound': 'Diese Datei gibt es nicht mehr. Lade die Lektion neu.',
  'error.FlawNotFound': 'Diese Meldung gibt es nicht mehr.',
  'error.NoteNotFound': 'Diese Notiz gibt es nicht mehr.',
  'error.NotificationNotFound': 'Diese Nachricht gibt es nicht mehr.',
  'error.TooManyNotes':
    'Mehr als 500 Notizen und Lesezeichen fasst ein Kurs nicht. Lösche zuerst etwas.',
  'error.AttemptNotFound': 'Diesen Versuch gibt es nicht.',
  'error.AttemptOver': 'Dieser Versuch ist zu Ende. Was gespeichert war, ist abgegeben.',
  'error.AttemptsUsedUp': 'Für diese Lektion hast du keine Versuche mehr.',
  'error.AttemptTooSoon': 'Bis zum nächsten Versuch dauert es noch ein wenig.',
  'error.SubmissionNotFound': 'Diese Abgabe gibt es nicht.',
  'error.SubmissionWaiting': 'Deine letzte Abgabe wird noch bewertet. Wart darauf.',
  'error.AssignmentClosed': 'Die Frist für diese Aufgabe ist abgelaufen.',
  'error.CourseNotCompleted': 'Du hast noch nicht alle Lektionen abgeschlossen.',
  'error.CertificateNotFound': 'Dieses Zertifikat gibt es nicht.',
  'error.CertificateRevoked': 'Dieses Zertifikat wurde widerrufen. Ein neues gibt es dafür nicht.',
  'error.CertificateUnchanged': 'Auf dem Zertifikat steht schon dein Name.',
  'error.CertificateNotOffered':
    'Dieses Zertifikat kann nicht ins Wallet: Es gilt nicht mehr, oder dein Name darauf ist noch nicht bestätigt.',
  'error.EvidenceNotKept': 'Für dieses Zertifikat wurde nicht aufbewahrt, wie es zustande kam.',
  'error.NameNotPrintable':
    'Dein Name lässt sich nicht drucken. Wähle im Profil einen anderen für Zertifikate.',
  'error.NotRenewable': 'Dieses Zertifikat lässt sich jetzt nicht erneuern.',

  'error.DraftOpen':
    'Es gibt einen Entwurf, der verloren ginge. Veröffentliche oder verwirf ihn zuerst.',
  'error.ManagedElsewhere':
    'Die Lektionen dieses Kurses entstehen in einem Ordner oder Repository. Änder sie dort.',
  'error.VersionChanged': 'Inzwischen gibt es eine noch neuere Version. Sieh sie dir an.',
  'error.CannotMove': 'Auf diese Version kannst du nicht wechseln.',
  'error.FileNotFound': 'Diese Datei gibt es nicht.',
  'error.UploadNotFound': 'Dieser Upload ist abgelaufen. Beginn ihn neu.',
  'error.TooManyUploads': 'Zu viele Dateien werden hochgeladen. Wart, bis einige fertig sind.',
  'error.CourseFilesFull':
    'Die Dateien brauchen zu viel Platz. Entfern einige, oder nimm kleinere.',

  'error.UserNotFound': 'Dieses Konto gibt es nicht.',
  'error.AccessEnded': 'Dieser Zugang wurde beendet. Schreib das Konto neu ein.',
  'error.SeatsTaken': ({ taken }, f) =>
    `Belegte Plätze: ${f.number(taken)}. Setz mindestens so viele, oder mach zuerst welche frei.`,
  'error.EventsForgotten': 'Diese Ereignisse sind schon gelöscht: Sie bleiben 90 Tage.',
}
