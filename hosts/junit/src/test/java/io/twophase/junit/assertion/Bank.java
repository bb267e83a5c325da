package io.twophase.junit.assertion;

import static io.twophase.TwoPhase.account;
import static io.twophase.TwoPhase.money;
import static io.twophase.TwoPhase.transactionId;

import io.twophase.TwoPhase;
import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.domain.hold.AccountLookup;
import io.twophase.domain.record.TransactionLookup;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;

/** Accounts A with 100.00 USD and B with nothing, for outcomes as hosts get them. */
final class Bank implements AutoCloseable {

  static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  final TwoPhase twophase =
      TwoPhase.over(InMemoryStore.create(Clock.fixed(NOW, ZoneOffset.UTC))).build();

  Bank() {
    twophase.accounts().open(account("A"), money("100.00", "USD"));
    twophase.accounts().open(account("B"), money("0.00", "USD"));
  }

  TransferRequest request(String id, String amount) {
    return new TransferRequest(transactionId(id), account("A"), account("B"), money(amount, "USD"));
  }

  TransactionOutcome transfer(String id, String amount) {
    return twophase.transfers().transfer(request(id, amount));
  }

  AccountLookup find(String id) {
    return twophase.accounts().find(account(id));
  }

  TransactionLookup transaction(String id) {
    return twophase.transactions().find(transactionId(id));
  }

  @Override
  public void close() {
    twophase.close();
  }
}
