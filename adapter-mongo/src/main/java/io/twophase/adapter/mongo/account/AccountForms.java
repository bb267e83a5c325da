package io.twophase.adapter.mongo.account;

import io.twophase.adapter.mongo.setup.RecordForms;
import java.util.function.BooleanSupplier;

/**
 * Which form accounts are written in. In the second an account says by one field that it takes
 * holds, and its numbers have the right types since it was opened, so a hold asks for little. An
 * account of the first form gets the second with its next hold, once that is allowed.
 */
public final class AccountForms {

  /** Only the first. */
  public static final AccountForms FIRST = new AccountForms(() -> false, () -> false);

  /** The second. */
  public static final AccountForms SECOND = new AccountForms(() -> true, () -> true);

  private final BooleanSupplier known;
  private final BooleanSupplier asked;

  private AccountForms(BooleanSupplier known, BooleanSupplier asked) {
    this.known = known;
    this.asked = asked;
  }

  /** As for records: what a database allows holds for both. */
  public static AccountForms of(RecordForms records) {
    return new AccountForms(records::isSecondKnownAllowed, records::isSecondAllowed);
  }

  /** Whether it is the second, as far as this process has read. */
  public boolean isSecond() {
    return known.getAsBoolean();
  }

  /** The same, as another process may have allowed it by now: reads that. */
  public boolean isSecondByNow() {
    return asked.getAsBoolean();
  }
}
