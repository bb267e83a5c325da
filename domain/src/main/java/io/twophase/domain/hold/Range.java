package io.twophase.domain.hold;

import io.vavr.control.Option;

/**
 * A net effect between -debit and +credit. had, could: what was there when less than the sums was
 * claimed.
 */
public record Range(long debit, long credit, Option<Long> had, Option<Long> could) {
  public static final Range NONE = whole(0, 0);

  public static Range whole(long debit, long credit) {
    return new Range(debit, credit, Option.none(), Option.none());
  }

  public boolean isReduced() {
    return had.isDefined() || could.isDefined();
  }

  public boolean isNothing() {
    return debit == 0 && credit == 0;
  }

  public boolean allows(long net) {
    return net >= -debit && net <= credit;
  }
}
