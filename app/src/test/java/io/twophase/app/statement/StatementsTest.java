package io.twophase.app.statement;

import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twophase.TwoPhase;
import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.testing.Books;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.domain.AccountId;
import io.twophase.domain.TransactionId;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.statement.Posting;
import io.twophase.domain.statement.Statement;
import io.twophase.domain.testing.Copies;
import io.twophase.domain.transaction.Labels;
import io.twophase.ports.Records;
import io.twophase.ports.Store;
import io.twophase.ports.Ticker;
import io.twophase.test.fault.Interceptor;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** What counts on a statement, and that transfers under way make no hole in it. */
class StatementsTest {

  private static final AccountId A = accountId("A");
  private static final Ticker STILL = () -> Duration.ZERO;

  private Instant now = Instant.parse("2026-11-23T10:00:00Z");
  private final InstantSource clock = () -> now;
  private final InMemoryStore store = Books.open(InMemoryStore.create(clock), 100_00, 0);
  @AutoClose private final TwoPhase host = TwoPhase.over(store).build();
  private final Map<TransactionId, Long> happened = new HashMap<>();
  private int count;

  private TransferRequest request(String amount) {
    return new TransferRequest(transactionId("t" + count++), A, accountId("B"), usd(amount));
  }

  /** A second later, a transfer of a dollar out of A. */
  private void transfer() {
    now = now.plusSeconds(1);
    TransferRequest request = request("1");
    assertThat(host.transfers().transfer(request).isApplied()).isTrue();
    happened.put(request.id(), -100L);
  }

  private Statement read(Store seen) {
    return found(new Statements(seen, STILL).of(A));
  }

  /** The store with other records. */
  private static Store with(Store store, Function<Records, Object> by) {
    return Interceptor.overriding(store, Records.class, by);
  }

  private static Statement found(StatementAnswer answer) {
    return ((StatementAnswer.Found) answer).statement();
  }

  @Test
  void aLineHasWhatAccountantsKnow() {
    Labels labels = Labels.NONE.referenced("invoice 7").with(Posting.VALUE_DATE, "2026-11-30");
    host.transfers().transfer(request("12.50").labelled(labels));

    Statement statement = found(host.statements().of(A));

    Posting posting = statement.lines().get(0).posting();
    assertThat(posting.effect()).isEqualTo(cents(-1_250));
    assertThat(posting.counterAccounts()).containsExactly(accountId("B"));
    assertThat(posting.labels()).isEqualTo(labels);
    assertThat(posting.position().decidedAt()).isEqualTo(now);
    assertThat(statement.opening()).isEqualTo(cents(10_000));
    assertThat(statement.closing()).isEqualTo(cents(8_750));
    assertThat(statement.certainty()).isEqualTo(Statement.Certainty.CERTAIN);
  }

  @Test
  void aSpanThatEndsBeforeItBeginsIsRefused() {
    assertThatThrownBy(
            () -> host.statements().of(A, Optional.of(now), Optional.of(now.minusSeconds(1))))
        .isInstanceOf(IllegalArgumentException.class);
  }

  /** Does something in the middle of its passes. */
  private Store busy(Deque<Runnable> meanwhile) {
    return with(
        store,
        sound ->
            new Object() {

              public void scan(Optional<AccountId> account, Consumer<Lookup> consumer) {
                List<Lookup> seen = new ArrayList<>();
                sound.scan(account, seen::add);
                List<Lookup> half = seen.subList(0, seen.size() / 2);
                half.forEach(consumer);
                if (!meanwhile.isEmpty()) {
                  meanwhile.remove().run();
                  // the first of those begun meanwhile lies before where the pass is
                  List<Lookup> later = new ArrayList<>();
                  sound.scan(account, later::add);
                  Set<String> ids = seen.stream().map(Lookup::id).collect(Collectors.toSet());
                  seen.subList(half.size(), seen.size()).forEach(consumer);
                  later.stream()
                      .filter(lookup -> !ids.contains(lookup.id()))
                      .skip(1)
                      .forEach(consumer);
                } else {
                  seen.subList(half.size(), seen.size()).forEach(consumer);
                }
              }
            });
  }

  @Test
  void whatIsDecidedDuringAPassMakesNoHole() {
    transfer();
    transfer();
    Deque<Runnable> meanwhile =
        new ArrayDeque<>(
            List.of(
                () -> {
                  transfer();
                  transfer();
                },
                this::transfer));

    Statement statement = read(busy(meanwhile));

    assertThat(meanwhile).isEmpty();
    assertThat(StatementAuditor.faults(statement, happened)).isEmpty();
    assertThat(statement.until()).isEmpty();
  }

  @Test
  void anAccountThatIsAlwaysInMotionHasAStatementThatEndsEarlier() {
    transfer();
    now = now.plus(Duration.ofMinutes(10));
    Map<TransactionId, Long> before = Map.copyOf(happened);
    Deque<Runnable> meanwhile = new ArrayDeque<>();
    for (int look = 0; look < Statements.MOST_LOOKS; look++) {
      meanwhile.add(this::transfer);
    }

    Statement statement = read(busy(meanwhile));

    assertThat(statement.until().orElseThrow()).isBeforeOrEqualTo(now.minus(Statements.MARGIN));
    assertThat(StatementAuditor.faults(statement, before)).isEmpty();
    assertThat(read(store).lines()).hasSize(1 + Statements.MOST_LOOKS);
  }

  @Test
  void whatIsLongPastIsReadInOnePass() {
    transfer();
    Instant end = now.plusSeconds(1);
    now = now.plus(Duration.ofMinutes(10));
    Deque<Runnable> meanwhile = new ArrayDeque<>(List.of(this::transfer, this::transfer));

    Statement statement =
        found(new Statements(busy(meanwhile), STILL).of(A, Optional.empty(), Optional.of(end)));

    assertThat(meanwhile).hasSize(1);
    assertThat(statement.until()).isEqualTo(Optional.of(end));
    assertThat(statement.lines()).hasSize(1);
  }

  @Test
  void aLostLineIsFoundByWhatTheAccountHas() {
    transfer();
    transfer();
    now = now.plusSeconds(1);

    Statement statement = read(Books.without(store, "t0"));

    assertThat(statement.certainty()).isEqualTo(Statement.Certainty.DIFFERS);
    assertThat(StatementAuditor.faults(statement, happened)).isNotEmpty();
  }

  @Test
  void whereRecordsAreRemovedNothingIsCertain() {
    Store keeping = InMemoryStore.keeping(Duration.ofDays(1), clock);
    try (TwoPhase other = TwoPhase.over(keeping).build()) {
      other.accounts().open(A, usd("100"));
    }

    Statement statement =
        read(
            Interceptor.before(
                Store.class,
                keeping,
                (method, asked, call) -> method.equals("isComplete") ? false : call.make()));

    assertThat(statement.certainty()).isEqualTo(Statement.Certainty.RECORDS_MAY_BE_MISSING);
  }

  @Test
  void theAuditorFindsEachPlantedFault() {
    transfer();
    transfer();
    Statement sound = read(store);
    assertThat(StatementAuditor.faults(sound, happened)).isEmpty();
    List<Statement.Line> lines = sound.lines();

    assertThat(StatementAuditor.faults(Copies.with(sound, "lines", lines.subList(0, 1)), happened))
        .isNotEmpty();
    assertThat(
            StatementAuditor.faults(
                Copies.with(sound, "lines", List.of(lines.get(1), lines.get(0))), happened))
        .isNotEmpty();
    assertThat(
            StatementAuditor.faults(
                Copies.with(sound, "lines", List.of(lines.get(0), lines.get(0), lines.get(1))),
                happened))
        .isNotEmpty();
    happened.remove(transactionId("t1"));
    assertThat(StatementAuditor.faults(read(store), happened))
        .as("one that did not happen is counted")
        .isNotEmpty();
  }

  @Test
  void whatIsRemovedDuringAPassIsCarriedByThen() {
    InMemoryStore keeping = InMemoryStore.keeping(Duration.ofDays(1), clock);
    try (TwoPhase other = TwoPhase.over(keeping).build()) {
      Books.open(keeping, 100_00, 0);
      other.transfers().transfer(request("30"));
      other.transfers().transfer(request("5"));
      now = now.plus(Duration.ofDays(1));
      Store busy =
          with(
              keeping,
              sound ->
                  new Object() {
                    public void scan(Optional<AccountId> account, Consumer<Lookup> consumer) {
                      List<Lookup> seen = new ArrayList<>();
                      sound.scan(account, seen::add);
                      seen.stream().limit(1).forEach(consumer);
                      other.retention().pass();
                      sound.scan(account, consumer);
                    }
                  });

      Statement whole = read(busy);

      assertThat(whole.closing()).isEqualTo(cents(6_500));
      assertThat(whole.lines()).isEmpty();
      assertThat(whole.certainty()).isEqualTo(Statement.Certainty.CERTAIN);
    }
  }
}
