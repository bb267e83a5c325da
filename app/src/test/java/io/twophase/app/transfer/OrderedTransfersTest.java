package io.twophase.app.transfer;

import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.cents;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.testing.Hosts;
import io.twophase.app.testing.SerialTransfers;
import io.twophase.domain.AccountId;
import io.twophase.domain.account.Opening;
import io.twophase.domain.account.StatusChange;
import io.twophase.domain.testing.Fixtures;
import io.twophase.domain.testing.Seed;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** In the order given, the balances are those of running the transfers one after the other. */
class OrderedTransfersTest {

  private static final int ROUNDS = 120 * Integer.getInteger("twophase.storms", 1);
  private static final AccountId FROZEN = accountId("frozen");

  private final Random random = Seed.random("OrderedTransfersTest");

  @Test
  void comeOutTheSameWhenTwoProcessesAreToldToMakeThem() throws Exception {
    ExecutorService processes = Executors.newFixedThreadPool(2);
    try {
      for (int round = 0; round < ROUNDS; round++) {
        InMemoryStore store = InMemoryStore.create(Clock.systemUTC());
        List<Opening> openings = openings();
        List<TransferRequest> requests = requests("r" + round, 40);
        open(store, openings);
        List<Future<List<TransactionOutcome>>> both = new ArrayList<>();
        for (int process = 0; process < 2; process++) {
          int batch = 1 + random.nextInt(40);
          both.add(
              processes.submit(
                  () ->
                      Hosts.amongOthers(store, batch)
                          .transfers()
                          .transferAll(requests, Order.AS_GIVEN)));
        }
        SerialTransfers serial = serial(openings).run(requests);
        for (Future<List<TransactionOutcome>> process : both) {
          assertThat(process.get())
              .filteredOn(TransactionOutcome.Applied.class::isInstance)
              .hasSize(serial.applied());
        }
        assertThat(Hosts.balances(store)).isEqualTo(serial.balances());
      }
    } finally {
      processes.shutdownNow();
    }
  }

  private void open(InMemoryStore store, List<Opening> openings) {
    store.accounts().open(openings);
    store.accounts().change(FROZEN, StatusChange.FREEZE);
  }

  private SerialTransfers serial(List<Opening> openings) {
    return new SerialTransfers(openings).frozen(FROZEN);
  }

  /** Few accounts, some with an overdraft, some that are soon full, one frozen. */
  private List<Opening> openings() {
    List<Opening> openings = new ArrayList<>();
    for (int at = 0; at < 8; at++) {
      openings.add(
          at % 4 == 1
              ? Fixtures.account("a" + at).overdraft(cents(50)).opening(cents(random.nextInt(200)))
              : at % 4 == 2
                  ? Fixtures.account("a" + at).ceiling(cents(300)).opening(cents(200))
                  : Fixtures.account("a" + at).opening(cents(random.nextInt(200))));
    }
    openings.add(Fixtures.account("full").opening(cents(Long.MAX_VALUE - 100)));
    openings.add(Fixtures.account(FROZEN.value()).opening(cents(100)));
    return openings;
  }

  /** Between those accounts, some of them to one that is not there, or from one to itself. */
  private List<TransferRequest> requests(String prefix, int count) {
    List<String> names = new ArrayList<>();
    for (int at = 0; at < 8; at++) {
      names.add("a" + at);
      names.add("a" + at);
    }
    names.addAll(List.of("full", "frozen", "missing"));
    List<TransferRequest> requests = new ArrayList<>();
    for (int at = 0; at < count; at++) {
      requests.add(
          new TransferRequest(
              Fixtures.transactionId(prefix + "-" + at),
              accountId(names.get(random.nextInt(names.size()))),
              accountId(names.get(random.nextInt(names.size()))),
              cents(1 + random.nextInt(150))));
    }
    return requests;
  }
}
