import type { ErrorTexts } from '../error-texts.ts'

export const errors: ErrorTexts = {
  'error.unknown': 'Une erreur est survenue. Réessayez. Si cela se reproduit, prévenez l’école.',
  'error.retryIn': ({ seconds }, f) =>
    f.plural(seconds, {
      one: `Réessayez dans ${seconds} seconde.`,
      other: `Réessayez dans ${seconds} secondes.`,
    }),
  'issue.required': 'Veuillez remplir ce champ.',
  'issue.type': 'Cette valeur ne convient pas ici.',
  'issue.enum': 'Ce n’est pas un des choix possibles.',
  'issue.minLength': ({ limit }) => `Au moins ${limit} caractères, s’il vous plaît.`,
  'issue.maxLength': ({ limit }) => `Au plus ${limit} caractères, s’il vous plaît.`,
  'issue.minItems': ({ limit }) => `Choisissez-en au moins ${limit}.`,
  'issue.maxItems': ({ limit }) => `Choisissez-en au plus ${limit}.`,
  'issue.minimum': ({ limit }) => `Au moins ${limit}, s’il vous plaît.`,
  'issue.maximum': ({ limit }) => `Au plus ${limit}, s’il vous plaît.`,
  'issue.email': 'Ce n’est pas une adresse e-mail.',
  'issue.url': 'Ce n’est pas une adresse web.',
  'issue.date': 'Ce n’est pas une date.',
  'issue.maxLines': ({ limit }) => `${limit} lignes au plus.`,
  'issue.taxNumber':
    'Ce numéro fiscal n’est pas valable. Vérifiez-le, et commencez par le pays, par exemple DE.',
  'issue.ambiguous': 'Pas encore enregistré. Quel nombre voulez-vous dire ?',
  'issue.other': 'Il reste quelque chose à corriger :',
  'error.NetworkError': 'L’école est injoignable. Vérifiez votre connexion.',
  'error.Timeout': 'L’école n’a pas répondu à temps. Réessayez.',
  'error.UnexpectedAnswer': 'La réponse ne venait pas de l’école. Vérifiez votre connexion.',
  'error.RateLimited': 'Trop d’essais en peu de temps.',
  'error.ServiceUnavailable': 'L’école ne peut pas répondre pour le moment.',
  'error.InvalidCredentials': 'E-mail ou mot de passe incorrect.',
  'error.TokenMissing': 'Veuillez vous connecter.',
  'error.TokenInvalid': 'Votre session a expiré. Veuillez vous reconnecter.',
  'error.TokenExpired': 'Votre session a expiré. Veuillez vous reconnecter.',
  'error.WrongSecondFactor': 'Ce code est faux ou a déjà été utilisé. Essayez avec le suivant.',
  'error.passkey': 'Votre appareil n’a pas confirmé la clé d’accès. Réessayez.',
  'error.SecondFactorMissing':
    'Votre rôle exige la connexion en deux étapes. Configurez-la dans votre compte.',
  'error.SecondFactorExists': 'Vous l’avez déjà.',
  'error.TooManySecondFactors':
    'Vous ne pouvez pas en ajouter davantage. Supprimez-en une d’abord.',
  'error.Forbidden': 'Votre compte n’y est pas autorisé.',
  'error.TermsNotAccepted':
    'Veuillez lire les conditions d’utilisation et les accepter pour continuer.',
  'error.PriceChanged': 'Un prix a augmenté. Vérifiez le nouveau total avant de continuer.',
  'error.PrerequisiteMissing': 'Ce cours en exige d’autres. Terminez-les d’abord.',
  'error.EnrollmentNotOpen': 'Ce cours n’accepte pas d’inscriptions en ce moment.',
  'error.NameNotPrintable':
    'Votre nom ne peut pas être imprimé. Choisissez-en un autre pour les certificats dans votre profil.',
  'error.NotRenewable': 'Ce certificat ne peut pas être renouvelé pour le moment.',
  'error.SignInExpired': 'Cette connexion a expiré. Veuillez recommencer.',
  'error.SignInRefused':
    'L’autre service ne vous a pas connecté. Réessayez, ou connectez-vous autrement.',
  'error.LinkRequired':
    'Vous avez déjà un compte avec cette adresse. Connectez-vous comme d’habitude, puis ajoutez l’autre façon dans votre compte.',
  'error.ProviderUnavailable':
    'L’autre service ne répond pas. Réessayez dans un instant, ou connectez-vous autrement.',
  'error.EmailNotVerified': 'Veuillez d’abord confirmer votre adresse e-mail.',
  'error.AccountSuspended': 'Ce compte est suspendu. Veuillez contacter l’école.',
  'error.WrongPassword': 'Ce n’est pas votre mot de passe. Réessayez.',
  'error.PasswordNotSet':
    'Votre compte n’a pas encore de mot de passe. Demandez plutôt un code par e-mail.',
  'error.CourseNotCompleted': 'Vous n’avez pas encore terminé toutes les leçons.',
  'error.LessonLocked': 'Cette leçon n’est pas encore ouverte.',
  'error.SeatsTaken': ({ taken }, f) =>
    `Places prises : ${f.number(taken)}. Prévoyez-en au moins autant, ou libérez-en d’abord.`,
  'error.CoursePaidFor': 'Ce cours a été payé : un remboursement met fin à l’accès.',
  'error.DraftOpen': 'Un brouillon serait perdu. Publiez-le ou supprimez-le d’abord.',
  'error.ManagedElsewhere':
    'Les leçons de ce cours viennent d’un dossier ou d’un dépôt. Modifiez-les là-bas.',
  'error.IdempotencyKeyInUse':
    'C’est déjà en cours. Attendez un instant, puis regardez de nouveau.',
  'error.EventsForgotten': 'Ces événements sont déjà supprimés : ils sont conservés 90 jours.',
  'issue.weakPassword':
    'Ce mot de passe est facile à deviner. Prenez quelques mots sans rapport entre eux.',
  'error.SessionChanged': 'Quelqu’un d’autre s’est connecté entre-temps. Rechargez la page.',
  'error.MissingFields': 'Il manque quelque chose.',
  'error.InvalidFields': 'Quelque chose est à corriger. Vérifiez vos réponses.',
  'error.ReadOnly':
    'L’école est en cours de vérification et ne peut rien modifier. Réessayez plus tard.',
  'error.InternalError': 'Une erreur est survenue de notre côté. Réessayez.',
  'error.SecondFactorRequired':
    'Saisissez le code de votre application, ou utilisez votre clé d’accès.',
  'error.SecondFactorNotFound': 'Cela n’existe plus. Rechargez la page.',
  'error.NotFound': 'Il n’y a rien à cette adresse.',
  'error.PayloadTooLarge': 'C’est trop long. Raccourcissez-le.',
  'error.FileTooLarge':
    'Ce fichier est trop volumineux. Réduisez-le, ou mettez un lien vers un autre endroit.',
  'error.FileMismatch': 'Le fichier n’est pas arrivé intact. Envoyez-le de nouveau.',
  'error.ProviderEmailNotVerified':
    'L’autre service n’a pas confirmé votre adresse e-mail. Créez d’abord un compte avec un mot de passe.',
  'error.ProviderNotFound': 'Cette façon de se connecter n’existe pas.',
  'error.InvalidCode':
    'Ce code est faux, déjà utilisé ou expiré. Vérifiez-le, ou demandez-en un nouveau.',
  'error.DuplicateEmail':
    'Il existe déjà un compte avec cette adresse. Connectez-vous, ou choisissez un nouveau mot de passe.',
  'error.IdentityInUse': 'Un autre compte se connecte déjà ainsi.',
  'error.IdentityNotFound': 'Votre compte n’utilise plus cette façon de se connecter.',
  'error.LastSignInMethod':
    'C’est votre seule façon de vous connecter. Choisissez d’abord un mot de passe.',
  'error.SessionNotFound': 'Cette session est déjà terminée.',
  'error.CourseNotFound': 'Ce cours n’existe pas.',
  'error.CourseFull': 'Toutes les places de ce cours sont prises.',
  'error.CourseLeft': 'Vous avez quitté ce cours. Revenez-y : c’est gratuit.',
  'error.AlreadyEnrolled': 'Vous suivez déjà ce cours.',
  'error.NotEnrolled': 'Vous ne suivez pas ce cours.',
  'error.CouponNotFound': 'Ce code promo n’existe pas. Vérifiez-le.',
  'error.CouponExpired': 'Ce code promo n’est pas valable en ce moment.',
  'error.CouponUsedUp': 'Ce code promo est épuisé.',
  'error.CouponNotApplicable': 'Ce code promo ne s’applique pas à ces cours.',
  'error.TransactionNotFound': 'Cet achat n’existe pas.',
  'error.TransactionNotPaid': 'Rien n’a été payé pour cet achat.',
  'error.LessonNotFound': 'Cette leçon n’existe pas.',
  'error.ThreadNotFound': 'Cette question n’existe pas, ou vous ne pouvez pas la voir.',
  'error.PostNotFound': 'Ce message n’est plus là. Rechargez la page.',
  'error.QuestionsClosed': 'Vous ne pouvez pas encore poser de question sur cette leçon.',
  'error.ThreadClosed': 'Cette question ne prend plus de réponses. Posez-en une nouvelle.',
  'error.NeedsCourse': 'C’est un cours d’un programme : terminez-le, et l’étape sera faite.',
  'error.NeedsPass': 'Cette leçon se termine par la réussite de son quiz ou de son devoir.',
  'error.NotWatched': 'Regardez d’abord la plus grande partie de la vidéo.',
  'error.WatchedTooFast':
    'Une telle part de la vidéo n’a pas encore pu être lue. Continuez à regarder.',
  'error.MediaAddressExpired': 'Cette adresse a expiré. Rechargez la leçon.',
  'error.MediaNotFound': 'Ce fichier n’existe plus. Rechargez la leçon.',
  'error.FlawNotFound': 'Ce signalement n’existe plus.',
  'error.NoteNotFound': 'Cette annotation n’existe plus.',
  'error.NotificationNotFound': 'Cette notification n’existe plus.',
  'error.TooManyNotes':
    'Un cours contient au plus 500 annotations et signets. Supprimez-en d’abord.',
  'error.AttemptNotFound': 'Cet essai n’existe pas.',
  'error.AttemptOver': 'Cet essai est terminé. Ce qui était enregistré a été rendu.',
  'error.AttemptsUsedUp': 'Vous n’avez plus d’essai pour cette leçon.',
  'error.AttemptTooSoon': 'Il faut encore attendre un peu avant le prochain essai.',
  'error.SubmissionNotFound': 'Ce travail n’existe pas.',
  'error.SubmissionWaiting':
    'Votre dernier travail est en cours de correction. Attendez le résultat.',
  'error.AssignmentClosed': 'La date limite de ce devoir est passée.',
  'error.CertificateNotFound': 'Ce certificat n’existe pas.',
  'error.CertificateRevoked': 'Ce certificat a été révoqué. Il n’y en aura pas de nouveau.',
  'error.CertificateUnchanged': 'Le certificat porte déjà votre nom.',
  'error.CertificateNotOffered':
    'Ce certificat ne peut pas aller dans un portefeuille : il n’est plus valable, ou votre nom n’est pas encore confirmé.',
  'error.EvidenceNotKept':
    'Pour ce certificat, rien n’a été conservé sur la façon dont il a été obtenu.',
  'error.VersionChanged': 'Il existe entre-temps une version encore plus récente. Consultez-la.',
  'error.CannotMove': 'Vous ne pouvez pas passer à cette version.',
  'error.FileNotFound': 'Ce fichier n’existe pas.',
  'error.UploadNotFound': 'Cet envoi a expiré. Recommencez-le.',
  'error.TooManyUploads':
    'Trop de fichiers sont en cours d’envoi. Attendez que quelques-uns soient terminés.',
  'error.CourseFilesFull':
    'Les fichiers prennent trop de place. Retirez-en, ou prenez-en de plus petits.',
  'error.UserNotFound': 'Ce compte n’existe pas.',
  'error.AccessEnded': 'Cet accès a pris fin. Inscrivez de nouveau le compte.',
}
