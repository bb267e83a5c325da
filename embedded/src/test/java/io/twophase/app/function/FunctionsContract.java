package io.twophase.app.function;

import static io.twophase.TwoPhase.account;
import static io.twophase.TwoPhase.document;
import static io.twophase.TwoPhase.money;
import static io.twophase.TwoPhase.transaction;
import static io.twophase.TwoPhase.transactionId;
import static io.twophase.domain.document.FieldChange.set;
import static io.twophase.domain.document.Guards.where;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twophase.TwoPhase;
import io.twophase.adapter.mongo.DocumentMapper;
import io.twophase.app.testing.Books;
import io.twophase.app.testing.DocumentWrites;
import io.twophase.app.testing.Hosts;
import io.twophase.app.testing.UnguardedFunctions;
import io.twophase.app.transfer.TransactionRequest;
import io.twophase.domain.Money;
import io.twophase.domain.NotDoneException;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.operation.DocumentOperation.ChangeDocument;
import io.twophase.domain.operation.DocumentOperation.CheckAbsent;
import io.twophase.domain.operation.DocumentOperation.CheckDocument;
import io.twophase.domain.operation.Operation;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.Retention.Removal;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.transaction.Attempt;
import io.twophase.domain.transaction.Labels;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.Receipt;
import io.twophase.domain.transaction.Refusal;
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
import io.vavr.control.Either;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Predicate;
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

  @Test
  void aFunctionReadsComputesAndWrites() {
    assertThat(twophase.transact("pay-7", FunctionsContract::pay).orElseThrow())
        .isEqualTo(money("19.99", "USD"));

    assertThat(fields(ORDER).get("status")).contains(new Value.Text("Paid"));
    assertThat(number(ENTRY, "cents")).contains(19_99L);
    assertThat(Books.balances(store)).startsWith(80_01L, 19_99L);
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
    void keepsTheValueForWhoeverAsksAgain() {
      assertThat(twophase.transact("pay-7", String.class, tx -> pay(tx).toString()).orElseThrow())
          .isEqualTo("19.99 USD");

      FunctionOutcome<String> again = twophase.transact("pay-7", String.class, neverRun());
      assertThat(again)
          .isEqualTo(
              new FunctionOutcome.Applied<>(again.id(), Optional.of("19.99 USD"), true, true));
    }

    /** Eight attempts are looked for at once. */
    @ParameterizedTest
    @ValueSource(ints = {2, 8, 9, 16})
    void goesOnAfterConflicts(int attempts) {
      twophase
          .transact(
              "more",
              tx -> {
                DocumentSnapshot order = tx.get(ORDER).get();
                int run = ++runs;
                if (run < attempts) {
                  other.run(transaction("w" + run).change(ORDER, set("n", run))).orElseThrow();
                }
                tx.put(order.with("total", run));
                return null;
              })
          .orElseThrow();

      assertThat(runs).isEqualTo(attempts);
      assertThat(number(ORDER, "total")).contains((long) attempts);
      assertThat(other.transact("more", neverRun()).isApplied()).isTrue();
      assertThat(twophase.counters().conflicts()).isEqualTo(attempts - 1);
    }

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

    @Test
    void isContendedWhenOneTransactionHoldsADocumentOnAndOn() {
      TransactionRequest held = transaction("reserve").change(ORDER, set("status", "Reserved"));
      var terms = new AuthorizationTerms(Duration.ofDays(3));
      assertThat(other.authorizations().authorize(held, terms).isAuthorized()).isTrue();

      try (TwoPhase hasty = TwoPhase.over(store).pause(pause -> {}).build()) {
        assertThat(hasty.transact("pay", FunctionsContract::pay))
            .isInstanceOfSatisfying(
                FunctionOutcome.Contended.class,
                contended -> {
                  assertThat(contended.attempts()).isEqualTo(2);
                  assertThat(contended.message()).contains("is held by transaction reserve");
                });
        other.authorizations().voidAuthorization(held.id(), "not wanted");
        assertThat(hasty.transact("pay", FunctionsContract::pay).isApplied()).isTrue();
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

    /**
     * The run reads what the other caller's attempt has written, and would decline because of it.
     */
    @Test
    void isAnsweredByAnAttemptThatHasHappenedMeanwhile() {
      FunctionOutcome<Money> outcome =
          twophase.transact(
              "pay-7",
              tx -> {
                if (++runs == 1) {
                  onAnotherThread(() -> other.transact("pay-7", FunctionsContract::pay));
                }
                return pay(tx);
              });

      assertThat(outcome)
          .isEqualTo(
              new FunctionOutcome.Applied<Money>(outcome.id(), Optional.empty(), true, true));
      assertThat(runs).isEqualTo(1);
    }

    /** The run reads what the other caller's attempt has written, and has nothing to write. */
    @Test
    void keepsTheValueOfAnAttemptThatHasHappenedMeanwhile() {
      TransactionFunction<String> payOnce =
          tx -> {
            boolean isPaid = tx.get(ORDER).orElseThrow().string("status").equals("Paid");
            return isPaid ? "nothing to pay" : pay(tx).toString();
          };
      FunctionOutcome<String> outcome =
          twophase.transact(
              "pay-7",
              String.class,
              tx -> {
                onAnotherThread(() -> twophase.transact("pay-7", String.class, payOnce));
                return payOnce.run(tx);
              });

      assertThat(outcome)
          .isEqualTo(
              new FunctionOutcome.Applied<>(outcome.id(), Optional.of("19.99 USD"), true, true));
    }

    /** Both asked for it with other bodies, and the other's came first. */
    @Test
    void isAnsweredByAnAttemptThatTookItsId() {
      FunctionOutcome<Void> outcome =
          twophase.transact(
              "more",
              doing(
                  tx -> {
                    if (++runs == 1) {
                      onAnotherThread(
                          () -> other.transact("more", doing(own -> own.change(ANN, set("n", 1)))));
                    }
                    tx.change(BOB, set("n", 1));
                  }));

      assertThat(outcome)
          .isEqualTo(new FunctionOutcome.Applied<>(outcome.id(), Optional.empty(), true, true));
      assertThat(runs).isEqualTo(1);
      assertThat(number(BOB, "n")).isEmpty();
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

    @Test
    void ofAnotherTransactionIsRefused() {
      other.run(transaction("taken").change(ORDER, set("n", 1))).orElseThrow();
      assertThat(twophase.transact("taken", FunctionsContract::pay).message())
          .startsWith("refused: transaction taken exists");
      assertThatThrownBy(() -> twophase.transact("pay~2", FunctionsContract::pay))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("that of a later attempt");
    }

    @Test
    void ofATransactionThatLeftItsReceiptIsRefused() {
      other.run(transaction("taken").change(ORDER, set("n", 1))).orElseThrow();
      leaveReceipt("taken");

      FunctionOutcome<Money> outcome = twophase.transact("taken", FunctionsContract::pay);
      assertThat(outcome)
          .isInstanceOfSatisfying(
              FunctionOutcome.Refused.class,
              refused -> assertThat(refused.reason()).isInstanceOf(Refusal.IdReused.class));
      assertThat(outcome.message())
          .endsWith(
              "was removed since, and differs: function: none stored, attempt 1 of taken asked");
    }

    /** A refusal of such a document reads as that of a period, and is a conflict all the same. */
    @Test
    void goesOnAfterADocumentOfThePeriodsWasAbsent() {
      DocumentRef period = document("periods", "2026");
      FunctionOutcome<Void> outcome =
          twophase.<Void>transact(
              "late",
              tx -> {
                if (++runs == 2) {
                  other.run(transaction("opens").insert(period, Map.of("n", 0))).orElseThrow();
                }
                tx.change(period, set("n", 1));
                return null;
              });

      assertThat(outcome.isApplied()).as(outcome.message()).isTrue();
    }

    /** Its second attempt adds as its first one asked to: in conflict with no other addition. */
    @Test
    void addsBesideOthersToADocumentThatWasAbsentAtFirst() {
      DocumentRef counter = document("counters", "c");
      FunctionOutcome<Void> outcome =
          twophase.<Void>transact(
              "counts",
              tx -> {
                int run = ++runs;
                if (run == 2) {
                  other.run(transaction("opens").insert(counter, Map.of("n", 0L))).orElseThrow();
                }
                tx.add(counter, "n", 1, 0, 10);
                if (run == 2) {
                  other.run(transaction("adds").add(counter, "n", 5, 0, 10)).orElseThrow();
                }
                return null;
              });

      assertThat(outcome.isApplied()).as(outcome.message()).isTrue();
      assertThat(runs).isEqualTo(2);
      assertThat(number(counter, "n")).contains(6L);
    }

    @Test
    void hasHappenedWhateverHasTheIdOfALaterAttempt() {
      twophase.transact("pay-7", FunctionsContract::pay).orElseThrow();
      other.run(transaction("pay-7~3").change(ORDER, set("n", 1))).orElseThrow();

      assertThat(twophase.transact("pay-7", FunctionsContract::pay).isApplied()).isTrue();
    }

    @Test
    void whoseLaterAttemptHasTheIdOfAnotherTransactionIsRefused() {
      other.run(transaction("more~2").change(ORDER, set("n", 1))).orElseThrow();

      assertThat(twophase.transact("more", neverRun()).message())
          .isEqualTo(
              "refused: transaction more~2 exists with other figures: function: none stored,"
                  + " attempt 2 of more asked");
    }

    @Test
    void leavesRoomForItsLaterAttempts() {
      String longest = "x".repeat(Attempt.MAX_FUNCTION_ID);
      assertThat(twophase.transact(longest, FunctionsContract::pay).isApplied()).isTrue();

      assertThatThrownBy(() -> twophase.transact(longest + "x", FunctionsContract::pay))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage(
              "function %sx: its id has 245 characters, at most 244: later attempts add to it"
                  .formatted(longest));
    }

    @Test
    void isAnsweredByItsReceiptAsByItsRecord() {
      TransactionFunction<String> once = tx -> pay(tx).toString();
      assertThat(twophase.transact("pay-7", String.class, once).isApplied()).isTrue();
      leaveReceipt("pay-7");

      FunctionOutcome<String> again = twophase.transact("pay-7", String.class, once);
      assertThat(again)
          .isEqualTo(
              new FunctionOutcome.Applied<>(again.id(), Optional.of("19.99 USD"), true, true));
    }

    /** The receipt of the canceled attempt does not say which operations it had. */
    @Test
    void goesOnAfterTheReceiptOfAConflict() {
      TransactionFunction<Void> removal =
          tx -> {
            DocumentSnapshot order = tx.get(ORDER).get();
            if (++runs == 1) {
              other.run(transaction("gone").remove(ORDER)).orElseThrow();
            }
            tx.put(order.with("status", "Paid"));
            return null;
          };
      assertThatThrownBy(() -> twophase.transact("pay-7", removal))
          .isInstanceOf(NoSuchElementException.class);
      leaveReceipt("pay-7");
      other.run(transaction("back").insert(ORDER, Map.of("status", "UnPaid"))).orElseThrow();

      assertThat(twophase.transact("pay-7", removal).isApplied()).isTrue();
      assertThat(fields(ORDER).get("status")).contains(new Value.Text("Paid"));
    }

    private void leaveReceipt(String id) {
      TransactionRecord ended =
          store.records().findMembers(List.of(transactionId(id))).get(0).record().orElseThrow();
      Removal removal = new Removal(Either.left(ended), Receipt.of(ended.alone().orElseThrow()));
      assertThat(store.records().remove(List.of(removal))).containsExactly(MatchOutcome.MATCHED);
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

    @Test
    void ofAnAttemptThatADeadProcessLeftIsBroughtToItsEnd() {
      leaveAnAttempt();
      TwoPhase next = Hosts.alone(store);

      FunctionOutcome<?> outcome = next.transact("pay-7", neverRun());
      assertThat(outcome.isApplied()).as("%s", outcome).isTrue();
      assertThat(fields(ORDER).get("status")).contains(new Value.Text("Paid"));
      next.close();
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
    void thatDeclinesWritesNothingAndKeepsNoId() {
      FunctionOutcome<?> declined =
          twophase.transact(
              "pay-7",
              tx -> {
                tx.change(ORDER, set("status", "Paid"));
                throw tx.decline("not today");
              });
      assertThat(declined).isEqualTo(new FunctionOutcome.Declined<>(declined.id(), "not today"));
      assertThat(fields(ORDER).get("status")).contains(new Value.Text("UnPaid"));
      assertThat(twophase.transact("pay-7", FunctionsContract::pay).isApplied()).isTrue();
    }

    @Test
    void thatOnlyReadsLeavesNothingAndRunsAgain() {
      for (int asked = 1; asked <= 2; asked++) {
        FunctionOutcome<Integer> read =
            twophase.transact(
                "look-7",
                Integer.class,
                tx -> {
                  tx.get(ORDER);
                  return ++runs;
                });
        assertThat(read.orElseThrow()).isEqualTo(asked);
      }
    }

    /** No later look tells that what was absent has come meanwhile: the store is asked. */
    @Test
    void thatOnlyReadsSeesNothingHalfDoneWhereOneWasAbsent() {
      TransactionRequest both = transaction("both").insert(ENTRY, Map.of("n", 1)).remove(ORDER);

      List<Boolean> seen =
          twophase
              .transact(
                  "look-7",
                  tx -> {
                    boolean isEntered = tx.get(ENTRY).isPresent();
                    if (++runs == 1) {
                      other.run(both).orElseThrow();
                    }
                    return List.of(isEntered, tx.get(ORDER).isPresent());
                  })
              .orElseThrow();

      assertThat(seen).containsExactly(true, false);
    }

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
    void thatStatesAGuardWhichDoesNotHoldIsRefused() {
      for (boolean reads : List.of(true, false)) {
        FunctionOutcome<?> refused =
            twophase.transact(
                "paid " + reads,
                tx -> {
                  if (reads) {
                    tx.get(ORDER);
                  }
                  tx.change(ORDER, where("status").equalTo("Paid"), set("status", "Sent"));
                  return null;
                });
        assertThat(refused.message())
            .isEqualTo(
                "refused: document orders 7: expected that status is \"Paid\", found \"UnPaid\"");
      }
    }

    /** What the function has not read may have come meanwhile: a run that reads it first tells. */
    @Test
    void thatChangesADocumentThatIsNotThereIsRefused() {
      List<TransactionFunction<Void>> all =
          List.of(
              doing(tx -> tx.change(ENTRY, set("a", 1))),
              doing(tx -> tx.remove(ENTRY)),
              doing(tx -> tx.add(ENTRY, "a", 1)));
      for (TransactionFunction<Void> each : all) {
        FunctionOutcome<Void> refused = twophase.transact("none " + all.indexOf(each), each);
        assertThat(refused.message()).isEqualTo("refused: there is no document ledger \"pay-7\"");
      }
    }

    @Test
    void thatInsertsADocumentThatIsThereIsRefused() {
      FunctionOutcome<?> refused =
          twophase.transact("insert", doing(tx -> tx.insert(ORDER, Map.of("a", 1))));
      assertThat(refused.message()).isEqualTo("refused: there is a document orders 7 already");
      assertThatThrownBy(refused::orElseThrow).isInstanceOf(NotDoneException.class);
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
    void findsCandidatesAndReadsThem() {
      List<DocumentRef> found =
          twophase
              .transact(
                  "find",
                  tx ->
                      tx.find("doctors", where("onCall").equalTo(true), 10).stream()
                          .map(DocumentSnapshot::ref)
                          .toList())
              .orElseThrow();
      assertThat(found).containsExactlyInAnyOrder(ANN, BOB);
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

    @Test
    void thatSwallowsAConflictRunsAgain() {
      twophase
          .transact(
              "swallow",
              tx -> {
                tx.get(ANN);
                if (++runs == 1) {
                  other.run(transaction("w").change(ANN, set("onCall", false))).orElseThrow();
                }
                try {
                  tx.get(BOB);
                } catch (RuntimeException conflict) {
                  throw new IllegalArgumentException("its own words", conflict);
                }
                tx.change(ORDER, set("n", runs));
                return null;
              })
          .orElseThrow();
      assertThat(runs).isEqualTo(2);
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
