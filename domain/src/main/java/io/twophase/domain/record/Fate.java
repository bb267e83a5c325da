package io.twophase.domain.record;

import io.twophase.domain.authorization.Captured;
import io.twophase.domain.transaction.CancelReason;
import io.vavr.control.Option;

/** What a decision says of one member. */
public record Fate(Kind kind, Option<CancelReason> reason, Captured moved) {
  public enum Kind {
    APPLIED,
    REFUSED,
    EXCLUDED,
    LEFT
  }

  public static final Fate APPLIED = new Fate(Kind.APPLIED, Option.none(), Captured.IN_FULL);
  public static final Fate LEFT = new Fate(Kind.LEFT, Option.none(), Captured.IN_FULL);

  public static Fate refused(CancelReason why) {
    return new Fate(Kind.REFUSED, Option.some(why), Captured.IN_FULL);
  }
}
