export const certificate = {
  certificate: 'Certificate',
  heading: 'Certificate of Completion',
  beforeName: 'This certifies that',
  beforeCourse: 'has completed the course',
  completedOn: 'Completed on',
  minutes: 'Workload',
  grade: 'Grade',
  issuedBy: 'Issued by',
  issuedOn: 'Issued on',
  validUntil: 'Valid until',
  code: 'Verification code',
  verifyAt: 'Verify this certificate at',
}
