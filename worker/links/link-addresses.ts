import { calendar } from '../api/partner-itinerary/calendar'

/** Where a link opens: on the hotel's own page if its template says so, else on ours; and as a calendar. */
export const linkAddresses = (token: string, urlTemplate: string, publicUrl: string) => ({
  url: fillTemplate(urlTemplate || `${publicUrl}/itinerary/{token}`, token),
  calendarUrl: fillTemplate(publicUrl + calendar.contract.path, token),
})

/** A token is made of characters that are the same in every part of an address. */
const fillTemplate = (template: string, token: string) => template.replaceAll('{token}', token)
