package io.twophase.domain.account;

import io.twophase.domain.value.Fields;
import io.twophase.domain.value.Value;
import java.time.Instant;
import java.util.Optional;

/**
 * A change of whether a period takes new postings, while those that were begun are seen through. It
 * decides nothing: that a period is closed is decided by a transaction, which could wait for ever
 * if there were always one more posting.
 */
public enum PostingsChange {
  /** An open period takes no new postings from now on. */
  STOP,
  /** A period that is being closed takes postings again. */
  RESUME;

  /**
   * The fields of the period's document after it; none if the period is not in the state for it.
   *
   * @param at the time by the store's clock
   * @param why for people; what was said before is replaced
   */
  public Optional<Fields> of(Fields fields, Instant at, Optional<String> why) {
    boolean stops = this == STOP;
    boolean isInState = fields.get(Period.OPEN).equals(Optional.of(new Value.Bool(stops)));
    if (!isInState || (!stops && fields.has(Period.CLOSED))) {
      return Optional.empty();
    }
    Fields turned = fields.with(Period.OPEN, new Value.Bool(!stops));
    Fields changed =
        stops
            ? turned.with(Period.CLOSED_AT, new Value.Date(at.toEpochMilli()))
            : turned.without(Period.CLOSED_AT);
    return Optional.of(
        why.map(text -> changed.with(Period.REASON, new Value.Text(text)))
            .orElseGet(() -> changed.without(Period.REASON)));
  }
}
