import { calendar } from './calendar'

/** Where a link opens: on the hotel's own page if its template says so, else on ours; and as a calendar. */
export const addressesOf = (token: string, urlTemplate: string, publicUrl: string) => ({
  url: filled(urlTemplate || `${publicUrl}/itinerary/{token}`, token),
  calendarUrl: filled(publicUrl + calendar.contract.path, token),
})

/** A token is made of characters that are the same in every part of an address. */
const filled = (template: string, token: string) => template.replaceAll('{token}', token)
