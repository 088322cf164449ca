/* Servers have no custom elements: there the import does nothing. */

export const GuestItinerary = undefined
