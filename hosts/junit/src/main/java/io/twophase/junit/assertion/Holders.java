package io.twophase.junit.assertion;

import io.twophase.domain.hold.Account;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.Hold.Range;
import io.twophase.domain.operation.DocumentOperation.HoldMode;
import java.util.List;

/** The holders of something of an account, as failures show them. */
final class Holders {

  private Holders() {}

  /** The ids of transactions and batches, as text. */
  static List<String> ids(Account account) {
    return account.holds().stream().map(hold -> hold.transaction().value()).toList();
  }

  /** Returns the same, with what each holds. */
  static List<String> of(Account account) {
    return account.holds().stream()
        .map(hold -> hold.transaction() + " (" + what(account, hold) + ")")
        .toList();
  }

  private static String what(Account account, Hold hold) {
    Range range = hold.range();
    if (hold.mode() != HoldMode.ESCROW) {
      return "as a document";
    }
    if (hold.record().isOfMany()) {
      return "a batch";
    }
    return range.debit() > 0
        ? "a debit of " + account.money(range.debit())
        : "a credit of " + account.money(range.credit());
  }
}
