package io.twophase.app.transfer.atomic;

import io.twophase.domain.id.AccountId;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.ports.Ticker;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The accounts that were contended a short while ago. The protocol's holds lie beside each other on
 * one account; transactions of a server are in each other's way there. Thread-safe.
 */
final class Contention {

  /** How long an account stays with the protocol. */
  static final Duration KEPT = Duration.ofSeconds(1);

  /** More than that are not remembered: those of the last batch are. */
  private static final int MOST = 10_000;

  private final Ticker ticker;
  private final Map<AccountId, Duration> until = new ConcurrentHashMap<>();

  Contention(Ticker ticker) {
    this.ticker = ticker;
  }

  /** Whether one of the transaction's accounts was contended. */
  boolean isOn(NewTransaction transaction) {
    if (until.isEmpty()) {
      return false;
    }
    Duration now = ticker.elapsed();
    return transaction.accountOperations().stream()
        .anyMatch(operation -> isAfter(until.get(operation.account()), now));
  }

  private static boolean isAfter(@Nullable Duration end, Duration now) {
    return end != null && end.compareTo(now) > 0;
  }

  /** All accounts of the transactions are contended from now on, for a while. */
  void met(List<NewTransaction> transactions) {
    Duration now = ticker.elapsed();
    if (until.size() > MOST) {
      until.values().removeIf(end -> end.compareTo(now) <= 0);
    }
    if (until.size() > MOST) {
      until.clear();
    }
    Duration end = now.plus(KEPT);
    transactions.forEach(
        transaction ->
            transaction
                .accountOperations()
                .forEach(operation -> until.put(operation.account(), end)));
  }
}
