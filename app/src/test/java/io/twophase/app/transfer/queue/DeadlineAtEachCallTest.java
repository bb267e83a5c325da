package io.twophase.app.transfer.queue;

import static io.twophase.TwoPhase.account;
import static io.twophase.TwoPhase.document;
import static io.twophase.TwoPhase.money;
import static io.twophase.TwoPhase.transaction;
import static io.twophase.TwoPhase.transactionId;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.TwoPhase;
import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.authorization.AuthorizeOutcome;
import io.twophase.app.recovery.RecoveryRequest;
import io.twophase.app.testing.Hosts;
import io.twophase.app.transfer.Order;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.domain.AccountId;
import io.twophase.domain.ApproverName;
import io.twophase.domain.Money;
import io.twophase.domain.TransactionId;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.transaction.State;
import io.twophase.ports.RecordQuery;
import io.twophase.ports.StoreUnavailableException;
import io.twophase.test.clock.SettableClock;
import io.twophase.test.fault.Fault;
import io.twophase.test.fault.FaultyStore;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The deadline passes at each call of the store in turn, and that call is answered late, or lost,
 * or arrives when all is over. Nothing is sent after it. Recovery of the same process brings to its
 * end what was begun, and asking again has the certain answer.
 */
class DeadlineAtEachCallTest {

  private static final Duration TIME = Duration.ofSeconds(2);
  private static final Duration LATE = Duration.ofSeconds(3);
  private static final AccountId A = account("A");
  private static final AccountId B = account("B");
  private static final TransactionId ID = transactionId("t");
  private static final TransferRequest TRANSFER = transfer("t", "30.00");
  private static final AuthorizationTerms TERMS = new AuthorizationTerms(Duration.ofDays(1));

  /**
   * What becomes of the call at which the deadline passes: nothing but that it is late, or more.
   */
  private static final List<Optional<Fault>> FAULTS =
      List.of(
          Optional.empty(),
          Optional.of(Fault.LOSE_REQUEST),
          Optional.of(Fault.LOSE_ANSWER),
          Optional.of(Fault.DELIVER_LATE));

  /**
   * A call of the front door.
   *
   * @param before what comes before it, without a deadline
   * @param call which may be made again under the same id
   */
  record Scenario(String name, Consumer<TwoPhase> before, Function<TwoPhase, Object> call) {

    Scenario after(Consumer<TwoPhase> first) {
      return new Scenario(name, first, call);
    }

    @Override
    public String toString() {
      return name;
    }
  }

  private static TransferRequest transfer(String id, String amount) {
    return new TransferRequest(transactionId(id), A, B, usd(amount));
  }

  private static Money usd(String amount) {
    return money(amount, "USD");
  }

  private static AuthorizeOutcome authorize(TwoPhase twophase) {
    return twophase.authorizations().authorize(TRANSFER, TERMS);
  }

  private static List<TransferRequest> three() {
    return List.of(transfer("t1", "1.00"), transfer("t2", "2.00"), transfer("t3", "4.00"));
  }

  static Stream<Arguments> lateCalls() {
    return FAULTS.stream().flatMap(fault -> calls().map(scenario -> Arguments.of(scenario, fault)));
  }

  private static Stream<Scenario> calls() {
    return Stream.of(
        of("transfer", door -> door.transfers().transfer(TRANSFER)),
        of("refused transfer", door -> door.transfers().transfer(transfer("t", "500.00"))),
        of("submitted transfer", door -> door.transfers().submit(TRANSFER).join()),
        of("batch", door -> door.transfers().transferAll(three(), Order.ANY)),
        of("batch in order", door -> door.transfers().transferAll(three(), Order.AS_GIVEN)),
        of("all or nothing", door -> door.transfers().allOrNothing(ID, three())),
        of(
            "document",
            door ->
                door.run(
                    transaction("t")
                        .debit(A, usd("30.00"))
                        .credit(B, usd("30.00"))
                        .insert(document("orders", "o"), Map.of("paid", true)))),
        of(
            "function",
            door ->
                door.transact(
                    "t",
                    tx -> {
                      boolean isPaid = tx.get(document("orders", "o")).isPresent();
                      if (!isPaid) {
                        tx.debit(A, usd("30.00"));
                        tx.credit(B, usd("30.00"));
                        tx.insert(document("orders", "o"), Map.of("paid", true));
                      }
                      return isPaid;
                    })),
        of("enqueue", door -> door.transfers().enqueue(TRANSFER)),
        of("cancel", door -> door.transfers().cancel(ID, "why"))
            .after(door -> door.transfers().enqueue(TRANSFER)),
        of("reverse", door -> door.compensation().reverse(ID, "why"))
            .after(door -> door.transfers().transfer(TRANSFER)),
        of("authorize", DeadlineAtEachCallTest::authorize),
        of("capture", door -> door.authorizations().capture(ID))
            .after(DeadlineAtEachCallTest::authorize),
        of("approve", door -> door.authorizations().approve(ID, new ApproverName("Ann")))
            .after(DeadlineAtEachCallTest::authorize),
        of("void", door -> door.authorizations().voidAuthorization(ID, "why"))
            .after(DeadlineAtEachCallTest::authorize),
        of("open an account", door -> door.accounts().open(account("C"), usd("1.00"))),
        of("open a period", door -> door.periods().open(TwoPhase.period("2026-11"), "")),
        of("close a period", door -> door.periods().close(TwoPhase.period("2026-11"), ""))
            .after(door -> door.periods().open(TwoPhase.period("2026-11"), "")));
  }

  private static Scenario of(String name, Function<TwoPhase, Object> call) {
    return new Scenario(name, door -> {}, call);
  }

  /** One process over a store of its own, and what its calls came to. */
  private static final class World implements AutoCloseable {

    private final SettableClock clock = new SettableClock(Instant.parse("2026-01-01T00:00:00Z"));
    private final FaultyStore faulty = FaultyStore.over(InMemoryStore.create(clock));
    private final CountedStore counted = new CountedStore(faulty);
    private final TwoPhase twophase =
        TwoPhase.over(counted.store()).ticker(clock).pause(clock).executor(Runnable::run).build();

    World(Scenario scenario) {
      twophase.accounts().open(A, usd("100.00"));
      twophase.accounts().open(B, usd("0.00"));
      scenario.before().accept(twophase);
    }

    /** Makes the call; answers what came of it, and whether the deadline passed on the way. */
    Object callLateAt(int call, Scenario scenario, Optional<Fault> fault) {
      counted.at(
          call,
          () -> {
            clock.advance(LATE);
            fault.ifPresent(faulty.faults()::next);
          });
      try {
        return twophase.within(TIME, () -> scenario.call().apply(twophase));
      } catch (StoreUnavailableException late) {
        return late;
      } finally {
        faulty.faults().deliverLate();
        faulty.faults().clear();
      }
    }

    void recover() {
      twophase.recovery().pass(RecoveryRequest.olderThan(Duration.ofMinutes(30)), recovered -> {});
    }

    Map<AccountId, BigInteger> balances() {
      return Hosts.balances(faulty);
    }

    @Override
    public void close() {
      twophase.close();
    }
  }

  /** It was only stored, and not begun. */
  private static boolean waitsForSomebody(Lookup lookup) {
    return lookup.record().filter(record -> record.state() == State.INITIAL).isPresent();
  }

  @ParameterizedTest
  @MethodSource("lateCalls")
  void whatIsLateIsBroughtToItsEnd(Scenario scenario, Optional<Fault> fault) {
    Map<AccountId, BigInteger> expected;
    try (World control = new World(scenario)) {
      assertThat(scenario.call().apply(control.twophase)).isNotNull();
      expected = control.balances();
    }
    int call = 0;
    boolean passed = true;
    while (passed) {
      try (World world = new World(scenario)) {
        Object first = world.callLateAt(call, scenario, fault);
        passed = world.counted.calls().size() > call;
        if (passed) {
          assertThat(world.counted.calls())
              .as("calls after the deadline, which passed at %s", world.counted.calls().get(call))
              .hasSize(call + 1);
        }

        world.recover();

        assertThat(world.twophase.audit().run().findings())
            .as("late at call %d, answered %s", call, first)
            .isEmpty();
        assertThat(world.faulty.records().list(RecordQuery.unfinished(Duration.ZERO, 10)))
            .as("late at call %d, answered %s", call, first)
            .allMatch(DeadlineAtEachCallTest::waitsForSomebody);
        Object again = scenario.call().apply(world.twophase);
        assertThat(again.toString())
            .as("late at call %d, answered %s", call, first)
            .doesNotContain("Unknown", "NotAsked");
        assertThat(world.balances()).isEqualTo(expected);
      }
      call++;
    }
    assertThat(call).as("calls of the store").isGreaterThan(1);
  }
}
