import { MAX_LIST } from '../../../schema/wire/event'

/** A list as a field of an event's `data`. If it is too long, it is left out and `truncated` says so. */
export const boundedList = (name: string, list: readonly unknown[]): Record<string, unknown> =>
  list.length <= MAX_LIST ? { [name]: list } : { truncated: true }
