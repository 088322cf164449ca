import { ERRORS, type Refusal } from '../errors'
import type { Answer } from './endpoint'

/** How a part of the service writes its successes and its refusals. */
export interface Dialect {
  success(answer: Answer<unknown>): unknown
  refusal(refusal: Refusal): unknown
}

/** `/api/*`: the envelope, whatever happens. */
export const envelope: Dialect = {
  success: ({ content, message }) => ({ content, errors: [], message, success: true }),
  refusal: ({ faults }) => ({
    content: {},
    errors: faults,
    message: ERRORS[faults[0].code].meaning,
    success: false,
  }),
}

/** `/admin/*` and everything else: the plain object, or the errors. */
export const plain: Dialect = {
  success: ({ content }) => content,
  refusal: ({ faults }) => ({ errors: faults }),
}
