import { counted } from '../counted.ts'
import type { player as english } from '../en/player.ts'

export const player: typeof english = {
  'lesson.course': 'Zum Kurs',
  'lesson.outline': 'Inhalt',
  'lesson.steps': 'Vorige und nächste Lektion',
  'lesson.previous': 'Zurück',
  'lesson.next': 'Weiter',
  'lesson.complete': 'Abschließen',
  'lesson.completeAndGoOn': 'Abschließen und weiter',
  'lesson.keys': 'Mit den Pfeiltasten ← → wechselst du die Lektion.',
  'lesson.locked': 'Noch nicht offen',
  'lesson.locked.text': 'Diese Lektion öffnet sich, sobald das erledigt ist:',
  'lesson.notEnrolled': 'Teil des Kurses',
  'lesson.enrollFirst': 'Schreib dich in den Kurs ein, um diese Lektion zu öffnen.',
  'lesson.preview':
    'Das ist eine Vorschau. Schreib dich ein, um weiterzulernen und deinen Fortschritt zu behalten.',
  'lesson.toCourse': 'Zum Kurs',
  'lesson.toCertificate': 'Abgeschlossen: dein Zertifikat',
  'lesson.openFile': 'Datei öffnen',
  'lesson.openLink': 'Seite öffnen',
  'lesson.ofProgram':
    'Dieser Schritt ist ein eigener Kurs. Schließ ihn ab, dann ist der Schritt erledigt.',
  'lesson.transcript': 'Transkript',
  'lesson.notWatched': ({
    watchedSeconds,
    neededSeconds,
  }: {
    watchedSeconds: number
    neededSeconds: number
  }) => `Sieh dir zuerst das Video an: bisher ${watchedSeconds} von ${neededSeconds} Sekunden.`,
  'quiz.rules': 'So läuft es ab',
  'quiz.questions': counted('1 Frage', '# Fragen'),
  'quiz.pass': ({ percent, points }: { percent: string; points: number }) =>
    `Zum Bestehen brauchst du ${percent} von ${points} Punkten`,
  'quiz.anyAttempts': 'Beliebig viele Versuche',
  'quiz.attempts': counted('Ein Versuch', '# Versuche'),
  'quiz.attemptsLeft': counted(
    'Du hast noch 1 Versuch.',
    'Du hast noch # Versuche.',
    'Du hast keinen Versuch mehr.',
  ),
  'quiz.cooldown': ({ minutes }: { minutes: string }) =>
    `Zwischen zwei Versuchen: ${minutes} Pause`,
  'quiz.timeLimit': ({ minutes }: { minutes: string }) => `Nach dem Start hast du ${minutes} Zeit`,
  'quiz.reveals.never': 'Du erfährst, ob du bestanden hast',
  'quiz.reveals.score': 'Du siehst, wie viele Punkte du hast',
  'quiz.reveals.after-pass': 'Du siehst die richtigen Antworten, sobald du bestanden hast',
  'quiz.reveals.after-last-attempt': 'Du siehst die richtigen Antworten nach dem letzten Versuch',
  'quiz.nextAt': ({ instant }: { instant: string }) =>
    `Ab ${instant} kannst du es wieder versuchen.`,
  'quiz.start': 'Quiz starten',
  'quiz.again': 'Noch einmal versuchen',
  'quiz.points': counted('1 Punkt', '# Punkte'),
  'quiz.multiple': 'Wähle alle richtigen Antworten.',
  'quiz.number': 'Gib eine Zahl ein, etwa 12 oder 3,14.',
  'quiz.moveUp': 'Nach oben',
  'quiz.moveDown': 'Nach unten',
  'quiz.movedTo': ({ place, count }: { place: number; count: number }) =>
    `Jetzt ${place} von ${count}`,
  'quiz.keepOrder': 'Diese Reihenfolge behalten',
  'quiz.saved': 'Gespeichert',
  'quiz.over': 'Die Zeit ist um.',
  'quiz.moreTime': 'Du hast jetzt mehr Zeit.',
  'quiz.lessTime': 'Du hast jetzt weniger Zeit.',
  'quiz.stale':
    'Du hast in einem anderen Tab oder auf einem anderen Gerät später geantwortet. Das zählt.',
  'quiz.waiting': 'Wird gespeichert …',
  'quiz.failed':
    'Noch nicht gespeichert. Wir versuchen es weiter; deine Antworten bleiben auf diesem Gerät.',
  'quiz.refused': ({ why }: { why: string }) =>
    `Diese Antwort ist nicht gespeichert: ${why}. Ändere sie.`,
  'quiz.partly': 'Nicht alles ist gespeichert. Prüf die rot markierte Antwort.',
  'quiz.noNumber': 'Diese Antwort ist nicht gespeichert: Sie ist keine Zahl wie 12 oder 3,14.',
  'quiz.notSaved': 'Nicht alles ist gespeichert. Prüf die Verbindung, und gib noch einmal ab.',
  'quiz.timeLeft': 'Restzeit:',
  'quiz.minutesLeft': counted('Weniger als eine Minute übrig', 'Weniger als # Minuten übrig'),
  'quiz.handIn': 'Abgeben',
  'quiz.handIn.title': 'Antworten abgeben?',
  'quiz.handIn.missing': counted(
    '1 Frage hat noch keine Antwort. Danach kannst du nichts mehr ändern.',
    '# Fragen haben noch keine Antwort. Danach kannst du nichts mehr ändern.',
    'Alle Fragen haben eine Antwort. Danach kannst du nichts mehr ändern.',
  ),
  'attempt.all': 'Deine Versuche',
  'attempt.number': ({ number }: { number: number }) => `Versuch ${number}`,
  'attempt.waiting': 'Wird bewertet',
  'attempt.passed.text': 'Du hast bestanden. Gut gemacht!',
  'attempt.notPassed.text': 'Diesmal hat es noch nicht gereicht.',
  'attempt.open.text': 'Dieser Versuch ist noch nicht zu Ende.',
  'attempt.graded.text': 'Dieser Versuch ist bewertet.',
  'attempt.waiting.text': 'Jemand bewertet es. Das Ergebnis siehst du dann hier.',
  'attempt.returned.text': 'Du hast es zurückbekommen und kannst es noch einmal versuchen.',
  'attempt.points': (of, f) => `${f.number(of.points)} von ${f.number(of.maxPoints)} Punkten`,
  'attempt.comment': 'Rückmeldung:',
  'attempt.late': 'Nicht angenommen: zu spät',
  'attempt.late.text':
    'Diese Antworten kamen nicht rechtzeitig an und zählen nicht. Sie sind nur auf diesem ' +
    'Gerät. Lag es an der Verbindung, dann kopiere sie, und sag es deiner Lehrkraft.',
  'attempt.forget': 'Diese Antworten verwerfen',
  'attempt.forget.ask':
    'Sie sind nirgendwo sonst gespeichert. Kopiere sie vorher, wenn du sie brauchst.',
  'attempt.yours': 'Deine Antwort',
  'attempt.right': 'Richtige Antwort',
  'assignment.rules': 'Gut zu wissen',
  'assignment.due': ({ instant }: { instant: string }) => `Fällig am ${instant}`,
  'assignment.late': 'Verspätete Abgaben werden angenommen und so gekennzeichnet',
  'assignment.person': 'Ein Mensch liest und bewertet deine Abgabe',
  'assignment.rubric': 'Worauf geachtet wird',
  'assignment.again': 'Noch einmal abgeben',
  'quiz.handIn.done': 'Abgegeben.',
  'assignment.left':
    'Das hast du getippt, aber nicht abgegeben. Es ist nur auf diesem Gerät gespeichert.',
  'assignment.closed': 'Die Frist ist abgelaufen. Du kannst nichts mehr abgeben.',
  'assignment.text': 'Dein Text',
  'assignment.markdown':
    'Du kannst Markdown verwenden. Dein Text bleibt auf diesem Gerät, bis du ihn abgibst.',
  'assignment.files': counted('Eine Datei', 'Bis zu # Dateien'),
  'assignment.types': ({ types }: { types: string }) => `Erlaubt: ${types}`,
  'assignment.takeOut': ({ name }: { name: string }) => `${name} entfernen`,
  'upload.leave': 'Dateien werden noch hochgeladen. Trotzdem verlassen?',
  'assignment.wasLate': 'Verspätet',
  'grades.own': 'Deine Noten',
  'grades.none': 'In diesem Kurs wird nichts bewertet.',
  'grades.accommodation': 'Du hast mehr Zeit oder Versuche als andere:',
  'grades.notTried': 'Noch nicht versucht',
  'value.excused': 'Befreit',
}
