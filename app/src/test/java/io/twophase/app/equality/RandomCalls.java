package io.twophase.app.equality;

import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.eur;
import static io.twophase.domain.testing.Fixtures.transactionId;

import io.twophase.domain.account.Opening;
import io.twophase.domain.account.StatusChange;
import io.twophase.domain.id.AccountId;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.money.Money;
import io.twophase.domain.operation.Credit;
import io.twophase.domain.operation.Debit;
import io.twophase.domain.operation.Leg;
import io.twophase.domain.operation.Operation;
import io.twophase.domain.outcome.AccountSighting;
import io.twophase.domain.transaction.State;
import io.twophase.ports.TransactionQuery;
import io.twophase.ports.TransactionRepository;
import io.twophase.ports.UnfinishedQuery;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;

/** Calls on both ports, of few accounts, transactions and epochs, so that they meet. */
final class RandomCalls {

  private static final int ACCOUNTS = 4;
  private static final int TRANSACTIONS = 9;
  private static final int LONGEST_BATCH = 9;
  private static final long[] AMOUNTS = {
    1, 1, 2, 3, 50, 60, 1_000, Long.MAX_VALUE / 2, Long.MAX_VALUE
  };

  private final Random random;
  private final RandomRecords records;

  RandomCalls(Random random) {
    this.random = random;
    this.records = new RandomRecords(random);
  }

  Call next() {
    int chance = random.nextInt(100);
    if (chance < 8) {
      return open();
    } else if (chance < 12) {
      return change();
    } else if (chance < 38) {
      return hold();
    } else if (chance < 44) {
      return stamp();
    } else if (chance < 56) {
      return settle();
    } else if (chance < 62) {
      return release();
    } else if (chance < 68) {
      return withdraw();
    } else if (chance < 74) {
      return read();
    } else if (chance < 82) {
      return records.begin(this::transaction);
    } else if (chance < 95) {
      return records.advance(this::transaction);
    }
    return readRecords();
  }

  private Call open() {
    List<Opening> openings = batch(this::opening);
    return new Call("open " + openings, ports -> ports.accounts().open(openings), Agreement.EXACT);
  }

  private Opening opening() {
    return switch (random.nextInt(5)) {
      case 0 -> account(name()).opening(cents(0));
      case 1 -> account(name()).overdraft(cents(60)).opening(cents(100));
      case 2 -> account(name()).ceiling(cents(120)).opening(cents(100));
      case 3 -> account(name()).opening(cents(Long.MAX_VALUE - 2));
      default -> account(name()).opening(random.nextBoolean() ? eur("1") : cents(100));
    };
  }

  private Call change() {
    AccountId id = accountId(name());
    StatusChange change = oneOf(StatusChange.values());
    return new Call(
        change + " " + id, ports -> List.of(ports.accounts().change(id, change)), Agreement.EXACT);
  }

  private Call hold() {
    List<Leg> legs = legs();
    return new Call("hold " + legs, ports -> ports.accounts().hold(legs), Agreement.COUNTED);
  }

  private Call stamp() {
    List<Leg> legs = legs();
    return new Call("stamp " + legs, ports -> ports.accounts().stamp(legs), Agreement.COUNTED);
  }

  private Call settle() {
    return removal("settle ", (ports, legs) -> ports.accounts().settle(legs));
  }

  private Call release() {
    return removal("release ", (ports, legs) -> ports.accounts().release(legs));
  }

  private Call withdraw() {
    return removal("withdraw ", (ports, legs) -> ports.accounts().withdraw(legs));
  }

  private interface Removal {
    List<?> of(Ports ports, List<Leg> legs);
  }

  /** Of holds that may be there: to ask for another amount than is held is a fault, no answer. */
  private Call removal(String words, Removal removal) {
    long picks = random.nextLong();
    int size = 1 + random.nextInt(LONGEST_BATCH);
    return new Call(
        words + size + " of what is held, by " + picks,
        ports -> removal.of(ports, held(ports, new Random(picks), size)),
        Agreement.COUNTED);
  }

  private static List<Leg> held(Ports ports, Random picks, int size) {
    List<Leg> all = new ArrayList<>();
    ports
        .accounts()
        .scan(
            seen -> {
              if (seen instanceof AccountSighting.Found found) {
                found.account().holds().values().forEach(hold -> all.add(Held.leg(found, hold)));
              }
            });
    all.sort(Comparator.comparing(leg -> leg.account() + " " + leg.transaction()));
    List<Leg> legs = new ArrayList<>();
    for (int n = 0; n < size; n++) {
      Leg leg =
          all.isEmpty()
              ? new Leg(transactionId("t0"), epoch(1), new Debit(accountId("A"), cents(1)))
              : all.get(picks.nextInt(all.size()));
      boolean asHeld = picks.nextInt(5) > 0;
      legs.add(
          asHeld ? leg : new Leg(leg.transaction(), epoch(1 + picks.nextInt(3)), leg.operation()));
    }
    return legs;
  }

  private Call read() {
    List<AccountId> ids = batch(() -> accountId(name()));
    return new Call("find " + ids, ports -> ports.accounts().find(ids), Agreement.EXACT);
  }

  private Call readRecords() {
    List<TransactionId> ids = batch(this::transaction);
    Option<State> state = Option.when(random.nextBoolean(), () -> oneOf(State.values()));
    Option<AccountId> touched = Option.when(random.nextBoolean(), () -> accountId(name()));
    return switch (random.nextInt(3)) {
      case 0 ->
          new Call(
              "find " + ids,
              ports -> StoredState.timeless(ports.transactions().find(ids)),
              Agreement.EXACT);
      case 1 ->
          new Call(
              "latest " + state + " " + touched,
              ports -> Held.sorted(ports.transactions().latest(query(state, touched))),
              Agreement.EXACT);
      default ->
          new Call(
              "unfinished",
              ports -> Held.sorted(ports.transactions().unfinished(unfinished())),
              Agreement.EXACT);
    };
  }

  private static TransactionQuery query(Option<State> state, Option<AccountId> touched) {
    return new TransactionQuery(state, touched, TransactionRepository.MAX_LATEST);
  }

  private static UnfinishedQuery unfinished() {
    return new UnfinishedQuery(Duration.ZERO, Option.none(), TransactionRepository.MAX_LATEST);
  }

  private List<Leg> legs() {
    // often all on one account, where a store may take them together
    String one = name();
    boolean together = random.nextBoolean();
    List<Leg> legs =
        batch(
            () ->
                new Leg(
                    transaction(),
                    epoch(1 + random.nextInt(2)),
                    operation(together ? one : name())));
    // of one transaction twice on an account, a store that is told sums only cannot tell which was
    Set<String> seen = new HashSet<>();
    return legs.stream().filter(leg -> seen.add(leg.transaction() + " " + leg.account())).toList();
  }

  private Operation operation(String account) {
    long minor = AMOUNTS[random.nextInt(AMOUNTS.length)];
    Money amount = random.nextInt(12) == 0 ? eur("0.02") : cents(minor);
    return random.nextBoolean()
        ? new Debit(accountId(account), amount)
        : new Credit(accountId(account), amount);
  }

  private <T> List<T> batch(Supplier<T> element) {
    List<T> batch = new ArrayList<>();
    int size = 1 + random.nextInt(random.nextBoolean() ? 1 : LONGEST_BATCH);
    for (int n = 0; n < size; n++) {
      batch.add(element.get());
    }
    return batch;
  }

  private <T> T oneOf(T[] values) {
    return List.of(values).get(random.nextInt(values.length));
  }

  private String name() {
    return String.valueOf((char) ('A' + random.nextInt(ACCOUNTS)));
  }

  private TransactionId transaction() {
    return transactionId("t" + random.nextInt(TRANSACTIONS));
  }
}
