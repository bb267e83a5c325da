package io.twophase.app.network.storm;

import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.transactionId;

import io.twophase.TwoPhase;
import io.twophase.app.transfer.Order;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.domain.account.Opening;
import io.twophase.ports.Store;
import io.twophase.ports.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Random transfers among a few accounts. */
final class TransferWork implements Work {

  private static final int ACCOUNTS = 24;
  private static final int LARGEST_BATCH = 24;

  private final List<Opening> openings = new ArrayList<>();
  private final List<TransferRequest> requests = new ArrayList<>();
  private final Ledger ledger;

  /**
   * A few accounts are in most of them; some are to oneself, and some to nowhere; some take as much
   * as there is.
   */
  TransferWork(Random random, int transfers) {
    for (int at = 0; at < ACCOUNTS; at++) {
      openings.add(account("a" + at).opening(cents(at % 3 == 0 ? 40 : 100_000)));
    }
    for (int at = 0; at < transfers; at++) {
      TransferRequest request =
          new TransferRequest(
              transactionId("t" + at),
              accountId("a" + random.nextInt(random.nextBoolean() ? 4 : ACCOUNTS)),
              accountId("a" + random.nextInt(ACCOUNTS + 1)),
              cents(1 + random.nextInt(60)));
      requests.add(at % 7 == 3 ? request.takingAtMost() : request);
    }
    ledger = new Ledger(openings, requests);
  }

  @Override
  public void open(TwoPhase twoPhase) {
    openings.forEach(twoPhase.accounts()::open);
  }

  @Override
  public List<TransferRequest> requests() {
    return requests;
  }

  @Override
  public int mostAtOnce() {
    return LARGEST_BATCH;
  }

  @Override
  public void ask(Party party, int from, int to, Random random) {
    List<TransferRequest> some = requests.subList(from, to);
    if (random.nextBoolean()) {
      Storm.submitEach(party.twoPhase(), some, this);
      return;
    }
    try {
      party.twoPhase().transfers().transferAll(some, Order.ANY).forEach(this::answered);
    } catch (StoreException noAnswer) {
      // nothing was promised, so there is nothing to compare
    }
  }

  @Override
  public void answered(TransactionOutcome outcome) {
    ledger.answered(outcome);
  }

  @Override
  public List<String> faults(Store store, boolean readsLag) {
    return ledger.faults(store);
  }

  @Override
  public long ofMany() {
    return ledger.ofMany();
  }

  @Override
  public String toString() {
    return ledger.toString();
  }
}
