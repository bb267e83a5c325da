package io.twophase.junit.assertion;

import io.twophase.domain.account.Account;
import java.util.ArrayList;
import java.util.List;

/** Who holds something of an account, as failures show it. */
final class Holders {

  private Holders() {}

  /** The ids of transactions and batches, as text. */
  static List<String> ids(Account account) {
    List<String> ids = new ArrayList<>();
    account.holds().keySet().forEach(id -> ids.add(id.value()));
    account.documentHolds().forEach(hold -> ids.add(hold.transaction().value()));
    account.ranges().keySet().forEach(id -> ids.add(id.value()));
    return ids;
  }

  /** The same, with what each holds. */
  static List<String> of(Account account) {
    List<String> holders = new ArrayList<>();
    account
        .holds()
        .values()
        .forEach(hold -> holders.add(hold.transaction() + " (" + account.operation(hold) + ")"));
    account.documentHolds().forEach(hold -> holders.add(hold.transaction() + " (as a document)"));
    account.ranges().keySet().forEach(id -> holders.add(id + " (a batch)"));
    return holders;
  }
}
