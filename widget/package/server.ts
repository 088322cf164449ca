/* A server has no elements to register: importing the package does nothing there. */

export const GuestItinerary = undefined
