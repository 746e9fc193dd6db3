import { courseLimits } from '../../content/course-limits.ts'

/** The limits that a client can hit, except rates and the sizes of files: those are settings. */
export const clientLimits = {
  /** Of a body. */
  requestBytes: 64 * 1024,
  /** Of a body where long texts are written: a million characters of any script, as JSON. */
  textBytes: 4 * 1024 * 1024,
  /** Of all headers together. */
  headerBytes: 16 * 1024,
  /** Of the zip of a course, packed and unpacked. */
  zipBytes: 32_000_000,
  batchCalls: 10,
  ...courseLimits,
  uploadsOfCourse: 20,
  uploadsOfAccount: 50,
  /** Of files that one learner hands in in a course. */
  submissionBytes: 500_000_000,
  apiKeys: 50,
  webhooks: 20,
  secondFactors: 10,
} as const
