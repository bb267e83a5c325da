package io.twophase.cli.demo;

import io.twophase.app.TwoPhase;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.domain.AccountId;
import io.twophase.domain.Money;
import io.twophase.domain.TransactionId;
import io.twophase.domain.account.Opening;
import io.twophase.domain.hold.Account;
import io.twophase.domain.hold.AccountLookup;
import io.twophase.embedded.EmbeddedServer;
import io.twophase.ports.Store;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.Currency;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** A database with A and B in it, the transfer that is made there, and what must come of it. */
final class DemoBank implements AutoCloseable {

  private static final Currency USD = Currency.getInstance("USD");
  private static final Money BALANCE = new Money(1000_00, USD);
  private static final Money CEILING = new Money(10_000_00, USD);
  private static final Money AMOUNT = new Money(100_00, USD);
  private static final AccountId A = new AccountId("A");
  private static final AccountId B = new AccountId("B");
  private static final TransactionId TRANSFER = new TransactionId("t1");

  private final Stage stage;
  private final TwoPhase teller;

  /** A fresh one on {@code server}, with what {@code front} puts in front of the store. */
  DemoBank(EmbeddedServer server, String name, UnaryOperator<Store> front) {
    this.stage = new Stage(server, name, front, Picture.TRANSFER);
    this.teller = stage.process("teller", ProcessLife.endless());
    teller.accounts().open(opening(A));
    teller.accounts().open(opening(B));
  }

  private static Opening opening(AccountId id) {
    return Opening.of(id, BALANCE, Money.zero(USD), Option.some(CEILING)).get();
  }

  /** A worker with its life before it makes the one transfer, always under the same id. */
  void transfer(ProcessLife life) {
    try (TwoPhase worker = stage.process("worker", life)) {
      worker.transfers().transfer(new TransferRequest(TRANSFER, A, B, AMOUNT));
    }
  }

  /** Another process recovers what it finds: whatever is pending is stuck. */
  void recover(ProcessLife life) {
    stage.recover(life);
  }

  /** The documents as they are now. */
  List<Map<String, Object>> picture() {
    return stage.picture();
  }

  /** The balances as decimal texts, by account. */
  Map<String, String> balances() {
    Map<String, String> balances = new LinkedHashMap<>();
    for (Account account : found()) {
      balances.put(account.id().value(), account.money(account.balance()).toDecimal());
    }
    return balances;
  }

  /** What is wrong with the books, when the transfer is over and has happened exactly once. */
  List<String> faults() {
    List<String> faults = new ArrayList<>();
    for (Account account : found()) {
      long moved = account.id().equals(A) ? -AMOUNT.minor() : AMOUNT.minor();
      Money expected = new Money(BALANCE.minor() + moved, USD);
      Money actual = account.money(account.balance());
      if (!actual.equals(expected)) {
        faults.add("account " + account.id() + " has " + actual + ", not " + expected);
      }
    }
    faults.addAll(Stage.findings(teller));
    return faults;
  }

  private List<Account> found() {
    return teller.accounts().find(List.of(A, B)).stream()
        .map(lookup -> ((AccountLookup.Found) lookup).account())
        .toList();
  }

  @Override
  public void close() {
    teller.close();
    stage.close();
  }
}
