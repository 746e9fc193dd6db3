export const page = {
  check: 'Verify a certificate',
  checkLead: 'Enter the code printed on the certificate, or choose its PDF.',
  code: 'Code on the certificate',
  codeHint: '17 letters and digits. Capitals, dashes and spaces do not matter.',
  submit: 'Verify',
  checkAnother: 'Verify another certificate',
  nameNotGiven: 'Name not given',

  valid: 'This certificate is valid',
  validNote: 'Issued by {issuer} and currently valid.',
  revoked: 'This certificate was revoked',
  revokedNote: '{issuer} declared it invalid on {date}.',
  superseded: 'This certificate was replaced',
  supersededNote: 'A newer certificate replaced it on {date}.',
  expired: 'This certificate has expired',
  expiredNote: 'It was valid until {date}.',
  toSuccessor: 'See the newer certificate',

  facts: 'Details of the certificate',
  verificationCode: 'Code',
  pdfHash: 'SHA-256 of the PDF',
  download: 'Download the PDF',
  credential: 'Open Badge (signed)',

  mistyped: 'This code was mistyped',
  mistypedNote: 'Compare it with the certificate again, character by character.',
  unknown: 'No certificate has this code',
  unknownNote:
    'We never issued this code. If it matches the certificate, the certificate is not ours.',
  unknownFile: 'This file is not one of our certificates',
  unknownFileNote:
    'It was changed after it was issued, or somebody else issued it. Enter the code printed on ' +
    'it to see what we issued.',
  overLimit: 'Too many checks',
  overLimitNote: 'Wait a minute, then try again.',
  unavailable: 'We cannot verify this right now',
  unavailableNote: 'The problem is on our side. Try again in a moment.',

  pdf: 'Do you have the PDF?',
  pdfLead: 'Drop it here, or choose it. It stays on your device: only its hash is compared.',
  choose: 'Choose a PDF',
  same: 'Unchanged: this file is exactly the certificate that was issued.',
  different: 'Different: this file is not the PDF that was issued with this code.',
  added:
    'Changed after signing: something was added to the certificate that was issued. Do not ' +
    'trust what it shows.',

  share: 'Share on LinkedIn',
  addToProfile: 'Add to your LinkedIn profile',
  copyLink: 'Copy link',
  copied: 'Copied',
  badge: 'Badge (PNG)',
  languages: 'Languages',
}
