package io.twophase.cli.view;

import io.twophase.cli.text.Json;
import io.twophase.domain.hold.AccountLookup;
import io.twophase.domain.record.TransactionLookup;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Documents that cannot be read: named to people, and to machines. */
public final class Unreadable {

  private Unreadable() {}

  public static String account(AccountLookup.Unreadable account) {
    return "account " + account.id() + " cannot be read: " + account.fault();
  }

  public static String transaction(TransactionLookup.Unreadable transaction) {
    return "transaction " + transaction.id() + " cannot be read: " + transaction.fault();
  }

  /** Nothing where all can be read, so that the name is left out. */
  public static @Nullable List<Map<String, Object>> accounts(List<AccountLookup.Unreadable> all) {
    return all.isEmpty()
        ? null
        : all.stream().map(one -> Json.object("id", one.id(), "fault", one.fault())).toList();
  }

  /** The same of transactions. */
  public static @Nullable List<Map<String, Object>> transactions(
      List<TransactionLookup.Unreadable> all) {
    return all.isEmpty()
        ? null
        : all.stream().map(one -> Json.object("id", one.id(), "fault", one.fault())).toList();
  }
}
