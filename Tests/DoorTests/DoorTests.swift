import Testing

/// The door from outside: built programs, real sockets, a real browser.
///
/// One after another: some count memory or lines of a log, and two cores are soon busy.
@Suite(.serialized) struct DoorTests {}
