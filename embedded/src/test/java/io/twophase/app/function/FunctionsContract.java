package io.twophase.app.function;

import static io.twophase.TwoPhase.account;
import static io.twophase.TwoPhase.document;
import static io.twophase.TwoPhase.money;
import static io.twophase.TwoPhase.transaction;
import static io.twophase.TwoPhase.transactionId;
import static io.twophase.domain.document.FieldChange.set;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twophase.TwoPhase;
import io.twophase.adapter.mongo.DocumentMapper;
import io.twophase.app.scene.FunctionSteps;
import io.twophase.app.testing.Books;
import io.twophase.app.testing.DocumentWrites;
import io.twophase.app.testing.Hosts;
import io.twophase.app.testing.Scenes;
import io.twophase.app.testing.UnguardedFunctions;
import io.twophase.domain.Money;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.operation.DocumentOperation.ChangeDocument;
import io.twophase.domain.operation.DocumentOperation.CheckAbsent;
import io.twophase.domain.operation.DocumentOperation.CheckDocument;
import io.twophase.domain.operation.Operation;
import io.twophase.domain.transaction.Attempt;
import io.twophase.domain.transaction.Labels;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.value.Fields;
import io.twophase.domain.value.Value;
import io.twophase.ports.DeadlinePassedException;
import io.twophase.ports.Store;
import io.twophase.ports.StoreException;
import io.twophase.ports.StoreUnavailableException;
import io.twophase.test.clock.SettableClock;
import io.twophase.test.fault.Fault;
import io.twophase.test.fault.FaultyStore;
import io.twophase.test.fault.Interceptor;
import io.twophase.test.fault.WriteKind;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Functions read, compute and write as one transaction, whoever else is at work. */
@DisplayName("Functions")
abstract class FunctionsContract {
  private static final DocumentRef ORDER = document("orders", 7);
  private static final DocumentRef ENTRY = document("ledger", "pay-7");
  private static final DocumentRef ANN = document("doctors", "ann");
  private static final DocumentRef BOB = document("doctors", "bob");

  private Store store;
  private TwoPhase twophase;
  private TwoPhase other;

  /** How often the function of the test has run. */
  private int runs;

  /** An empty store. */
  abstract Store fresh();

  @BeforeEach
  void open() {
    store = Books.open(fresh(), 100_00, 0);
    twophase = TwoPhase.over(store).mapper(DocumentMapper.byDefaultCodecs()).build();
    other = TwoPhase.over(store).build();
    other
        .run(
            transaction("create")
                .insert(ORDER, Map.of("status", "UnPaid", "total", 19_99, "lines", List.of(1, 2)))
                .insert(ANN, Map.of("onCall", true))
                .insert(BOB, Map.of("onCall", true)))
        .orElseThrow();
  }

  @AfterEach
  void close() {
    twophase.close();
    other.close();
  }

  private Fields fields(DocumentRef document) {
    return other.documents().read(document).orElseThrow().get(0).fields().orElseThrow();
  }

  private boolean isThere(DocumentRef document) {
    return other.documents().read(document).orElseThrow().get(0).fields().isPresent();
  }

  private static Money pay(TransactionContext tx) {
    DocumentSnapshot order = tx.get(ORDER).orElseThrow(() -> tx.decline("no such order"));
    if (!order.string("status").equals("UnPaid")) {
      throw tx.decline("already paid");
    }
    Money price = order.money("total", "USD");
    tx.debit(account("A"), price);
    tx.credit(account("B"), price);
    tx.put(order.with("status", "Paid"));
    tx.insert(ENTRY, Map.of("order", 7, "cents", price.minor()));
    return price;
  }

  private Optional<Long> number(DocumentRef document, String field) {
    return fields(document).get(field).flatMap(Value::wholeNumber);
  }

  /** A function without a value. */
  private static TransactionFunction<Void> doing(Consumer<TransactionContext> steps) {
    return tx -> {
      steps.accept(tx);
      return null;
    };
  }

  private static <T> TransactionFunction<T> neverRun() {
    return tx -> {
      throw new AssertionError("it has happened, or its id is taken");
    };
  }

  /** All calls are made by so many threads, and each is applied. */
  private static <T> void areApplied(int threads, List<Callable<FunctionOutcome<T>>> calls)
      throws Exception {
    ExecutorService executor = Executors.newFixedThreadPool(threads);
    for (Future<FunctionOutcome<T>> outcome : executor.invokeAll(calls)) {
      assertThat(outcome.get().isApplied()).as("%s", outcome.get()).isTrue();
    }
    executor.shutdown();
  }

  static Stream<Scenes.Scene> scenes() {
    return Scenes.of("embedded", "functions.txt");
  }

  @ParameterizedTest
  @MethodSource("scenes")
  void comesOutAsItIsWritten(Scenes.Scene scene) {
    try (FunctionSteps steps = new FunctionSteps(store)) {
      scene.play(step -> steps.step(step.toString()));
    }
  }

  /** Each anomaly is impossible, and is there as soon as the guard against it is taken out. */
  @Nested
  class WithoutItsGuardOnly {
    private void shows(Class<? extends Operation> guarded, Predicate<Anomalies> anomaly) {
      shows(UnguardedFunctions.without(guarded, store, twophase), anomaly);
    }

    private void shows(Functions unguarded, Predicate<Anomalies> anomaly) {
      assertThat(anomaly.test(new Anomalies(twophase.functions(), other))).isFalse();
      assertThat(anomaly.test(new Anomalies(unguarded, other))).as("without its guard").isTrue();
    }

    @Test
    void lostUpdate() {
      shows(ChangeDocument.class, Anomalies::lostUpdate);
    }

    @Test
    void writeSkew() {
      shows(CheckDocument.class, Anomalies::writeSkew);
    }

    @Test
    void phantomOfAnAbsentDocument() {
      shows(CheckAbsent.class, Anomalies::phantomOfAnAbsentDocument);
    }

    @Test
    void readSkew() {
      shows(UnguardedFunctions.readingOnce(store, twophase), Anomalies::readSkew);
    }

    @Test
    void longFork() {
      shows(UnguardedFunctions.readingOnce(store, twophase), Anomalies::longFork);
    }

    @Test
    void readOnlyTransactionAnomaly() {
      shows(CheckDocument.class, Anomalies::readOnlyTransactionAnomaly);
    }
  }

  @Nested
  class OneId {
    @Test
    void isFreeAfterConflictsInEachAttempt() {
      TransactionFunction<Integer> losing =
          tx -> {
            DocumentSnapshot order = tx.get(ORDER).get();
            int run = ++runs;
            if (run <= Functions.MOST_ATTEMPTS) {
              other.run(transaction("w" + run).change(ORDER, set("n", run))).orElseThrow();
            }
            tx.put(order.with("total", run));
            return run;
          };
      try (TwoPhase hasty = TwoPhase.over(store).pause(pause -> {}).build()) {
        assertThat(hasty.transact("more", losing))
            .returns(
                Functions.MOST_ATTEMPTS,
                outcome -> ((FunctionOutcome.Contended<?>) outcome).attempts());
        assertThat(number(ORDER, "total")).contains(19_99L);

        assertThat(hasty.transact("more", losing).orElseThrow())
            .isEqualTo(Functions.MOST_ATTEMPTS + 1);
      }
    }

    /** The store ends a call that has the caller's time left as a call that it did not answer. */
    @Test
    void isNotAskedWhenTheFirstReadTakesTheCallersTime() {
      SettableClock clock = new SettableClock(Instant.EPOCH);
      Interceptor frozen =
          (method, asked, call) -> {
            if (method.equals("findMembers")) {
              clock.advance(Duration.ofSeconds(1));
              throw new StoreUnavailableException("no answer in time");
            }
            return call.make();
          };
      Store slow = Interceptor.before(Store.class, store, frozen);
      try (TwoPhase hurried = TwoPhase.over(slow).ticker(clock).pause(pause -> {}).build()) {
        assertThat(hurried.within(Duration.ofSeconds(1), () -> hurried.transact("x", neverRun())))
            .isEqualTo(
                new FunctionOutcome.NotAsked<>(transactionId("x"), "the deadline has passed"));
      }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void isContendedIfNothingCanBeSentAfterAConflict(boolean isLate) {
      SettableClock clock = new SettableClock(Instant.EPOCH);
      FaultyStore faulty = FaultyStore.over(store);
      TransactionFunction<Integer> slow =
          tx -> {
            DocumentSnapshot order = tx.get(ORDER).get();
            if (++runs == 1) {
              other.run(transaction("w").change(ORDER, set("n", 1))).orElseThrow();
            } else if (isLate) {
              clock.advance(Duration.ofSeconds(1));
            } else {
              faulty.faults().ofTransactions().next(Fault.UNAVAILABLE);
            }
            tx.put(order.with("total", 1));
            return 1;
          };
      try (TwoPhase hurried = TwoPhase.over(faulty).ticker(clock).pause(pause -> {}).build()) {
        assertThat(hurried.within(Duration.ofSeconds(1), () -> hurried.transact("more", slow)))
            .returns(2, outcome -> ((FunctionOutcome.Contended<?>) outcome).attempts());
      }
    }

    @Test
    void isUnknownIfItsAttemptIsAndDoesNotRunAgain() {
      FaultyStore faulty = FaultyStore.over(store);
      faulty.faults().when(WriteKind.ADVANCE).next(Fault.LOSE_REQUEST);
      try (TwoPhase hasty =
          TwoPhase.over(faulty).settings(Hosts.patient(Duration.ZERO, 10)).build()) {
        assertThat(
                hasty.transact(
                    "pay-7",
                    tx -> {
                      ++runs;
                      return pay(tx);
                    }))
            .isInstanceOf(FunctionOutcome.Unknown.class);
      }
      assertThat(runs).isEqualTo(1);
    }

    private void leaveAnAttempt() {
      NewTransaction left =
          transaction("pay-7")
              .change(ORDER, set("status", "Paid"))
              .labelled(
                  Labels.NONE.of(
                      Optional.of(new Attempt(transactionId("pay-7"), 1, Optional.empty()))))
              .transaction()
              .get();
      DocumentWrites writes = new DocumentWrites(store);
      writes.begin(left);
      writes.hold(left, 1);
    }

    /** A process whose store fails from its second look at stored attempts on. */
    private TwoPhase lostAfterItsFirstLook(StoreException fault, boolean fromThenOn) {
      AtomicInteger looks = new AtomicInteger();
      Interceptor losing =
          (method, asked, call) -> {
            boolean isLook = method.equals("findMembers") && ((List<?>) asked.get(0)).size() > 1;
            if (isLook ? looks.getAndIncrement() > 0 : fromThenOn && looks.get() > 0) {
              throw fault;
            }
            return call.make();
          };
      return TwoPhase.over(Interceptor.before(Store.class, store, losing)).build();
    }

    static List<StoreException> lost() {
      return List.of(new StoreUnavailableException("gone"), new DeadlinePassedException());
    }

    /** The attempt of another caller, who has asked the same, is found decided. */
    @ParameterizedTest
    @MethodSource("lost")
    void isUnknownWhereAnAttemptThatHasHappenedCannotBeRead(StoreException fault) {
      TransactionFunction<Void> pay =
          doing(
              tx -> {
                tx.debit(account("A"), money("1.00", "USD"));
                tx.credit(account("B"), money("1.00", "USD"));
              });
      try (TwoPhase losing = lostAfterItsFirstLook(fault, false)) {
        FunctionOutcome<Void> outcome =
            losing.transact(
                "pay-7",
                tx -> {
                  onAnotherThread(() -> other.transact("pay-7", pay));
                  return pay.run(tx);
                });

        assertThat(outcome)
            .isEqualTo(new FunctionOutcome.Unknown<>(outcome.id(), fault.getMessage()));
      }
      assertThat(Books.balances(store)).startsWith(99_00L, 1_00L);
    }

    @ParameterizedTest
    @MethodSource("lost")
    void isUnknownWhereAnAttemptThatADeadProcessLeftCannotBeBroughtToItsEnd(StoreException fault) {
      leaveAnAttempt();
      try (TwoPhase losing = lostAfterItsFirstLook(fault, true)) {
        FunctionOutcome<?> outcome = losing.transact("pay-7", neverRun());

        assertThat(outcome)
            .isEqualTo(new FunctionOutcome.Unknown<>(outcome.id(), fault.getMessage()));
      }
    }

    @Test
    void ofManyThreadsOnOneDocumentStarvesNobody() throws Exception {
      int callers = 16;
      List<Callable<FunctionOutcome<Void>>> calls = new ArrayList<>();
      for (int at = 0; at < 5 * callers; at++) {
        String id = "count " + at;
        calls.add(
            () ->
                twophase.transact(
                    id,
                    doing(
                        tx -> {
                          DocumentSnapshot order = tx.get(ORDER).get();
                          tx.put(order.with("total", order.number("total") + 1));
                        })));
      }
      areApplied(callers, calls);
      assertThat(number(ORDER, "total")).contains(19_99L + calls.size());
    }
  }

  @Nested
  class ARun {
    @Test
    void thatThrowsIsThrownUnchanged() {
      RuntimeException own = new RuntimeException("own");
      assertThatThrownBy(
              () ->
                  twophase.transact(
                      "pay-7",
                      tx -> {
                        tx.change(ORDER, set("status", "Paid"));
                        throw own;
                      }))
          .isSameAs(own);
      assertThat(fields(ORDER).get("status")).contains(new Value.Text("UnPaid"));
    }

    @Test
    void readsItsOwnWrites() {
      twophase
          .transact(
              "own",
              tx -> {
                tx.insert(ENTRY, Map.of("n", 1));
                tx.add(ENTRY, "n", 2);
                assertThat(tx.get(ENTRY).get().number("n")).isEqualTo(3);
                tx.change(ORDER, set("status", "Paid"));
                assertThat(tx.get(ORDER).get().string("status")).isEqualTo("Paid");
                tx.remove(ANN);
                assertThat(tx.get(ANN)).isEmpty();
                tx.put(DocumentSnapshot.of(ANN, Map.of("onCall", 1)));
                tx.remove(BOB);
                return null;
              })
          .orElseThrow();

      assertThat(fields(ENTRY)).isEqualTo(Fields.of(Map.of("n", 3L)));
      assertThat(fields(ANN)).isEqualTo(Fields.of(Map.of("onCall", 1)));
      assertThat(isThere(BOB)).isFalse();
    }

    @Test
    void asksForNoOtherFunctionAndKeepsNoContext() {
      AtomicReference<TransactionContext> kept = new AtomicReference<>();
      twophase
          .transact(
              "outer",
              tx -> {
                kept.set(tx);
                assertThatThrownBy(() -> other.transact("inner", FunctionsContract::pay))
                    .isInstanceOf(IllegalStateException.class);
                return null;
              })
          .orElseThrow();
      assertThatThrownBy(() -> kept.get().get(ORDER))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("the function outer has returned: its context is closed");
    }
  }

  static <T> T onAnotherThread(Callable<T> call) {
    ExecutorService thread = Executors.newSingleThreadExecutor();
    try {
      return thread.submit(call).get();
    } catch (Exception failed) {
      throw new AssertionError(failed);
    } finally {
      thread.shutdown();
    }
  }
}
