// Generated from server/router.ts by `npm run generate`. Do not edit.

import type { InputFields } from '../forms/input-field.ts'

/** The fields of the input of each mutation but staff's, by its name. */
export const ownInputs: { readonly [operation: string]: InputFields } = {
  'setup.claim': {
    token: {"type":"text","isNeeded":true,"minLength":1,"maxLength":200},
  },
  'auth.register': {
    email: {"type":"text","isNeeded":true,"maxLength":254,"pattern":"^[\\s<\"']*(mailto:)?([\\w'+-]+(\\.[\\w'+-]+)*@([A-Za-z0-9-]+\\.)+[A-Za-z0-9-]{2,}|\\S*[^\\s!-~]\\S*)[\\s>\"'.,;]*$"},
    password: {"type":"text","isNeeded":true,"minLength":8,"maxLength":256},
    name: {"type":"text","minLength":0,"maxLength":120,"pattern":"^\\s*.*\\s*$"},
    acceptedTerms: {"type":"text","minLength":1,"maxLength":40},
  },
  'auth.login': {
    email: {"type":"text","isNeeded":true,"maxLength":1000},
    password: {"type":"text","isNeeded":true,"maxLength":1024},
  },
  'auth.verifyEmail': {
    email: {"type":"text","isNeeded":true,"maxLength":254,"pattern":"^[\\s<\"']*(mailto:)?([\\w'+-]+(\\.[\\w'+-]+)*@([A-Za-z0-9-]+\\.)+[A-Za-z0-9-]{2,}|\\S*[^\\s!-~]\\S*)[\\s>\"'.,;]*$"},
    code: {"type":"text","isNeeded":true,"maxLength":100,"pattern":"^\\W*(\\d\\W*){8}$"},
    password: {"type":"text","maxLength":1024},
  },
  'auth.resendVerification': {
    email: {"type":"text","isNeeded":true,"maxLength":254,"pattern":"^[\\s<\"']*(mailto:)?([\\w'+-]+(\\.[\\w'+-]+)*@([A-Za-z0-9-]+\\.)+[A-Za-z0-9-]{2,}|\\S*[^\\s!-~]\\S*)[\\s>\"'.,;]*$"},
  },
  'auth.acceptAccount': {
    token: {"type":"text","isNeeded":true,"minLength":1,"maxLength":200},
    newPassword: {"type":"text","isNeeded":true,"minLength":8,"maxLength":256},
  },
  'auth.forgotPassword': {
    email: {"type":"text","isNeeded":true,"maxLength":254,"pattern":"^[\\s<\"']*(mailto:)?([\\w'+-]+(\\.[\\w'+-]+)*@([A-Za-z0-9-]+\\.)+[A-Za-z0-9-]{2,}|\\S*[^\\s!-~]\\S*)[\\s>\"'.,;]*$"},
  },
  'auth.resetPassword': {
    email: {"type":"text","isNeeded":true,"maxLength":254,"pattern":"^[\\s<\"']*(mailto:)?([\\w'+-]+(\\.[\\w'+-]+)*@([A-Za-z0-9-]+\\.)+[A-Za-z0-9-]{2,}|\\S*[^\\s!-~]\\S*)[\\s>\"'.,;]*$"},
    otp: {"type":"text","isNeeded":true,"maxLength":100,"pattern":"^\\W*(\\d\\W*){8}$"},
    newPassword: {"type":"text","isNeeded":true,"minLength":8,"maxLength":256},
    unlinkIdentities: {"type":"flag"},
  },
  'auth.logout': {
  },
  'auth.logoutEverywhere': {
  },
  'auth.startOAuth': {
    provider: {"type":"text","isNeeded":true,"maxLength":100},
    returnUrl: {"type":"text","maxLength":2000},
    acceptedTerms: {"type":"text","minLength":1,"maxLength":40},
  },
  'auth.finishOAuth': {
    provider: {"type":"text","isNeeded":true,"maxLength":100},
    state: {"type":"text","isNeeded":true,"minLength":1,"maxLength":500},
    code: {"type":"text","isNeeded":true,"minLength":1,"maxLength":8000},
    iss: {"type":"text","minLength":1,"maxLength":2000},
  },
  'auth.exchangeOAuth': {
    signInCode: {"type":"text","isNeeded":true,"minLength":1,"maxLength":200},
    codeVerifier: {"type":"text","pattern":"^[\\w.~-]{43,128}$"},
  },
  'auth.secondFactor': {
    challenge: {"type":"text","isNeeded":true,"minLength":20,"maxLength":4000},
    code: {"type":"text","minLength":1,"maxLength":40},
    passkey: {"type":"object","fields":{"id":{"type":"text","isNeeded":true,"minLength":1,"maxLength":8000},"rawId":{"type":"text","isNeeded":true,"minLength":1,"maxLength":8000},"type":{"type":"text","isNeeded":true},"response":{"type":"object","isNeeded":true,"fields":{"clientDataJSON":{"type":"text","isNeeded":true,"minLength":1,"maxLength":8000},"authenticatorData":{"type":"text","isNeeded":true,"minLength":1,"maxLength":8000},"signature":{"type":"text","isNeeded":true,"minLength":1,"maxLength":8000}}},"clientExtensionResults":{"type":"object","fields":{}}}},
  },
  'me.update': {
    name: {"type":"text","minLength":1,"maxLength":120,"pattern":"^\\s*\\S.*\\s*$"},
    certificateName: {"type":"text","isNullable":true,"minLength":1,"maxLength":120,"pattern":"^\\s*\\S.*\\s*$"},
    language: {"type":"text","values":["en","de"]},
    timeZone: {"type":"text","isNullable":true,"maxLength":64},
    newsByMail: {"type":"text","values":["at-once","daily","none"]},
    announcementsByMail: {"type":"flag"},
    remindersByMail: {"type":"flag"},
  },
  'me.changePassword': {
    currentPassword: {"type":"text","isNeeded":true,"maxLength":1024},
    newPassword: {"type":"text","isNeeded":true,"minLength":8,"maxLength":256},
  },
  'me.requestEmailChange': {
    newEmail: {"type":"text","isNeeded":true,"maxLength":254,"pattern":"^[\\s<\"']*(mailto:)?([\\w'+-]+(\\.[\\w'+-]+)*@([A-Za-z0-9-]+\\.)+[A-Za-z0-9-]{2,}|\\S*[^\\s!-~]\\S*)[\\s>\"'.,;]*$"},
    password: {"type":"text","isNeeded":true,"maxLength":1024},
  },
  'me.confirmEmailChange': {
    oldCode: {"type":"text","isNeeded":true,"maxLength":100,"pattern":"^\\W*(\\d\\W*){8}$"},
    newCode: {"type":"text","isNeeded":true,"maxLength":100,"pattern":"^\\W*(\\d\\W*){8}$"},
  },
  'me.endSession': {
    sessionId: {"type":"text","isNeeded":true,"maxLength":100},
  },
  'me.requestErasureCode': {
  },
  'me.erase': {
    password: {"type":"text","maxLength":1024},
    code: {"type":"text","maxLength":100,"pattern":"^\\W*(\\d\\W*){8}$"},
  },
  'me.requestSignInCode': {
  },
  'me.startLink': {
    provider: {"type":"text","isNeeded":true,"maxLength":100},
    returnUrl: {"type":"text","maxLength":2000},
    password: {"type":"text","maxLength":1024},
    code: {"type":"text","maxLength":100,"pattern":"^\\W*(\\d\\W*){8}$"},
  },
  'me.finishLink': {
    provider: {"type":"text","isNeeded":true,"maxLength":100},
    state: {"type":"text","isNeeded":true,"minLength":1,"maxLength":500},
    code: {"type":"text","isNeeded":true,"minLength":1,"maxLength":8000},
    iss: {"type":"text","minLength":1,"maxLength":2000},
  },
  'me.unlink': {
    identityId: {"type":"text","isNeeded":true,"maxLength":100},
    password: {"type":"text","maxLength":1024},
    code: {"type":"text","maxLength":100,"pattern":"^\\W*(\\d\\W*){8}$"},
  },
  'me.startTotp': {
    password: {"type":"text","maxLength":1024},
    code: {"type":"text","maxLength":100,"pattern":"^\\W*(\\d\\W*){8}$"},
  },
  'me.confirmTotp': {
    ticket: {"type":"text","isNeeded":true,"minLength":20,"maxLength":4000},
    name: {"type":"text","isNeeded":true,"minLength":1,"maxLength":60},
    code: {"type":"text","isNeeded":true,"minLength":1,"maxLength":20},
  },
  'me.startPasskey': {
    password: {"type":"text","maxLength":1024},
    code: {"type":"text","maxLength":100,"pattern":"^\\W*(\\d\\W*){8}$"},
  },
  'me.confirmPasskey': {
    ticket: {"type":"text","isNeeded":true,"minLength":20,"maxLength":4000},
    name: {"type":"text","isNeeded":true,"minLength":1,"maxLength":60},
    passkey: {"type":"object","isNeeded":true,"fields":{"id":{"type":"text","isNeeded":true,"minLength":1,"maxLength":8000},"rawId":{"type":"text","isNeeded":true,"minLength":1,"maxLength":8000},"type":{"type":"text","isNeeded":true},"response":{"type":"object","isNeeded":true,"fields":{"clientDataJSON":{"type":"text","isNeeded":true,"minLength":1,"maxLength":8000},"attestationObject":{"type":"text","isNeeded":true,"minLength":1,"maxLength":8000}}},"clientExtensionResults":{"type":"object","fields":{}}}},
  },
  'me.makeRecoveryCodes': {
    password: {"type":"text","maxLength":1024},
    code: {"type":"text","maxLength":100,"pattern":"^\\W*(\\d\\W*){8}$"},
  },
  'me.removeSecondFactor': {
    factorId: {"type":"text","isNeeded":true,"maxLength":100},
    password: {"type":"text","maxLength":1024},
    code: {"type":"text","maxLength":100,"pattern":"^\\W*(\\d\\W*){8}$"},
  },
  'me.leaveCourse': {
    courseId: {"type":"text","isNeeded":true,"maxLength":100},
  },
  'me.renewCourse': {
    courseId: {"type":"text","isNeeded":true,"maxLength":100},
    dryRun: {"type":"flag","default":false},
  },
  'me.returnToCourse': {
    courseId: {"type":"text","isNeeded":true,"maxLength":100},
  },
  'me.makeCalendarKey': {
    password: {"type":"text","maxLength":1024},
    code: {"type":"text","maxLength":100,"pattern":"^\\W*(\\d\\W*){8}$"},
  },
  'me.revokeCalendarKey': {
  },
  'me.takeNewerVersion': {
    courseId: {"type":"text","isNeeded":true,"maxLength":100},
    version: {"type":"number","minimum":1,"maximum":2147483647,"isWhole":true},
    dryRun: {"type":"flag","default":false},
  },
  'me.updateTeacher': {
    courseId: {"type":"text","isNeeded":true,"maxLength":100},
    shown: {"type":"flag"},
    biography: {"type":"text","isNullable":true,"minLength":1,"maxLength":1000},
    picture: {"type":"text","isNullable":true,"maxLength":133434,"pattern":"^data:image\\/(png|jpeg|webp);base64,[A-Za-z0-9+/]+={0,2}$"},
  },
  'me.readNotification': {
    notificationId: {"type":"text","isNeeded":true,"maxLength":100},
    older: {"type":"flag","default":false},
  },
  'cart.add': {
    courseId: {"type":"text","isNeeded":true},
  },
  'cart.remove': {
    courseId: {"type":"text","isNeeded":true,"maxLength":100},
  },
  'cart.setCoupon': {
    couponCode: {"type":"text","isNeeded":true,"minLength":1,"maxLength":100},
  },
  'cart.removeCoupon': {
  },
  'coupons.quote': {
    couponCode: {"type":"text","isNeeded":true,"minLength":1,"maxLength":100},
    courseIds: {"type":"list","item":{"type":"text","isNeeded":true},"minItems":1,"maxItems":100},
  },
  'transactions.create': {
    courseIds: {"type":"list","item":{"type":"text","isNeeded":true},"minItems":1,"maxItems":100},
    couponCode: {"type":"text","minLength":1,"maxLength":100},
    acceptedTerms: {"type":"text","minLength":1,"maxLength":40},
    returnUrl: {"type":"text","maxLength":2000},
    expectedTotal: {"type":"object","fields":{"amount":{"type":"number","isNeeded":true,"minimum":0,"maximum":9007199254740991,"isWhole":true},"currency":{"type":"text","isNeeded":true,"pattern":"^[A-Z]{3}$"}}},
  },
  'transactions.setBilling': {
    company: {"type":"text","isNeeded":true,"isNullable":true,"minLength":1,"maxLength":200},
    address: {"type":"text","isNullable":true,"maxLength":600},
    taxNumber: {"type":"text","isNullable":true,"maxLength":60,"pattern":"\\d"},
  },
  'progress.update': {
    lessonId: {"type":"text","isNeeded":true},
    percent: {"type":"number","minimum":0,"maximum":100,"isWhole":true},
    completed: {"type":"flag"},
    positionSeconds: {"type":"number","minimum":0,"maximum":1000000,"isWhole":true},
    watched: {"type":"list","item":{"type":"list","isNeeded":true,"item":{"type":"other","isNeeded":true},"minItems":2,"maxItems":2},"maxItems":100},
  },
  'progress.batch': {
    sentAt: {"type":"instant","isNeeded":true},
    events: {"type":"list","isNeeded":true,"item":{"type":"object","isNeeded":true,"fields":{"id":{"type":"text","isNeeded":true},"at":{"type":"instant","isNeeded":true},"lessonId":{"type":"text","isNeeded":true},"percent":{"type":"number","minimum":0,"maximum":100,"isWhole":true},"completed":{"type":"flag"},"positionSeconds":{"type":"number","minimum":0,"maximum":1000000,"isWhole":true},"watched":{"type":"list","item":{"type":"list","isNeeded":true,"item":{"type":"other","isNeeded":true},"minItems":2,"maxItems":2},"maxItems":100}}},"minItems":1,"maxItems":500},
  },
  'certificates.issue': {
    courseId: {"type":"text","isNeeded":true,"maxLength":100},
  },
  'certificates.reissue': {
    code: {"type":"text","isNeeded":true,"maxLength":100},
  },
  'certificates.offer': {
    code: {"type":"text","isNeeded":true,"maxLength":100},
  },
  'flaws.report': {
    lessonId: {"type":"text","isNeeded":true,"maxLength":100},
    kind: {"type":"text","isNeeded":true,"values":["typo","wrong-answer","broken-link","unclear","other"]},
    text: {"type":"text","minLength":1,"maxLength":1000},
    quote: {"type":"text","minLength":1,"maxLength":500},
    seconds: {"type":"number","minimum":0,"maximum":86400,"isWhole":true},
    attemptId: {"type":"text"},
    position: {"type":"number","minimum":0,"maximum":99,"isWhole":true},
  },
  'flaws.withdraw': {
    reportId: {"type":"text","isNeeded":true,"maxLength":100},
  },
  'notes.save': {
    noteId: {"type":"text","isNeeded":true,"maxLength":100},
    lessonId: {"type":"text","isNeeded":true},
    text: {"type":"text","isNullable":true,"minLength":1,"maxLength":4000},
    quote: {"type":"text","isNullable":true,"minLength":1,"maxLength":500},
    prefix: {"type":"text","isNullable":true,"maxLength":100},
    suffix: {"type":"text","isNullable":true,"maxLength":100},
    seconds: {"type":"number","isNullable":true,"minimum":0,"maximum":86400,"isWhole":true},
  },
  'notes.delete': {
    noteId: {"type":"text","isNeeded":true,"maxLength":100},
  },
  'threads.ask': {
    lessonId: {"type":"text","isNeeded":true,"maxLength":100},
    text: {"type":"text","isNeeded":true,"minLength":1,"maxLength":4000},
  },
  'threads.answer': {
    threadId: {"type":"text","isNeeded":true,"maxLength":100},
    text: {"type":"text","isNeeded":true,"minLength":1,"maxLength":4000},
  },
  'threads.accept': {
    threadId: {"type":"text","isNeeded":true,"maxLength":100},
    answerId: {"type":"text","isNeeded":true,"isNullable":true},
  },
  'threads.report': {
    threadId: {"type":"text","isNeeded":true,"maxLength":100},
    postId: {"type":"text","isNeeded":true,"maxLength":100},
    reason: {"type":"text","isNeeded":true,"values":["rude","advertising","personal","solution"]},
  },
  'attempts.start': {
    lessonId: {"type":"text","isNeeded":true,"maxLength":100},
  },
  'attempts.save': {
    attemptId: {"type":"text","isNeeded":true,"maxLength":100},
    answers: {"type":"list","isNeeded":true,"item":{"type":"object","isNeeded":true,"fields":{"position":{"type":"number","isNeeded":true,"minimum":0,"maximum":99,"isWhole":true},"answer":{"type":"object","isNeeded":true,"isNullable":true,"fields":{"type":{"type":"text","isNeeded":true}}},"number":{"type":"number","minimum":0,"maximum":1000000000000000,"isWhole":true}}},"minItems":1,"maxItems":100},
  },
  'attempts.submit': {
    attemptId: {"type":"text","isNeeded":true,"maxLength":100},
  },
  'submissions.create': {
    lessonId: {"type":"text","isNeeded":true,"maxLength":100},
    text: {"type":"text","isNullable":true,"minLength":1,"maxLength":50000},
    uploadIds: {"type":"list","item":{"type":"text","isNeeded":true},"maxItems":20},
  },
  'submissions.startUpload': {
    lessonId: {"type":"text","isNeeded":true,"maxLength":100},
    name: {"type":"text","isNeeded":true,"minLength":1,"maxLength":200,"pattern":"^[^/\\\\]*\\S[^/\\\\]*$"},
    bytes: {"type":"number","isNeeded":true,"minimum":1,"maximum":5000000000000,"isWhole":true},
    type: {"type":"text","default":"","maxLength":200,"pattern":"^[\\w.+/;= \"-]*$"},
    sha256: {"type":"text","isNeeded":true,"pattern":"^[0-9a-fA-F]{64}$"},
  },
  'submissions.finishUpload': {
    lessonId: {"type":"text","isNeeded":true,"maxLength":100},
    uploadId: {"type":"text","isNeeded":true,"maxLength":100},
  },
  'submissions.cancelUpload': {
    lessonId: {"type":"text","isNeeded":true,"maxLength":100},
    uploadId: {"type":"text","isNeeded":true,"maxLength":100},
  },
  'submissions.addComment': {
    text: {"type":"text","isNeeded":true,"minLength":1,"maxLength":2000},
  },
  'submissions.removeComment': {
    commentId: {"type":"text","isNeeded":true,"maxLength":100},
  },
}
