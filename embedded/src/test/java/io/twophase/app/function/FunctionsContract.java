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
import io.twophase.app.testing.Hosts;
import io.twophase.app.testing.UnguardedFunctions;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.operation.DocumentOperation.ChangeDocument;
import io.twophase.domain.operation.DocumentOperation.CheckAbsent;
import io.twophase.domain.operation.DocumentOperation.CheckDocument;
import io.twophase.domain.testing.Scenes;
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
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
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

  static Stream<Scenes.Scene> scenes() {
    return Scenes.of(FunctionsContract.class, "/scenes/functions.txt");
  }

  @ParameterizedTest
  @MethodSource("scenes")
  void comesOutAsItIsWritten(Scenes.Scene scene) {
    play(scene, TwoPhase::functions);
  }

  private void play(Scenes.Scene scene, Function<TwoPhase, Functions> way) {
    try (FunctionSteps steps = new FunctionSteps(store, way)) {
      scene.play(steps::step);
    }
  }

  static Stream<Scenes.Scene> anomalies() {
    return Scenes.of(FunctionsContract.class, "/scenes/anomalies.txt");
  }

  /** Each anomaly is impossible, and is there as soon as the guard against it is taken out. */
  @ParameterizedTest
  @MethodSource("anomalies")
  void isImpossibleAndIsThereWithoutItsGuard(Scenes.Scene scene) {
    play(scene, TwoPhase::functions);
    List<String> again = scene.lines().stream().map(it -> it.replace("pairs", "odd")).toList();
    assertThatThrownBy(
            () -> play(new Scenes.Scene(scene.title(), again), host -> odd(scene.title(), host)))
        .isInstanceOf(AssertionError.class)
        .hasNoCause();
  }

  /** Functions without the guard, which the title of a scene names in brackets. */
  private Functions odd(String title, TwoPhase host) {
    return switch (title.replaceAll(".*\\[|]", "")) {
      case "change" -> UnguardedFunctions.without(ChangeDocument.class, store, host);
      case "check" -> UnguardedFunctions.without(CheckDocument.class, store, host);
      case "absence" -> UnguardedFunctions.without(CheckAbsent.class, store, host);
      default -> UnguardedFunctions.readingOnce(store, host);
    };
  }

  @Nested
  class OneId {

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
                    doing(
                        tx -> {
                          ++runs;
                          tx.change(ORDER, set("status", "Paid"));
                        })))
            .isInstanceOf(FunctionOutcome.Unknown.class);
      }
      assertThat(runs).isEqualTo(1);
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
      try (FunctionSteps dead = new FunctionSteps(store)) {
        dead.step("attempt pay-7");
      }
      try (TwoPhase losing = lostAfterItsFirstLook(fault, true)) {
        FunctionOutcome<?> outcome = losing.transact("pay-7", neverRun());

        assertThat(outcome)
            .isEqualTo(new FunctionOutcome.Unknown<>(outcome.id(), fault.getMessage()));
      }
    }

    @Test
    void ofManyThreadsOnOneDocumentStarvesNobody() throws Exception {
      TransactionFunction<Void> count =
          doing(
              tx -> {
                DocumentSnapshot order = tx.get(ORDER).get();
                tx.put(order.with("total", order.number("total") + 1));
              });
      List<Callable<FunctionOutcome<Void>>> calls = new ArrayList<>();
      for (int at = 0; at < 80; at++) {
        String id = "count " + at;
        calls.add(() -> twophase.transact(id, count));
      }
      ExecutorService threads = Executors.newFixedThreadPool(16);
      for (Future<FunctionOutcome<Void>> outcome : threads.invokeAll(calls)) {
        assertThat(outcome.get().isApplied()).as("%s", outcome.get()).isTrue();
      }
      threads.shutdown();
      assertThat(fields(ORDER).get("total").flatMap(Value::wholeNumber)).contains(20_79L);
    }
  }

  @Nested
  class ARun {
    @Test
    void asksForNoOtherFunctionAndKeepsNoContext() {
      AtomicReference<TransactionContext> kept = new AtomicReference<>();
      twophase
          .transact(
              "outer",
              tx -> {
                kept.set(tx);
                assertThatThrownBy(() -> other.transact("inner", neverRun()))
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
