package io.twophase.app.cli;

import io.twophase.domain.outcome.AccountSighting;
import io.twophase.domain.outcome.Sighting;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Documents that cannot be read: named to people, and to machines. */
final class Unreadable {

  private Unreadable() {}

  static String account(AccountSighting.Unreadable account) {
    return "account " + account.id() + " cannot be read: " + account.fault();
  }

  static String transaction(Sighting.Unreadable transaction) {
    return "transaction " + transaction.id() + " cannot be read: " + transaction.fault();
  }

  /** Nothing where all can be read, so that the name is left out. */
  static @Nullable List<Map<String, Object>> accounts(List<AccountSighting.Unreadable> all) {
    return all.isEmpty()
        ? null
        : all.stream().map(one -> Json.object("id", one.id(), "fault", one.fault())).toList();
  }

  /** The same of transactions. */
  static @Nullable List<Map<String, Object>> transactions(List<Sighting.Unreadable> all) {
    return all.isEmpty()
        ? null
        : all.stream().map(one -> Json.object("id", one.id(), "fault", one.fault())).toList();
  }
}
