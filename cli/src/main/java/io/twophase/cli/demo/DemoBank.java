package io.twophase.cli.demo;

import io.twophase.TwoPhase;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.domain.AccountId;
import io.twophase.domain.Money;
import io.twophase.domain.account.Opening;
import io.twophase.embedded.EmbeddedServer;
import io.twophase.ports.Store;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/** A database with A and B in it, the transfer that is made there, and what must come of it. */
final class DemoBank extends Stage {

  private static final AccountId A = TwoPhase.account("A");
  private static final AccountId B = TwoPhase.account("B");
  private static final Money AMOUNT = TwoPhase.money("100.00", "USD");
  private static final SortedMap<AccountId, Money> AFTER =
      new TreeMap<>(
          Map.of(A, TwoPhase.money("900.00", "USD"), B, TwoPhase.money("1100.00", "USD")));

  /** A fresh one on {@code server}, with what {@code front} puts in front of the store. */
  DemoBank(EmbeddedServer server, String name, UnaryOperator<Store> front) {
    super(server, name, front, Picture.TRANSFER, opening(A), opening(B));
  }

  private static Opening opening(AccountId id) {
    Money balance = TwoPhase.money("1000.00", "USD");
    Optional<Money> ceiling = Optional.of(TwoPhase.money("10000.00", "USD"));
    return Opening.of(id, balance, Money.zero(balance.currency()), ceiling).get();
  }

  /** A worker with its life before it makes the one transfer, always under the same id. */
  void transfer(ProcessLife life) {
    try (TwoPhase worker = process("worker", life)) {
      TransactionOutcome unused =
          worker
              .transfers()
              .transfer(new TransferRequest(TwoPhase.transactionId("t1"), A, B, AMOUNT));
    }
  }

  /** The balances as decimal texts, by account. */
  Map<String, String> balances() {
    Map<String, String> balances = new LinkedHashMap<>();
    AFTER.keySet().forEach(id -> balances.put(id.value(), balance(id).toDecimal()));
    return balances;
  }

  /**
   * Returns what is wrong with the books, when the transfer is over and has happened exactly once.
   */
  List<String> faults() {
    return faults(AFTER);
  }
}
