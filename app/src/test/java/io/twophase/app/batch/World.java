package io.twophase.app.batch;

import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.cents;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.domain.account.Account;
import io.twophase.domain.account.AccountFigures;
import io.twophase.domain.outcome.AccountLookup;
import io.twophase.domain.outcome.OpenOutcome;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/** Accounts of a store in memory, what transfers among them come to one by one, and what is so. */
final class World {

  private static final long CEILING = 40;

  final InMemoryStore store;
  final CountedIds ids = new CountedIds();
  private final Map<String, Long> opened = new TreeMap<>();

  World() {
    this(InMemoryStore.create(InstantSource.system()));
  }

  World(InMemoryStore store) {
    this.store = store;
  }

  void open(String id, long cents) {
    opened.put(id, cents);
    assertThat(
            store
                .accounts()
                .open(List.of(account(id).ceiling(cents(CEILING)).opening(cents(cents)))))
        .containsExactly(new OpenOutcome.Opened());
  }

  static World random(Random random) {
    World world = new World();
    int accounts = 2 + random.nextInt(4);
    for (int at = 0; at < accounts; at++) {
      world.open(String.valueOf((char) ('A' + at)), random.nextInt(20));
    }
    return world;
  }

  /** Transfers among the accounts, some of which do not fit, and some to an account that is not. */
  List<TransferRequest> transfers(Random random, String prefix, int count) {
    List<String> names = new ArrayList<>(opened.keySet());
    if (random.nextInt(4) == 0) {
      names.add("nowhere");
    }
    List<TransferRequest> requests = new ArrayList<>();
    for (int at = 0; at < count; at++) {
      String source = names.get(random.nextInt(names.size()));
      String destination = names.get(random.nextInt(names.size()));
      if (!source.equals(destination)) {
        requests.add(Host.request(prefix + at, source, destination, 1 + random.nextInt(15)));
      }
    }
    return requests;
  }

  /** Which transfers happen, one after the other. */
  List<Boolean> oneByOne(List<TransferRequest> requests) {
    Map<String, Long> balances = new TreeMap<>(opened);
    List<Boolean> happen = new ArrayList<>();
    for (TransferRequest request : requests) {
      Long source = balances.get(request.source().value());
      Long destination = balances.get(request.destination().value());
      long amount = request.amount().minor();
      boolean happens =
          source != null
              && destination != null
              && source >= amount
              && destination + amount <= CEILING;
      if (happens) {
        balances.put(request.source().value(), source - amount);
        balances.put(request.destination().value(), destination + amount);
      }
      happen.add(happens);
    }
    return happen;
  }

  Account read(String id) {
    AccountLookup lookup = store.accounts().find(List.of(accountId(id))).get(0);
    return ((AccountLookup.Found) lookup).account();
  }

  private String standings(Account account) {
    return account.holds().values()
        + " "
        + account
            .ranges()
            .values()
            .map(
                hold ->
                    hold
                        + " of "
                        + store.batches().get().records().find(List.of(hold.batch())).get(0))
            .mkString("; ");
  }

  /** The balances are those of what happened, the bounds are exact, and nothing is held. */
  void isAtRestWith(List<TransferRequest> requests, List<TransactionOutcome> outcomes) {
    Map<String, Long> balances = new TreeMap<>(opened);
    for (int at = 0; at < requests.size(); at++) {
      if (outcomes.get(at).isApplied()) {
        TransferRequest request = requests.get(at);
        balances.merge(request.source().value(), -request.amount().minor(), Long::sum);
        balances.merge(request.destination().value(), request.amount().minor(), Long::sum);
      }
    }
    balances.forEach(
        (id, balance) -> {
          Account account = read(id);
          assertThat(AccountFigures.fault(account)).as(id).isEmpty();
          assertThat(account.holdCount()).as("holds of " + id + ": " + standings(account)).isZero();
          assertThat(account.balance()).as(id).isEqualTo(balance);
          assertThat(balance).as(id).isBetween(0L, CEILING);
        });
  }
}
