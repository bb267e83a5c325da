package io.twophase.planted.writes.app.audit;

import io.twophase.planted.writes.ports.PeriodRepository;

/** Keeps postings out of a period that it has read. */
final class StopsPostings {

  String stop(PeriodRepository periods) {
    return periods.stopPostings(periods.names());
  }
}
