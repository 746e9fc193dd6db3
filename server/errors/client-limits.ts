import { courseLimits } from '../../content/course-limits.ts'

/** Limits that a client can hit, except rates and sizes of files, which are settings. */
export const clientLimits = {
  /** Bytes of a body. */
  requestBytes: 64 * 1024,
  /** Bytes of a body with long texts: a million characters of any script, as JSON. */
  textBytes: 4 * 1024 * 1024,
  /** Bytes of all headers together. */
  headerBytes: 16 * 1024,
  /** Bytes of a course's zip, packed and unpacked. */
  zipBytes: 32_000_000,
  batchCalls: 10,
  ...courseLimits,
  uploadsOfCourse: 20,
  uploadsOfAccount: 50,
  /** Bytes of files that a learner hands in in a course. */
  submissionBytes: 500_000_000,
  apiKeys: 50,
  webhooks: 20,
  secondFactors: 10,
} as const
