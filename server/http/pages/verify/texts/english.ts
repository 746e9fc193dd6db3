/** What the pages say. `{…}` is filled in. */
export const english = {
  check: 'Check a certificate',
  checkLead: 'Type the code that stands on the certificate, or choose its PDF.',
  code: 'Code on the certificate',
  codeHint: '17 letters and digits. Capitals, dashes and spaces do not matter.',
  submit: 'Check',
  checkAnother: 'Check another certificate',

  valid: 'This certificate is valid',
  validNote: '{issuer} issued it, and it holds.',
  revoked: 'This certificate was revoked',
  revokedNote: '{issuer} declared it void on {date}.',
  superseded: 'This certificate was replaced',
  supersededNote: 'A newer one has taken its place since {date}.',
  toSuccessor: 'See the newer certificate',

  certificate: 'Certificate of completion',
  completed: 'completed the course',
  facts: 'What the certificate says',
  completedOn: 'Completed on',
  time: 'Time of the course',
  issuedBy: 'Issued by',
  issuedOn: 'Issued on',
  verificationCode: 'Code',
  pdfHash: 'SHA-256 of the PDF',
  download: 'Download the PDF',
  credential: 'Open Badge (signed)',

  mistyped: 'This code was mistyped',
  mistypedNote: 'Compare it with the certificate once more, symbol by symbol.',
  unknown: 'No certificate has this code',
  unknownNote:
    'It was never given out here. If it is typed as it stands on the certificate, the certificate is not from us.',
  unknownFile: 'This file is none of our certificates',
  unknownFileNote:
    'It was changed since it was issued, or issued by somebody else. Type the code that stands on it to see what we issued.',
  overLimit: 'Too many checks',
  overLimitNote: 'Wait a minute, then try again.',
  unavailable: 'This cannot be checked right now',
  unavailableNote: 'The fault is ours. Try again in a moment.',

  pdf: 'Have you got the PDF?',
  pdfLead: 'Drop it here, or choose it. It stays on your device: only its fingerprint is compared.',
  choose: 'Choose a PDF',
  same: 'Unchanged: this file is exactly the certificate that was issued.',
  different: 'Not the same: this file is not the PDF that was issued with this code.',
}

export type VerifyTexts = Record<keyof typeof english, string>
